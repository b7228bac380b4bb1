import { refuseUnconfirmed } from '../../../../context/rights.ts';
import type { TxCtx } from '../../../../context.ts';
import { feeChangeMessage } from './fee.messages.ts';
import { CrossedFeePartEntity } from './fee-ledger.entity.ts';
import { queueHolderMessages, queuePayerMessages } from './fee-notice.service.ts';
import { type MoneyStep, readMoneySteps } from './money-path.service.ts';

/**
 * The one rule for money that changes its person, or that gets one later than on its day. Whatever has stored parts
 * calls it: it asks for the password, and tells the payer, and everybody who has had the money. *Control* reads the
 * same steps. Returns those among these parts.
 */
export async function guardMoves(tx: TxCtx, partIds: readonly number[]): Promise<MoneyStep[]> {
  const parts = await readMoneySteps(tx, partIds);
  const steps = parts.filter(({ isStep }) => isStep);
  if (steps.length === 0) return [];
  refuseUnconfirmed(tx);
  // Money that is put right was always the person's
  const crossed = await tx.em.find(CrossedFeePartEntity, { movementId: { $ne: null } });
  const moved = steps.filter((step) => !crossed.some(({ movementId }) => movementId === step.movementId));
  const arrived = parts.filter(({ movedFrom, amount }) => movedFrom !== null && amount > 0);
  const lines = [
    ...moved.flatMap(({ former, ...step }) =>
      former.map((registrationId) => ({
        ...step,
        registrationId,
        isHere: false,
        isPast: step.amount > 0 || registrationId !== step.registrationId,
      })),
    ),
    ...arrived.map((part) => ({ ...part, isHere: true, isPast: false })),
  ];
  await queueHolderMessages(tx, feeChangeMessage, lines, ({ id, amount, isHere, isPast }, about) => ({
    partId: id,
    amount: Math.abs(amount),
    isHere,
    isPast,
    ...about,
  }));
  await queuePayerMessages(
    tx,
    moved.map(({ movementId, amount, former, holder }) => ({
      movementId,
      amount: Math.abs(amount),
      nowOn: holder === null ? 'no' : former.length > 0 ? 'another' : 'an',
      told: holder === null ? former : [...former, holder],
    })),
  );
  return moved;
}
