import type { ManyChargesInput, ManyPeople, ManyReversalsInput } from '@institute/contract';
import { registrationLimits, tooManyChosenMessage } from '@institute/contract/registrations.constants';
import { refuseUnconfirmed } from '../../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { int, intOrNull, type Row, readRows, text } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { recordActivities } from '../../../platform/activity/activity.service.ts';
import { refuseForeignWords } from '../../../platform/outbox/outgoing-words.service.ts';
import { notReversedSql } from '../../charges/charge.entity.ts';
import { insertCharges, reverseCharges } from '../../charges/charge.service.ts';
import { changeDebts } from '../../charges/debt-change.service.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { askAboutHighCharge, countHighCharges, refuseUnsafeSum } from './charge-office.service.ts';
import { listHolders, readSums } from './fee-account.service.ts';
import { formatShillings } from './fee-movement.service.ts';

const chargedPersonColumns = {
  registrationId: int,
  reference: text,
  name: text,
  /** UGX that the person owes under this label. Null without such a charge. */
  owes: intOrNull,
};
type ChargedPerson = Row<typeof chargedPersonColumns>;

/** Extra charges with a label that were not reversed. The case of letters does not matter. */
const sameLabelSql = `kind = 'extra' and lower(label) = lower(?) and ${notReversedSql}`;

async function findPeople({ em }: Pick<Ctx, 'em'>, registrations: ManyPeople, label: string, lock = '') {
  const [where, value] = Array.isArray(registrations)
    ? ['id = any(?::int[])', `{${registrations}}`]
    : [`intake_id = ? and status = 'accepted'`, registrations.intakeId];
  const people = await readRows(em, chargedPersonColumns)(
    `select id as "registrationId", reference, ${fullNameSql()} as name,
       (select sum(amount)::float8 from charges where registration_id = registrations.id and ${sameLabelSql}) as owes
     from registrations where ${where} and deleted_at is null order by id ${lock}`,
    [label, value],
  );
  if (people.length > registrationLimits.chosen) throw new AppError('VALIDATION_ERROR', tooManyChosenMessage);
  return people;
}

/** After the locks, so that nobody gets the same charge from two calls. */
async function lockPeople(tx: TxCtx, registrations: ManyPeople, label: string): Promise<ChargedPerson[]> {
  const locked = await findPeople(tx, registrations, label, 'for update');
  return findPeople(tx, listHolders(locked), label);
}

/**
 * Whom `chargeMany` would charge, and who has a charge of this label already. `high`: of how many it is many times
 * the price.
 */
export async function planManyCharges(
  ctx: Ctx,
  { registrations, label, amount }: Pick<ManyChargesInput, 'registrations' | 'label' | 'amount'>,
) {
  const people = await findPeople(ctx, registrations, label);
  const charged = people.filter(({ owes }) => owes === null);
  const { length: count } = charged;
  const high = await countHighCharges(ctx, listHolders(charged), amount);
  return { count, total: count * amount, already: people.length - count, high, people };
}

/** People with a charge of this label are left out. */
export function chargeMany(ctx: Ctx, { registrations, again, ...charge }: ManyChargesInput) {
  return runInTransaction(ctx, async (tx) => {
    await refuseForeignWords(tx, [charge.label]);
    const people = await lockPeople(tx, registrations, charge.label);
    const charged = people.filter(({ owes }) => owes === null);
    if (!again) await askAboutHighCharge(tx, listHolders(charged), charge.amount);
    const sums = await readSums(tx, listHolders(charged));
    for (const { balance, paid } of sums.values()) refuseUnsafeSum(balance + paid + charge.amount);
    const rows = charged.map(({ registrationId }) => ({ ...charge, registrationId, kind: 'extra' as const }));
    await changeDebts(tx, listHolders(charged), 'office', (debts) => insertCharges(debts, rows));
    await recordMany(
      tx,
      charged,
      (reference) => `Charged registration ${reference} ${formatShillings(charge.amount)}`,
    );
    const { length: count } = charged;
    return { count, total: count * charge.amount, already: people.length - count };
  });
}

/** People whose charge `reverseMany` would reverse. */
export async function planManyReversals(
  ctx: Ctx,
  { registrations, label }: Pick<ManyReversalsInput, 'registrations' | 'label'>,
) {
  const people = (await findPeople(ctx, registrations, label)).filter(({ owes }) => owes !== null);
  return { count: people.length, total: people.reduce((sum, { owes }) => sum + (owes ?? 0), 0), people };
}

export function reverseMany(ctx: Ctx, { registrations, label, reason }: ManyReversalsInput) {
  refuseUnconfirmed(ctx);
  return runInTransaction(ctx, async (tx) => {
    const people = (await lockPeople(tx, registrations, label)).filter(({ owes }) => owes !== null);
    await changeDebts(tx, listHolders(people), 'office', (debts) =>
      reverseCharges(debts, listHolders(people), { where: sameLabelSql, values: [label], reason }),
    );
    await recordMany(
      tx,
      people,
      (reference, owes) => `Reversed ${formatShillings(owes)} of registration ${reference}`,
    );
    return { count: people.length };
  });
}

const recordMany = (
  tx: TxCtx,
  people: readonly ChargedPerson[],
  describe: (reference: string, owes: number) => string,
): Promise<void> =>
  recordActivities(
    tx,
    people.map(({ registrationId: entityId, reference, owes }) => ({
      type: 'update' as const,
      entityType: 'fee' as const,
      entityId,
      description: describe(reference, owes ?? 0),
    })),
  );
