import type { TxCtx } from '../../context.ts';

/** `TEST` keeps the receipts of test donations apart, so that real ones have no gaps. */
type Series = 'RCP' | 'TEST' | 'CAN';

/** Locks the series until the commit, so that no number is skipped. */
export async function takeNumber({ em }: Pick<TxCtx, 'em'>, series: Series, year: number): Promise<string> {
  const [row] = await em.execute<{ last: number }[]>(
    `insert into receipt_counters (series, year, last) values (?, ?, 1)
     on conflict (series, year) do update set last = receipt_counters.last + 1 returning last`,
    [series, year],
  );
  return `${series}-${year}-${String(row?.last).padStart(6, '0')}`;
}
