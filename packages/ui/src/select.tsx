import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, useFieldControlProps } from './field.tsx';

export type SelectChoices<Value extends string | number = string | number> = readonly (readonly [
  value: Value,
  label: string,
])[];

type SelectProps = ComponentProps<'select'> & { choices?: SelectChoices };

/** The native select works without scripts and opens the phone's own list. Children are above its choices. */
export function Select({ className, choices = [], children, ...own }: SelectProps) {
  const selectProps = useFieldControlProps(own);
  return (
    <div className={cx('relative', className)}>
      <select {...selectProps} className={cx(controlClass, 'h-12 appearance-none truncate pr-11 md:h-11')}>
        {children}
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
        strokeWidth={1.75}
        aria-hidden
      />
    </div>
  );
}
