import type { ManyChargesInput, ManyPeople, ManyReversalsInput } from '@institute/contract';
import { registrationLimits, tooManyChosenMessage } from '@institute/contract/registrations.constants';
import { refuseUnconfirmedPassword } from '../../../../context/rights.ts';
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
import { listHolderIds, readPaidAndBalance } from './fee-account.service.ts';
import { formatShillings } from './fee-movement.service.ts';

const chargedPersonColumns = {
  registrationId: int,
  reference: text,
  name: text,
  /** UGX that the person owes under this label. Null without such a charge. */
  owes: intOrNull,
};
type ChargedPerson = Row<typeof chargedPersonColumns>;

/** SQL condition: extra charges with this label, in any case of letters, that nothing has reversed. */
const sameLabelSql = `kind = 'extra' and lower(label) = lower(?) and ${notReversedSql}`;

async function findChargedPeople(
  { em }: Pick<Ctx, 'em'>,
  registrations: ManyPeople,
  label: string,
  lock = '',
) {
  const [where, value] = Array.isArray(registrations)
    ? ['id = any(?::int[])', `{${registrations}}`]
    : [`intake_id = ? and status = 'accepted'`, registrations.intakeId];
  const chargedPeople = await readRows(em, chargedPersonColumns)(
    `select id as "registrationId", reference, ${fullNameSql()} as name,
       (select sum(amount)::float8 from charges where registration_id = registrations.id and ${sameLabelSql}) as owes
     from registrations where ${where} and deleted_at is null order by id ${lock}`,
    [label, value],
  );
  if (chargedPeople.length > registrationLimits.chosen)
    throw new AppError('VALIDATION_ERROR', tooManyChosenMessage);
  return chargedPeople;
}

/** Reads the people again after locking them, so that two calls do not charge one person twice. */
async function lockChargedPeople(
  tx: TxCtx,
  registrations: ManyPeople,
  label: string,
): Promise<ChargedPerson[]> {
  const lockedPeople = await findChargedPeople(tx, registrations, label, 'for update');
  return findChargedPeople(tx, listHolderIds(lockedPeople), label);
}

/**
 * Returns the people whom `chargeManyPeople` would charge, and how many have a charge of this label already. `high`
 * counts the people for whom the amount is many times the price of their program.
 */
export async function planManyCharges(
  ctx: Ctx,
  { registrations, label, amount }: Pick<ManyChargesInput, 'registrations' | 'label' | 'amount'>,
) {
  const people = await findChargedPeople(ctx, registrations, label);
  const peopleToCharge = people.filter(({ owes }) => owes === null);
  const { length: count } = peopleToCharge;
  const highCount = await countHighCharges(ctx, listHolderIds(peopleToCharge), amount);
  return { count, total: count * amount, already: people.length - count, high: highCount, people };
}

/** Charges all of these people who have no charge of this label yet. */
export function chargeManyPeople(ctx: Ctx, { registrations, again, ...charge }: ManyChargesInput) {
  return runInTransaction(ctx, async (tx) => {
    await refuseForeignWords(tx, [charge.label]);
    const people = await lockChargedPeople(tx, registrations, charge.label);
    const peopleToCharge = people.filter(({ owes }) => owes === null);
    if (!again) await askAboutHighCharge(tx, listHolderIds(peopleToCharge), charge.amount);
    const paidAndBalances = await readPaidAndBalance(tx, listHolderIds(peopleToCharge));
    for (const { balance, paid } of paidAndBalances.values()) refuseUnsafeSum(balance + paid + charge.amount);
    const newCharges = peopleToCharge.map(({ registrationId }) => ({
      ...charge,
      registrationId,
      kind: 'extra' as const,
    }));
    await changeDebts(tx, listHolderIds(peopleToCharge), 'office', (debts) =>
      insertCharges(debts, newCharges),
    );
    await recordManyActivities(
      tx,
      peopleToCharge,
      (reference) => `Charged registration ${reference} ${formatShillings(charge.amount)}`,
    );
    const { length: count } = peopleToCharge;
    return { count, total: count * charge.amount, already: people.length - count };
  });
}

/** Returns the people whose charge `reverseManyCharges` would reverse. */
export async function planManyReversals(
  ctx: Ctx,
  { registrations, label }: Pick<ManyReversalsInput, 'registrations' | 'label'>,
) {
  const people = (await findChargedPeople(ctx, registrations, label)).filter(({ owes }) => owes !== null);
  return { count: people.length, total: people.reduce((sum, { owes }) => sum + (owes ?? 0), 0), people };
}

export function reverseManyCharges(ctx: Ctx, { registrations, label, reason }: ManyReversalsInput) {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    const people = (await lockChargedPeople(tx, registrations, label)).filter(({ owes }) => owes !== null);
    await changeDebts(tx, listHolderIds(people), 'office', (debts) =>
      reverseCharges(debts, listHolderIds(people), { where: sameLabelSql, values: [label], reason }),
    );
    await recordManyActivities(
      tx,
      people,
      (reference, owes) => `Reversed ${formatShillings(owes)} of registration ${reference}`,
    );
    return { count: people.length };
  });
}

const recordManyActivities = (
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
