import type { TxCtx } from '../../../../context.ts';
import { int, listIds, readRows } from '../../../../sql.ts';

interface PayerFilter {
  registrations?: readonly number[];
  movements?: readonly number[];
  /** Phone of a payer. */
  phone?: string | null;
}

/** Keeps what the law wants kept. Returns the movements whose payers are gone. */
export async function removePayers(
  { em }: Pick<TxCtx, 'em'>,
  { registrations = [], movements = [], phone = null }: PayerFilter,
): Promise<number[]> {
  const of = `{${registrations}}`;
  const gone = await readRows(em, { id: int })(
    `with paid as (
       select movement_id as id from fee_parts where registration_id = any(?::int[])
       union select id from fee_movements where dialled(payer_phone) = dialled(?) or id = any(?::int[])
     ) update fee_movements set payer_name = null, payer_phone = null, note = null, reason = null
     where id in (select id from paid) or counters in (select id from paid) returning id`,
    [of, phone, `{${movements}}`],
  );
  await em.execute('update fee_parts set reason = null where registration_id = any(?::int[])', [of]);
  await em.execute(
    `update kept_statement_lines set payer_name = null, payer_phone = null, note = null
     where people && ?::int[] or dialled(payer_phone) = dialled(?)`,
    [of, phone],
  );
  return listIds(gone);
}

/** Erases the payers of unassigned money, and of lines that wait. Returns how many payments lost their payer. */
export async function removeOldPayers({ em }: Pick<TxCtx, 'em'>, before: Date, limit: number) {
  const rows = await readRows(em, { id: int })(
    `update fee_movements set payer_name = null, payer_phone = null, note = null where id in (
       select id from fee_lines where source = 'unassigned' and created_at < ?
         and coalesce(payer_name, payer_phone, note) is not null
       order by id limit ?)
     returning id`,
    [before, limit],
  );
  const lines = await readRows(em, { id: int })(
    `update kept_statement_lines set payer_name = null, payer_phone = null, note = null where id in (
       select id from kept_statement_lines
       where recorded_at < ? and coalesce(payer_name, payer_phone, note) is not null order by id limit ?)
     returning id`,
    [before, limit - rows.length],
  );
  return rows.length + lines.length;
}
