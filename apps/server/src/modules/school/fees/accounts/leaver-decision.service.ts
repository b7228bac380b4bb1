import type { LeaverDecision } from '@institute/contract';
import { sumAmounts } from '@institute/contract/fees.constants';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { notReversedSql } from '../../charges/charge.entity.ts';
import { leftEarlyReason, reverseCharges } from '../../charges/charge.service.ts';
import { changeDebts } from '../../charges/debt-change.service.ts';
import { deleteUndecidedLeavers, readUndecidedCharges } from '../../charges/leaver.service.ts';
import { lockAccountHolder, recordFeeActivity } from './charge-office.service.ts';
import { formatShillings } from './fee-movement.service.ts';

/** Decides about charges that were not due when the person left: they stay, or they are reversed. */
export function decideLeaverCharges(ctx: Ctx, { registrationId, reverses }: LeaverDecision) {
  return runInTransaction(ctx, async (tx) => {
    const { reference } = await lockAccountHolder(tx, registrationId);
    const undecidedCharges = await readUndecidedCharges(tx, registrationId);
    if (!undecidedCharges) throw new AppError('CONFLICT', 'This was decided already');
    const notYetDueSql = `amount > 0 and due_on > ?::date and ${notReversedSql}`;
    if (reverses) {
      const chargeReversal = {
        where: notYetDueSql,
        values: [undecidedCharges.since],
        reason: leftEarlyReason,
      };
      await changeDebts(tx, [registrationId], 'leaver', (debts) =>
        reverseCharges(debts, [registrationId], chargeReversal),
      );
    }
    await deleteUndecidedLeavers(tx, [registrationId]);
    const decidedAmount = sumAmounts(undecidedCharges.days);
    const decisionText = reverses ? 'Took back' : 'Kept';
    await recordFeeActivity(
      tx,
      registrationId,
      `${decisionText} ${formatShillings(decidedAmount)} of registration ${reference} that was not due when the person left`,
    );
    return { amount: decidedAmount };
  });
}
