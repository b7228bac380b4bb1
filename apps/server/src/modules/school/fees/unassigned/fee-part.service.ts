import type { FeeAssignment, FeeMoveInput, FeeUnassignInput, UnassignedQuery } from '@institute/contract';
import { feePaymentNotFound, partsSumMessage, sumAmounts } from '@institute/contract/fees.constants';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { pickFields } from '../../../../database/shown-fields.ts';
import { AppError, invalidInputError, notFoundError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { removeCancelledMessages } from '../../../platform/outbox/outbox.service.ts';
import { lockAccountHolders, lockAllHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { readSums } from '../accounts/fee-account.service.ts';
import { FeePartEntity } from '../accounts/fee-ledger.entity.ts';
import { FeeLineEntity } from '../accounts/fee-line.entity.ts';
import { findLine } from '../accounts/fee-line.service.ts';
import {
  formatShillings,
  insertParts,
  lockMovement,
  recordReceipts,
  toReceipts,
} from '../accounts/fee-movement.service.ts';
import { guardMoves } from '../accounts/moved-money.service.ts';
import { listWithheldMovements, refuseWithheldMovement } from '../accounts/withheld.service.ts';

/** What a movement has left to assign. */
const filterUnassigned = async (ctx: Pick<Ctx, 'em'>) =>
  ({ source: 'unassigned', id: { $nin: await listWithheldMovements(ctx) } }) as const;

/** Unassigned money. Newest first. */
export async function listUnassigned({ em }: Pick<Ctx, 'em'>, { limit, offset }: UnassignedQuery) {
  const [rows, total] = await em.findAndCount(FeeLineEntity, await filterUnassigned({ em }), {
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

/** For the dashboard. */
export const countUnassigned = async ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  em.count(FeeLineEntity, await filterUnassigned({ em }));

/** The people get their messages now. */
export function assignPayment(ctx: Ctx, { movementId, parts }: FeeAssignment) {
  return runInTransaction(ctx, async (tx) => {
    const { number, code, amount, kind } = await lockMovement(tx, movementId);
    await refuseWithheldMovement(tx, movementId);
    const holders = await lockAllHolders(tx, parts);
    const rest = await tx.em.findOne(FeeLineEntity, { source: 'unassigned', movementId });
    if (kind !== 'payment' || !rest) throw new AppError('CONFLICT', 'This payment is assigned already');
    const sum = sumAmounts(parts);
    if (sum > rest.amount) throw invalidInputError([{ path: 'parts', message: partsSumMessage }]);
    // The receipt that this money got before parts had them, and that nobody has had yet
    const remaining =
      number &&
      code &&
      sum === amount &&
      parts.length === 1 &&
      !(await tx.em.count(FeePartEntity, { movementId }))
        ? { receiptNumber: number, receiptCode: code }
        : {};
    const receipts = await insertParts(
      tx,
      parts.map((part) => ({ ...part, movementId, ...remaining })),
    );
    await recordReceipts(tx, 'Assigned', receipts, holders);
    return { id: movementId, receipts: toReceipts(receipts) };
  });
}

/**
 * No cash moves, so no receipt is made: two parts that cancel out. Without another account the money becomes
 * unassigned again.
 */
export function moveFromPart(
  ctx: Ctx,
  { partId, toRegistrationId: to, amount, reason }: FeeUnassignInput & Partial<FeeMoveInput>,
) {
  return runInTransaction(ctx, async (tx) => {
    const before = await readPart(tx, partId);
    await lockMovement(tx, before.movementId);
    const from = before.registrationId;
    if (to === from)
      throw invalidInputError([{ path: 'toRegistrationId', message: 'Choose another person' }]);
    if (to === undefined) await lockAccountHolders(tx, [from]);
    else await lockAllHolders(tx, [before, { registrationId: to }]);
    const { left } = await readPart(tx, partId);
    const paid = (await readSums(tx, [from])).get(from)?.paid ?? left;
    const most = Math.max(0, Math.min(left, paid));
    const movedAmount = amount ?? most;
    if (movedAmount === 0 || movedAmount > most) {
      const message = `At most what is left: ${formatShillings(most)}`;
      throw invalidInputError([{ path: 'amount', message }]);
    }
    const recorded = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? null };
    const parts = [
      { registrationId: from, amount: -movedAmount },
      ...(to === undefined ? [] : [{ registrationId: to, amount: movedAmount }]),
    ];
    const common = { ...recorded, movementId: before.movementId, movedFrom: partId, reason };
    const stored: number[] = [];
    for (const part of parts) stored.push(await tx.em.insert(FeePartEntity, { ...part, ...common }));
    const receiptText = before.receiptNumber ? ` of receipt ${before.receiptNumber}` : '';
    const where = to === undefined ? 'It is unassigned now' : 'It is another account’s now';
    await recordFeeActivity(tx, from, `Moved ${formatShillings(movedAmount)}${receiptText}. ${where}`);
    if (to !== undefined)
      await recordFeeActivity(tx, to, `Moved ${formatShillings(movedAmount)}${receiptText} to this account`);
    if (movedAmount === left)
      await removeCancelledMessages(tx, { receiptNumber: [before.receiptNumber ?? ''] });
    await guardMoves(tx, stored);
    return { id: stored.at(-1) ?? partId };
  });
}

async function readPart(tx: TxCtx, id: number) {
  const line = await findLine(tx, { id });
  if (!line?.movementId || !line.registrationId) throw notFoundError(feePaymentNotFound);
  if (line.kind !== 'payment') throw new AppError('CONFLICT', 'This is no received payment');
  return { ...line, movementId: line.movementId, registrationId: line.registrationId };
}
