import type { TxCtx } from '../../../context.ts';
import { int, readRows } from '../../../sql.ts';

/** Prefixes of receipt numbers. Test payments have the series `TEST`, so that real receipts have no gaps. */
type NumberSeries = 'RCP' | 'FEE' | 'TEST' | 'CAN' | 'REF' | 'CERT';

/** Locks the series until the commit, so that no number is skipped. */
export async function takeNumbers(
  { em }: Pick<TxCtx, 'em'>,
  { series, year, count }: { series: NumberSeries; year: number; count: number },
): Promise<string[]> {
  const [row] = await readRows(em, { last: int })(
    `insert into receipt_counters (series, year, last) values (?, ?, ?)
     on conflict (series, year) do update set last = receipt_counters.last + excluded.last returning last`,
    [series, year, count],
  );
  const formerNumber = Number(row?.last) - count;
  return Array.from(
    { length: count },
    (_, index) => `${series}-${year}-${String(formerNumber + index + 1).padStart(6, '0')}`,
  );
}

export async function takeNumber(tx: Pick<TxCtx, 'em'>, series: NumberSeries, year: number): Promise<string> {
  const [number] = await takeNumbers(tx, { series, year, count: 1 });
  return number ?? '';
}
