import type { FeeCounterInput } from '@institute/contract';
import { sumAmounts } from '@institute/contract/fees.constants';
import { toLocalDay, toLocalYear } from '@institute/contract/time';
import { refuseUnconfirmedPassword, refuseUnlessOwner } from '../../../../context/rights.ts';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { takeNumber } from '../../../platform/numbered-documents/number-series.service.ts';
import { removeCancelledMessages } from '../../../platform/outbox/outbox.service.ts';
import { refuseForeignWords } from '../../../platform/outbox/outgoing-words.service.ts';
import { confirmedPaymentMessage } from '../../../platform/payments/online-payment.service.ts';
import { resolveCashBox } from './cash-box.service.ts';
import { lockAccountHolders, recordFeeActivity } from './charge-office.service.ts';
import { feeCancelledMessage } from './fee.messages.ts';
import { FeeMovementEntity, FeePartEntity } from './fee-ledger.entity.ts';
import { type FeeLine, listMovementLines } from './fee-line.service.ts';
import { formatShillings, lockClosings, lockMovement } from './fee-movement.service.ts';
import { queueHolderMessages, queuePayerMessages } from './fee-notice.service.ts';
import { refuseWithheldMovement } from './withheld.service.ts';

/**
 * Cancels a movement that was recorded by mistake. Its receipts keep their numbers, and a counter-receipt takes
 * them back. If no box is given, cash leaves the box that it came to.
 */
export function recordCounterMovement(ctx: Ctx, { movementId, reason, box: named }: FeeCounterInput) {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    // The counter-receipt contains the reason
    await refuseForeignWords(tx, [reason]);
    const cancelledMovement = await lockMovement(tx, movementId);
    await refuseWithheldMovement(tx, movementId);
    const { kind, method } = cancelledMovement;
    if (kind === 'counter') throw new AppError('CONFLICT', 'This row takes back another one');
    if (kind === 'payment' && method === 'online') throw new AppError('CONFLICT', confirmedPaymentMessage);
    const today = toLocalDay(tx.now());
    refuseUnlessMayCancel(tx, cancelledMovement);
    const cashBox = await resolveCashBox(
      tx,
      method,
      named ?? cancelledMovement.box ?? cancelledMovement.recordedBy,
    );
    const movementLines = await listMovementLines(tx, movementId);
    await lockAccountHolders(
      tx,
      movementLines.flatMap(({ registrationId }) => registrationId ?? []),
    );
    await lockClosings(tx, 'record');
    const counterReceiptNumber = await takeNumber(tx, 'CAN', toLocalYear(tx.now()));
    const recordedFields = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? null };
    const counterMovement = {
      kind: 'counter',
      receivedOn: today,
      counters: movementId,
      number: counterReceiptNumber,
      reason,
    } as const;
    const counterAmount = -cancelledMovement.amount;
    const counterId = await tx.em.insert(FeeMovementEntity, {
      ...recordedFields,
      ...counterMovement,
      method,
      amount: counterAmount,
      box: cashBox,
    });
    const amountsByHolder = sumAmountsByHolder(movementLines);
    for (const { registrationId, amount } of amountsByHolder)
      await tx.em.insert(FeePartEntity, {
        ...recordedFields,
        movementId: counterId,
        registrationId,
        amount: -amount,
      });
    const receiptNumbers = movementLines.flatMap(
      ({ receiptNumber, refundNumber }) => receiptNumber ?? refundNumber ?? [],
    );
    const movementText = kind === 'deposit' ? 'cash taken to the bank,' : 'a payment of';
    const description = receiptNumbers.length > 0 ? `receipt ${receiptNumbers.join(', ')} of` : movementText;
    await recordFeeActivity(
      tx,
      amountsByHolder[0]?.registrationId ?? null,
      `Cancelled ${description} ${formatShillings(Math.abs(cancelledMovement.amount))}: ${counterReceiptNumber}`,
    );
    await removeCancelledMessages(tx, {
      receiptNumber: movementLines.flatMap(({ receiptNumber }) => receiptNumber ?? []),
      partId: movementLines.map(({ id: partId }) => partId),
    });
    const notifiedShares = amountsByHolder.map((share) => ({
      ...share,
      receiptNumber: share.line.receiptNumber,
    }));
    await queueHolderMessages(tx, feeCancelledMessage, notifiedShares, ({ line, amount }, about) => ({
      partId: line.id,
      amount: Math.abs(amount),
      receiptNumber: line.receiptNumber ?? line.refundNumber ?? '',
      cancellationNumber: counterReceiptNumber,
      ...about,
    }));
    if (kind === 'payment') {
      const isAssigned = sumAmounts(amountsByHolder) === cancelledMovement.amount;
      const toldRegistrations = isAssigned ? amountsByHolder.map(({ registrationId }) => registrationId) : [];
      await queuePayerMessages(tx, [
        {
          movementId,
          amount: cancelledMovement.amount,
          number: counterReceiptNumber,
          told: toldRegistrations,
        },
      ]);
    }
    return { id: counterId, number: counterReceiptNumber };
  });
}

/** Only owners cancel cash, and movements or donations that were recorded before today. */
export function refuseUnlessMayCancel(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  { method, recordedAt }: { method: string; recordedAt?: Date | null | undefined },
): void {
  const isRecordedToday = recordedAt && toLocalDay(recordedAt) === toLocalDay(ctx.now());
  if (method === 'cash' || !isRecordedToday) refuseUnlessOwner(ctx);
}

/** Sums each account's share of a movement after moves, and returns it with the line that has the receipt. */
function sumAmountsByHolder(lines: readonly FeeLine[]) {
  const linesByHolder = Map.groupBy(lines, ({ registrationId }) => registrationId ?? 0);
  return [...linesByHolder].flatMap(([registrationId, own]) => {
    const [line] = own;
    const amount = own.reduce((sum, one) => sum + (one.kind === 'refund' ? -1 : 1) * one.amount, 0);
    return line && amount !== 0 ? [{ registrationId, amount, line }] : [];
  });
}
