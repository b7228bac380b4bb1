import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { PAGE_SIZE, pageSizes } from './list-search.ts';

type PagerProps = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Rows on a page, and how many there are in all; without them the usual number it stays. */
  size?: number;
  onSize?: (size: number) => void;
  total?: number;
};

/** The way to the other pages of a long list, and how long a page is. */
export function Pager({ page, pages, onPage, size, onSize, total = 0 }: PagerProps) {
  const id = useId();
  const hasSizes = onSize !== undefined && total > PAGE_SIZE;
  if (pages < 2 && !hasSizes) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 md:justify-end">
      {hasSizes && (
        <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
          <label htmlFor={id} className="text-base text-muted">
            Rows per page
          </label>
          <Select
            id={id}
            className="w-26"
            value={size}
            onChange={({ target }) => onSize(Number(target.value))}
          >
            {pageSizes.map((rows) => (
              <option key={rows} value={rows}>
                {rows}
              </option>
            ))}
          </Select>
        </div>
      )}
      <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <span aria-live="polite" className="text-base text-muted">
        Page {page} of {pages}
      </span>
      <Button variant="outline" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
