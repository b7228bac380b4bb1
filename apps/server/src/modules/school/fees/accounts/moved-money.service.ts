import { refuseUnconfirmed } from '../../../../context/rights.ts';
import type { TxCtx } from '../../../../context.ts';
import { feeChangeMessage } from './fee.messages.ts';
import { CrossedFeePartEntity } from './fee-ledger.entity.ts';
import { queueHolderMessages, queuePayerMessages } from './fee-notice.service.ts';
import { listFormerHolders, type MoneyStep, readMoneySteps } from './money-path.service.ts';

/**
 * The one rule for money that changes its person, or that gets one later than on its day. Whatever has stored parts
 * calls it: it asks for the password, and tells the payer, and everybody who has had the money. *Control* reads the
 * same steps. Returns the steps among these parts.
 */
export async function guardMoves(tx: TxCtx, partIds: readonly number[]): Promise<MoneyStep[]> {
  const stored = await readMoneySteps(tx, partIds);
  const steps = stored.filter(({ isStep }) => isStep);
  if (steps.length === 0) return [];
  refuseUnconfirmed(tx);
  // Money that is put right was always the person's
  const crossed = await tx.em.find(CrossedFeePartEntity, {
    movementId: { $in: steps.map(({ movementId }) => movementId) },
  });
  const told = steps.filter(({ movementId }) => !crossed.some((one) => one.movementId === movementId));
  const arrived = stored.filter(({ movedFrom, amount }) => movedFrom !== null && amount > 0);
  await queueHolderMessages(
    tx,
    feeChangeMessage,
    [...told.flatMap(listLeft), ...arrived.map((part) => ({ ...part, isHere: true, isPast: false }))],
    ({ id: partId, amount, isHere, isPast }, about) => ({
      partId,
      amount: Math.abs(amount),
      isHere,
      isPast,
      ...about,
    }),
  );
  await queuePayerMessages(
    tx,
    told.map((step) => {
      const former = listFormerHolders(step);
      const goesTo = step.paths[0]?.at(-1)?.registrationId;
      const moved = former.length > 0 ? 'another' : 'an';
      return {
        movementId: step.movementId,
        amount: Math.abs(step.amount),
        nowOn: goesTo ? moved : 'no',
        told: goesTo ? [...former, goesTo] : former,
      };
    }),
  );
  return steps;
}

/** A line for everybody who has had the money, of whom the last one may lose it now. */
const listLeft = (step: MoneyStep) =>
  listFormerHolders(step).map((registrationId) => ({
    id: step.id,
    amount: step.amount,
    registrationId,
    isHere: false,
    isPast: step.amount > 0 || registrationId !== step.registrationId,
  }));
