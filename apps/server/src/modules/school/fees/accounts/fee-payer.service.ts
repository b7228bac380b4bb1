import type { TxCtx } from '../../../../context.ts';
import { int, listIds, readRows } from '../../../../sql.ts';
import { comparedPhoneSql } from '../../registrations/registration.entity.ts';

interface ErasedPayerFilter {
  registrations?: readonly number[];
  movements?: readonly number[];
  /** The payer of all money from this phone is removed too. */
  phone?: string | null;
}

/** SQL of the phones that only these registrations have. A phone that a family shares stays. */
const unsharedPhonesSql = `select ${comparedPhoneSql('gone.')} from registrations as gone
  where gone.id = any(?::int[]) and not exists (
    select from registrations as other where other.deleted_at is null and other.id <> all(?::int[])
      and ${comparedPhoneSql('other.')} = ${comparedPhoneSql('gone.')})`;

/**
 * Removes names and phones of payers, and keeps the records that the law requires. Unassigned money from the
 * person's own phone loses its payer too. Returns the changed movements.
 */
export async function removePayers(
  { em }: Pick<TxCtx, 'em'>,
  { registrations = [], movements = [], phone = null }: ErasedPayerFilter,
): Promise<number[]> {
  const registrationIds = `{${registrations}}`;
  const changedMovements = await readRows(em, { id: int })(
    `with paid as (
       select movement_id as id from fee_parts where registration_id = any(?::int[])
       union select id from fee_movements where dialled(payer_phone) = dialled(?) or id = any(?::int[])
       union select id from fee_lines where source = 'unassigned' and dialled(payer_phone) in (${unsharedPhonesSql})
     ) update fee_movements set payer_name = null, payer_phone = null, note = null, reason = null
     where id in (select id from paid) or counters in (select id from paid) returning id`,
    [registrationIds, phone, `{${movements}}`, registrationIds, registrationIds],
  );
  // The reason of a move may name both people
  await em.execute(
    `update fee_parts set reason = null
     where reason is not null and (registration_id = any(?::int[]) or movement_id = any(?::int[]))`,
    [registrationIds, `{${listIds(changedMovements)}}`],
  );
  await em.execute(
    `update kept_statement_lines set payer_name = null, payer_phone = null, note = null
     where people && ?::int[] or dialled(payer_phone) = dialled(?)
       or (people = '{}' and dialled(payer_phone) in (${unsharedPhonesSql}))`,
    [registrationIds, phone, registrationIds, registrationIds],
  );
  return listIds(changedMovements);
}

/** Erases the payers of old unassigned money and of old kept lines. Returns how many rows lost their payer. */
export async function removeOldPayers({ em }: Pick<TxCtx, 'em'>, before: Date, limit: number) {
  const rows = await readRows(em, { id: int })(
    `update fee_movements set payer_name = null, payer_phone = null, note = null where id in (
       select id from fee_lines where source = 'unassigned' and created_at < ?
         and coalesce(payer_name, payer_phone, note) is not null
       order by id limit ?)
     returning id`,
    [before, limit],
  );
  const keptLineRows = await readRows(em, { id: int })(
    `update kept_statement_lines set payer_name = null, payer_phone = null, note = null where id in (
       select id from kept_statement_lines
       where recorded_at < ? and coalesce(payer_name, payer_phone, note) is not null order by id limit ?)
     returning id`,
    [before, limit - rows.length],
  );
  return rows.length + keptLineRows.length;
}
