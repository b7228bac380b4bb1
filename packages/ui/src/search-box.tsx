import { Search } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';

type SearchBoxProps = Omit<ComponentProps<'input'>, 'type'> & {
  showLabel?: boolean;
};

/** For a plain GET form (`name="q"`), or with `value` and `onChange`. */
export function SearchBox({ showLabel, className, ...props }: SearchBoxProps) {
  const controlId = useId();
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className={showLabel ? 'text-base font-semibold' : 'sr-only'}>
        Search
      </label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
          strokeWidth={1.75}
          aria-hidden
        />
        <input
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          {...props}
          id={controlId}
          type="search"
          className={cx(controlClass, 'h-12 pl-11 md:h-11')}
        />
      </div>
    </div>
  );
}
