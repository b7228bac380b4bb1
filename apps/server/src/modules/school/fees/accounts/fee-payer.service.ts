import type { TxCtx } from '../../../../context.ts';
import { int, listIds, readRows } from '../../../../sql.ts';
import { comparedPhoneSql } from '../../registrations/registration.entity.ts';

interface PayerFilter {
  registrations?: readonly number[];
  movements?: readonly number[];
  /** All money from this phone loses its payer too. */
  phone?: string | null;
}

/** SQL of the phones of these registrations that no other one has, because a family may share a phone. */
const ownPhonesSql = `select ${comparedPhoneSql('gone.')} from registrations as gone
  where gone.id = any(?::int[]) and not exists (
    select from registrations as other where other.deleted_at is null and other.id <> all(?::int[])
      and ${comparedPhoneSql('other.')} = ${comparedPhoneSql('gone.')})`;

/**
 * Keeps the records that the law requires. Unassigned money from the person's own phone loses its payer too. Returns
 * the movements whose payers were removed.
 */
export async function removePayers(
  { em }: Pick<TxCtx, 'em'>,
  { registrations = [], movements = [], phone = null }: PayerFilter,
): Promise<number[]> {
  const of = `{${registrations}}`;
  const removed = await readRows(em, { id: int })(
    `with paid as (
       select movement_id as id from fee_parts where registration_id = any(?::int[])
       union select id from fee_movements where dialled(payer_phone) = dialled(?) or id = any(?::int[])
       union select id from fee_lines where source = 'unassigned' and dialled(payer_phone) in (${ownPhonesSql})
     ) update fee_movements set payer_name = null, payer_phone = null, note = null, reason = null
     where id in (select id from paid) or counters in (select id from paid) returning id`,
    [of, phone, `{${movements}}`, of, of],
  );
  // Money that moved names both people in its reason
  await em.execute(
    `update fee_parts set reason = null
     where reason is not null and (registration_id = any(?::int[]) or movement_id = any(?::int[]))`,
    [of, `{${listIds(removed)}}`],
  );
  await em.execute(
    `update kept_statement_lines set payer_name = null, payer_phone = null, note = null
     where people && ?::int[] or dialled(payer_phone) = dialled(?)
       or (people = '{}' and dialled(payer_phone) in (${ownPhonesSql}))`,
    [of, phone, of, of],
  );
  return listIds(removed);
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
