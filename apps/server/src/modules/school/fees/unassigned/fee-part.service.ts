import type { FeeAssignment, FeeMoveInput, FeeUnassignInput, UnassignedQuery } from '@institute/contract';
import { feePaymentNotFound, partsSumMessage, sumAmounts } from '@institute/contract/fees.constants';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { pickFields } from '../../../../database/shown-fields.ts';
import { AppError, invalidInputError, notFoundError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { removeCancelledMessages } from '../../../platform/outbox/outbox.service.ts';
import { lockAccountHolders, lockAllHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { readPaidAndBalance } from '../accounts/fee-account.service.ts';
import { FeePartEntity } from '../accounts/fee-ledger.entity.ts';
import { FeeLineEntity } from '../accounts/fee-line.entity.ts';
import { findFeeLine } from '../accounts/fee-line.service.ts';
import {
  formatShillings,
  insertParts,
  lockMovement,
  recordReceipts,
  toReceipts,
} from '../accounts/fee-movement.service.ts';
import { guardMoneyMoves } from '../accounts/moved-money.service.ts';
import { listWithheldMovements, refuseWithheldMovement } from '../accounts/withheld.service.ts';

/** Selects unassigned money, without movements whose money may belong to another line. */
const makeUnassignedFilter = async (ctx: Pick<Ctx, 'em'>) =>
  ({ source: 'unassigned', id: { $nin: await listWithheldMovements(ctx) } }) as const;

/** Lists unassigned money, newest first. */
export async function listUnassignedMoney({ em }: Pick<Ctx, 'em'>, { limit, offset }: UnassignedQuery) {
  const [rows, total] = await em.findAndCount(FeeLineEntity, await makeUnassignedFilter({ em }), {
    orderBy: { receivedOn: 'desc', id: 'desc' },
    limit,
    offset,
    disableIdentityMap: true,
  });
  return {
    items: rows.map((row) => ({
      ...pickFields(
        row,
        'id',
        'method',
        'operatorId',
        'amount',
        'total',
        'receivedOn',
        'payerName',
        'payerPhone',
        'note',
        'recordedBy',
        'createdAt',
      ),
      movementId: row.id,
    })),
    total,
  };
}

/** Counts unassigned payments for the dashboard. */
export const countUnassignedMoney = async ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  em.count(FeeLineEntity, await makeUnassignedFilter({ em }));

/** Assigns unassigned money to people, who get their receipts now. */
export function assignPayment(ctx: Ctx, { movementId, parts }: FeeAssignment) {
  return runInTransaction(ctx, async (tx) => {
    const { number, code, amount, kind } = await lockMovement(tx, movementId);
    await refuseWithheldMovement(tx, movementId);
    const accountHolders = await lockAllHolders(tx, parts);
    const unassignedLine = await tx.em.findOne(FeeLineEntity, { source: 'unassigned', movementId });
    if (kind !== 'payment' || !unassignedLine)
      throw new AppError('CONFLICT', 'This payment is assigned already');
    const assignedSum = sumAmounts(parts);
    if (assignedSum > unassignedLine.amount)
      throw invalidInputError([{ path: 'parts', message: partsSumMessage }]);
    // Reuses the receipt number that an earlier version gave to this money while it was unassigned
    const formerReceipt =
      number &&
      code &&
      assignedSum === amount &&
      parts.length === 1 &&
      !(await tx.em.count(FeePartEntity, { movementId }))
        ? { receiptNumber: number, receiptCode: code }
        : {};
    const newReceipts = await insertParts(
      tx,
      parts.map((part) => ({ ...part, movementId, ...formerReceipt })),
    );
    await recordReceipts(tx, 'Assigned', newReceipts, accountHolders);
    return { id: movementId, receipts: toReceipts(newReceipts) };
  });
}

/**
 * Moves money with two parts that cancel out. No cash moves, so no receipt is made. Without another account the
 * money becomes unassigned again.
 */
export function moveMoneyFromPart(
  ctx: Ctx,
  { partId, toRegistrationId: to, amount, reason }: FeeUnassignInput & Partial<FeeMoveInput>,
) {
  return runInTransaction(ctx, async (tx) => {
    const sourcePart = await readPart(tx, partId);
    await lockMovement(tx, sourcePart.movementId);
    const sourceHolder = sourcePart.registrationId;
    if (to === sourceHolder)
      throw invalidInputError([{ path: 'toRegistrationId', message: 'Choose another person' }]);
    if (to === undefined) await lockAccountHolders(tx, [sourceHolder]);
    else await lockAllHolders(tx, [sourcePart, { registrationId: to }]);
    const { left } = await readPart(tx, partId);
    const paidByHolder = (await readPaidAndBalance(tx, [sourceHolder])).get(sourceHolder)?.paid ?? left;
    const maxAmount = Math.max(0, Math.min(left, paidByHolder));
    const movedAmount = amount ?? maxAmount;
    if (movedAmount === 0 || movedAmount > maxAmount) {
      const message = `At most what is left: ${formatShillings(maxAmount)}`;
      throw invalidInputError([{ path: 'amount', message }]);
    }
    const recordedFields = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? null };
    const balancingParts = [
      { registrationId: sourceHolder, amount: -movedAmount },
      ...(to === undefined ? [] : [{ registrationId: to, amount: movedAmount }]),
    ];
    const commonFields = { ...recordedFields, movementId: sourcePart.movementId, movedFrom: partId, reason };
    const storedIds: number[] = [];
    for (const balancingPart of balancingParts)
      storedIds.push(await tx.em.insert(FeePartEntity, { ...balancingPart, ...commonFields }));
    const receiptText = sourcePart.receiptNumber ? ` of receipt ${sourcePart.receiptNumber}` : '';
    const destinationText = to === undefined ? 'It is unassigned now' : 'It is another account’s now';
    await recordFeeActivity(
      tx,
      sourceHolder,
      `Moved ${formatShillings(movedAmount)}${receiptText}. ${destinationText}`,
    );
    if (to !== undefined)
      await recordFeeActivity(tx, to, `Moved ${formatShillings(movedAmount)}${receiptText} to this account`);
    if (movedAmount === left)
      await removeCancelledMessages(tx, { receiptNumber: [sourcePart.receiptNumber ?? ''] });
    await guardMoneyMoves(tx, storedIds);
    return { id: storedIds.at(-1) ?? partId };
  });
}

async function readPart(tx: TxCtx, id: number) {
  const paymentLine = await findFeeLine(tx, { id });
  if (!paymentLine?.movementId || !paymentLine.registrationId) throw notFoundError(feePaymentNotFound);
  if (paymentLine.kind !== 'payment') throw new AppError('CONFLICT', 'This is no received payment');
  return { ...paymentLine, movementId: paymentLine.movementId, registrationId: paymentLine.registrationId };
}
