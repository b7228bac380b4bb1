import { toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { int, readNumber, readRows, text } from '../../../sql.ts';
import { notReversedSql } from './charge.entity.ts';
import type { ChargeCtx } from './debt-change.service.ts';
import { UndecidedLeaverEntity } from './undecided-leaver.entity.ts';

/** SQL after `from`: leavers with their charges that were not due when they left. */
const undecidedChargesSql = `undecided_leavers as leaver join charges
    on charges.registration_id = leaver.registration_id and charges.amount > 0 and charges.due_on > left_on
      and ${notReversedSql}`;

/** SQL condition: the person has no seat. People who came back need no decision. */
const hasLeftSql = `registrations.status not in ('accepted', 'completed')`;

/** SQL condition: an account with the right to fees has to decide about charges of this registration. */
export const isUndecidedSql = `${hasLeftSql} and exists (
  select from ${undecidedChargesSql} where leaver.registration_id = registrations.id)`;

/** Leaves the decision about charges that are not due to an account with the right to fees. They stay until then. */
export async function postponeDecisions(tx: ChargeCtx, registrations: readonly number[]): Promise<void> {
  await deleteUndecidedLeavers(tx, registrations);
  if (registrations.length === 0) return;
  const today = toLocalDay(tx.now());
  await tx.em.execute(
    `insert into undecided_leavers (registration_id, left_on)
     select distinct registration_id, ?::date from charges
     where registration_id = any(?::int[]) and amount > 0 and due_on > ?::date and ${notReversedSql}`,
    [today, `{${registrations}}`, today],
  );
}

export async function deleteUndecidedLeavers(
  { em }: ChargeCtx,
  registrations: readonly number[],
): Promise<void> {
  if (registrations.length === 0) return;
  await em.nativeDelete(UndecidedLeaverEntity, { registrationId: { $in: [...registrations] } });
}

/** Counts people who left and whose charges wait for a decision, for the dashboard. */
export const countUndecidedLeavers = ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  readNumber(em, 'count')(
    `select count(*)::int as count from registrations where deleted_at is null and ${isUndecidedSql}`,
    [],
  );

const dueColumns = { since: text, dueOn: text, amount: int };

/** Reads the charges that wait for a decision, by due day. Null when there are none. */
export async function readUndecidedCharges({ em }: Pick<Ctx, 'em'>, registrationId: number) {
  const rows = await readRows(em, dueColumns)(
    `select left_on::text as since, due_on::text as "dueOn", sum(amount)::float8 as amount
     from ${undecidedChargesSql} join registrations on registrations.id = leaver.registration_id
     where registrations.id = ? and deleted_at is null and ${hasLeftSql}
     group by 1, 2 order by 2`,
    [registrationId],
  );
  const [first] = rows;
  return first ? { since: first.since, days: rows.map(({ dueOn, amount }) => ({ dueOn, amount })) } : null;
}
