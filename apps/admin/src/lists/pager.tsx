import { Button } from '@institute/ui/button.tsx';
import { Select } from '@institute/ui/select.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useId } from 'react';
import { PAGE_SIZE, pageSizes } from './address.ts';
import { countPages } from './list-search.ts';

export type PagerProps = {
  /** Counted from 1. */
  page: number | undefined;
  /** `replace` is true when Back must not return to the previous page, because that page does not exist. */
  onPage: (page: number, replace: boolean) => void;
  /** Rows per page. Without `onSize` the user cannot change it. */
  size?: number | undefined;
  onSize?: (size: number) => void;
  total: number | undefined;
  /** True while `total` belongs to the previous query. */
  isOutdated?: boolean;
};

/** Corrects a page beyond the last one. */
export function Pager({ page = 1, onPage, size = PAGE_SIZE, onSize, total, isOutdated = false }: PagerProps) {
  const id = useId();
  const pageCount = countPages(total ?? 0, size);
  const isPageBeyondEnd = !isOutdated && total !== undefined && page > pageCount;
  const goToLastPage = useEffectEvent((last: number) => onPage(last, true));
  useEffect(() => {
    if (isPageBeyondEnd) goToLastPage(pageCount);
  }, [isPageBeyondEnd, pageCount]);

  const offersPageSizes = onSize !== undefined && (total ?? 0) > PAGE_SIZE;
  if (pageCount < 2 && !offersPageSizes) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 md:justify-end">
      {offersPageSizes && (
        <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
          <label htmlFor={id} className="text-base text-muted">
            Rows per page
          </label>
          <Select
            id={id}
            className="w-26"
            value={size}
            onChange={({ target }) => onSize(Number(target.value))}
            choices={pageSizes.map((rows) => [rows, String(rows)])}
          />
        </div>
      )}
      <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1, false)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <span aria-live="polite" className="text-base text-muted">
        Page {page} of {pageCount}
      </span>
      <Button
        variant="outline"
        size="sm"
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1, false)}
      >
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
