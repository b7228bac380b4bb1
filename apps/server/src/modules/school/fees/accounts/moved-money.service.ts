import { refuseUnconfirmedPassword } from '../../../../context/rights.ts';
import type { TxCtx } from '../../../../context.ts';
import { feeChangeMessage } from './fee.messages.ts';
import { CrossedFeePartEntity } from './fee-ledger.entity.ts';
import { queueHolderMessages, queuePayerMessages } from './fee-notice.service.ts';
import { type MoneyStep, readMoneySteps } from './money-path.service.ts';

/**
 * Every function that has stored parts calls this. When money changes its person, or gets one on a later day than
 * it was recorded, this asks for the password and tells the payer and everybody who has had the money. *Control*
 * shows the same steps. Returns the steps among these parts.
 */
export async function guardMoneyMoves(tx: TxCtx, partIds: readonly number[]): Promise<MoneyStep[]> {
  const partsWithPaths = await readMoneySteps(tx, partIds);
  const guardedSteps = partsWithPaths.filter(({ isStep }) => isStep);
  if (guardedSteps.length === 0) return [];
  refuseUnconfirmedPassword(tx);
  // Money of a crossed part always belonged to the person, so nobody is told when it is put right
  const crossedParts = await tx.em.find(CrossedFeePartEntity, { movementId: { $ne: null } });
  const stepsToTell = guardedSteps.filter(
    (step) => !crossedParts.some(({ movementId }) => movementId === step.movementId),
  );
  const arrivedParts = partsWithPaths.filter(({ movedFrom, amount }) => movedFrom !== null && amount > 0);
  const holderNotices = [
    ...stepsToTell.flatMap(({ former, ...step }) =>
      former.map((registrationId) => ({
        ...step,
        registrationId,
        isHere: false,
        isPast: step.amount > 0 || registrationId !== step.registrationId,
      })),
    ),
    ...arrivedParts.map((part) => ({ ...part, isHere: true, isPast: false })),
  ];
  await queueHolderMessages(tx, feeChangeMessage, holderNotices, ({ id, amount, isHere, isPast }, about) => ({
    partId: id,
    amount: Math.abs(amount),
    isHere,
    isPast,
    ...about,
  }));
  await queuePayerMessages(
    tx,
    stepsToTell.map(({ movementId, amount, former, holder }) => ({
      movementId,
      amount: Math.abs(amount),
      nowOn: holder === null ? 'no' : former.length > 0 ? 'another' : 'an',
      told: holder === null ? former : [...former, holder],
    })),
  );
  return stepsToTell;
}
