import type { ChargeInput, ReversalInput } from '@institute/contract';
import { chargeNotFound, highChargeFactor } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { registrationNotFoundMessage } from '@institute/contract/registrations.constants';
import { refuseUnconfirmedPassword } from '../../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { AppError, invalidInputError, notFoundError } from '../../../../errors.ts';
import { int, readNumber, readRows, text } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { recordActivity } from '../../../platform/activity/activity.service.ts';
import { refuseForeignWords } from '../../../platform/outbox/outgoing-words.service.ts';
import { ChargeEntity } from '../../charges/charge.entity.ts';
import { insertCharge, reverseCharges } from '../../charges/charge.service.ts';
import { changeDebts } from '../../charges/debt-change.service.ts';
import { PROGRAMS_TABLE } from '../../programs/program.entity.ts';
import { listHolderIds, readAccountSums } from './fee-account.service.ts';

/**
 * Locks registrations, so that one transaction at a time changes the lines of an account. The lock order by id
 * prevents deadlocks of transactions that lock several.
 */
export const lockAccountHolders = ({ em }: TxCtx, ids: readonly number[]) =>
  readRows(em, { id: int, reference: text })(
    `select id, reference from registrations where id = any(?::int[]) and deleted_at is null
     order by id for update`,
    [`{${ids}}`],
  );

export async function lockAccountHolder(tx: TxCtx, id: number) {
  const [row] = await lockAccountHolders(tx, [id]);
  if (!row) throw notFoundError(registrationNotFoundMessage);
  return row;
}

/** Locks all of these registrations, or throws when one is missing. */
export async function lockAllHolders(tx: TxCtx, lines: readonly { registrationId: number }[]) {
  const lockedHolders = await lockAccountHolders(tx, listHolderIds(lines));
  if (lockedHolders.length < lines.length) throw notFoundError(registrationNotFoundMessage);
  return lockedHolders;
}

export const recordFeeActivity = (tx: TxCtx, entityId: number | null, description: string) =>
  recordActivity(tx, { type: 'update', entityType: 'fee', entityId, description });

/** Refuses a sum so large that programs could not read it exactly. */
export function refuseUnsafeSum(sum: number): void {
  if (Number.isSafeInteger(sum)) return;
  throw invalidInputError([{ path: 'amount', message: 'The sum of this account is too large' }]);
}

/** Counts the people for whom this amount is many times the price of their program. */
export const countHighCharges = (
  { em }: Pick<Ctx, 'em'>,
  registrations: readonly number[],
  amount: number,
): Promise<number> =>
  readNumber(em, 'count')(
    `select count(*)::int as count from registrations join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = program_id
     where registrations.id = any(?::int[]) and price > 0 and price * ? <= ?`,
    [`{${registrations}}`, highChargeFactor, amount],
  );

export async function askAboutHighCharge(
  tx: TxCtx,
  registrations: readonly number[],
  amount: number,
): Promise<void> {
  if ((await countHighCharges(tx, registrations, amount)) === 0) return;
  const programPriceText = registrations.length === 1 ? 'the price of the program' : 'the price of a program';
  const message = `${formatLocalMoney(amount)} is ${highChargeFactor} times ${programPriceText} or more. Charge it?`;
  throw new AppError('CONFLICT', message, { details: [{ path: 'again', message }] });
}

export function addCharge(ctx: Ctx, { again, ...input }: ChargeInput): Promise<{ id: number }> {
  return runInTransaction(ctx, async (tx) => {
    const { id: holder, reference } = await lockAccountHolder(tx, input.registrationId);
    refuseUnsafeSum((await readAccountSums(tx, holder)).charged + input.amount);
    if (!again) await askAboutHighCharge(tx, [holder], input.amount);
    await refuseForeignWords(tx, [input.label]);
    const storedCharge = await changeDebts(tx, [holder], 'office', (debts) =>
      insertCharge(debts, { ...input, reason: input.reason ?? null }),
    );
    await recordFeeActivity(
      tx,
      holder,
      `Charged registration ${reference} ${formatLocalMoney(input.amount)}`,
    );
    return storedCharge;
  });
}

export function reverseCharge(ctx: Ctx, { chargeId, reason }: ReversalInput): Promise<{ id: number }> {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    const chargeToReverse = await tx.em.findOne(ChargeEntity, chargeId, { disableIdentityMap: true });
    if (!chargeToReverse) throw notFoundError(chargeNotFound);
    const { id: holder, reference } = await lockAccountHolder(tx, chargeToReverse.registrationId);
    if (chargeToReverse.kind === 'reversal') throw new AppError('CONFLICT', 'This line reverses another one');
    if (await tx.em.count(ChargeEntity, { reverses: chargeId }))
      throw new AppError('CONFLICT', 'This charge is reversed already');
    await changeDebts(tx, [holder], 'office', (debts) =>
      reverseCharges(debts, [holder], { where: 'id = ?', values: [chargeId], reason }),
    );
    const reversalFilter = { reverses: chargeId };
    const { id } = await tx.em.findOneOrFail(ChargeEntity, reversalFilter, { disableIdentityMap: true });
    const reversedAmountText = formatLocalMoney(chargeToReverse.amount);
    await recordFeeActivity(tx, holder, `Reversed ${reversedAmountText} of registration ${reference}`);
    return { id };
  });
}
