import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

type FilterBarProps = {
  search?: ReactNode;
  /** Values of the filters, undefined for those that show all. */
  chosen: (string | number | undefined)[];
  /** The layout from 768 px on. */
  className?: string;
  children: ReactNode;
};

/** On a phone the filters stand behind a button with the number of those in use. */
export function FilterBar({ search, chosen, className = 'md:flex', children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const inUse = chosen.filter(Boolean).length;
  return (
    <search className={cx('flex flex-wrap gap-3', className)}>
      {search}
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="md:hidden"
      >
        <SlidersHorizontal aria-hidden />
        Filters
        {inUse > 0 && (
          <span className="min-w-6 rounded-full bg-green-ground px-1.5 text-sm text-on-green">
            {inUse}
            <span className="sr-only"> in use</span>
          </span>
        )}
      </Button>
      <div
        id={id}
        className={cx('grid basis-full grid-cols-2 gap-3 md:contents', !isOpen && 'max-md:hidden')}
      >
        {children}
      </div>
    </search>
  );
}
