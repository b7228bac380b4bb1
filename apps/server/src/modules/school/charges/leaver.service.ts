import { kampalaDay } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { int, readNumber, readRows, text } from '../../../sql.ts';
import { notReversedSql } from './charge.entity.ts';
import type { ChargeCtx } from './debt-change.service.ts';

/** SQL condition: it was not due when the person left. */
const undecidedCharge = `charges.registration_id = registrations.id and charges.amount > 0
  and charges.due_on > registrations.fees_undecided_since and ${notReversedSql}`;

/** SQL condition: left, and nobody has said what becomes of charges. Who comes back is not asked about. */
const hasLeft = `registrations.fees_undecided_since is not null
  and registrations.status not in ('accepted', 'completed')`;

/** SQL condition: somebody who keeps the fees has to decide what becomes of charges of this registration. */
export const isUndecidedSql = `${hasLeft} and exists (select from charges where ${undecidedCharge})`;

/** Leaves what is not due yet to somebody who keeps the fees. The charges stay until then. */
export async function leaveUndecided(
  { em, now }: ChargeCtx,
  registrations: readonly number[],
): Promise<void> {
  if (registrations.length === 0) return;
  const today = kampalaDay(now());
  await em.execute(
    `update registrations set fees_undecided_since = case when exists (
       select from charges where registration_id = registrations.id and amount > 0 and due_on > ?::date
         and ${notReversedSql}) then ?::date end
     where id = any(?::int[])`,
    [today, today, `{${registrations}}`],
  );
}

export async function endUndecided({ em }: ChargeCtx, registrations: readonly number[]): Promise<void> {
  if (registrations.length === 0) return;
  await em.execute(
    `update registrations set fees_undecided_since = null
     where id = any(?::int[]) and fees_undecided_since is not null`,
    [`{${registrations}}`],
  );
}

/** People who left. For the dashboard. */
export const countUndecided = ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  readNumber(em, 'count')(
    `select count(*)::int as count from registrations where deleted_at is null and ${isUndecidedSql}`,
    [],
  );

const dueColumns = { since: text, dueOn: text, amount: int };

/** What waits for a decision, by the day on which it is due. Null when nothing does. */
export async function readUndecided({ em }: Pick<Ctx, 'em'>, registrationId: number) {
  const rows = await readRows(em, dueColumns)(
    `select fees_undecided_since::text as since, due_on::text as "dueOn", sum(amount)::float8 as amount
     from registrations join charges on ${undecidedCharge}
     where registrations.id = ? and deleted_at is null and ${hasLeft}
     group by 1, 2 order by 2`,
    [registrationId],
  );
  const [first] = rows;
  return first ? { since: first.since, days: rows.map(({ dueOn, amount }) => ({ dueOn, amount })) } : null;
}
