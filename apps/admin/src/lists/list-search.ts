export type ListSearch = {
  q?: string;
  category?: string;
  status?: string;
  currency?: string;
  /**
   * Name of the sorted column, with `-` before it for descending order. Without it the list has its usual
   * order.
   */
  sort?: string;
  /** Counted from 1. The first page is left out. */
  page?: number;
  /** The default is left out. */
  size?: number;
  open?: number;
};

export const PAGE_SIZE = 20;
export const pageSizes = [PAGE_SIZE, 50, 100, 500];

/** Drops invalid values. */
export function listSearch({
  q,
  category,
  status,
  currency,
  sort,
  page,
  size,
  open,
}: Record<string, unknown>): ListSearch {
  // A text of digits comes from the address as a number.
  const text = typeof q === 'number' ? String(q) : q;
  const number = Number(page);
  const rows = Number(size);
  const opened = Number(open);
  return {
    ...(typeof text === 'string' && text.trim() && { q: text }),
    ...(typeof category === 'string' && category && { category }),
    ...(typeof status === 'string' && status && { status }),
    ...(typeof currency === 'string' && currency && { currency }),
    ...(typeof sort === 'string' && sort && { sort }),
    ...(Number.isSafeInteger(number) && number > 1 && { page: number }),
    ...(rows !== PAGE_SIZE && pageSizes.includes(rows) && { size: rows }),
    ...(Number.isSafeInteger(opened) && opened > 0 && { open: opened }),
  };
}
