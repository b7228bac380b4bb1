import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

/** The way to the other pages of a long list. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 md:justify-end">
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
