import { type ComponentProps, type ReactNode, type RefCallback, useId } from 'react';
import { cx } from './cx.ts';
import { FieldError } from './field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref'> & {
  ref?: RefCallback<HTMLInputElement>;
  label: ReactNode;
  error?: ReactNode;
  /** True when some but not all of the items are chosen that the checkbox stands for. */
  isPartial?: boolean;
};

export function Checkbox({ label, error, isPartial = false, className, id, ref, ...props }: CheckboxProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={controlId} className="flex min-h-11 min-w-11 items-start gap-3 py-2.5 text-base">
        <input
          {...props}
          id={controlId}
          // HTML has no attribute for this state
          ref={(box) => {
            if (box) box.indeterminate = isPartial;
            ref?.(box);
          }}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={errorId}
          className="size-6 shrink-0 accent-green"
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
