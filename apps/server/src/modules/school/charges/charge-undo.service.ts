import { isSeatTaken, type RegistrationStatus } from '@institute/contract/registrations.constants';
import { listIds } from '../../../sql.ts';
import { notReversedSql } from './charge.entity.ts';
import {
  lostSeatReason,
  reverseCharges,
  rewriteReversedCharges,
  type WrittenCharge,
  writeInstalments,
} from './charge.service.ts';
import { noteLowDebts } from './control-note.service.ts';
import { type ChargeCtx, changeDebts } from './debt-change.service.ts';

interface UndoneStep {
  /** Id of the registration. */
  id: number;
  /** Status that the undo restores. */
  to: RegistrationStatus;
  /** Ids of the charges that the step wrote. Null for a step of an earlier version, which did not note them. */
  charges: readonly number[] | null;
}

/**
 * Reverses the charges that the steps wrote, and writes again the charges that the steps reversed. All other
 * charges stay, also later ones. Call it in the transaction of the undo, with the registrations locked.
 */
export async function undoCharges(tx: ChargeCtx, steps: readonly UndoneStep[]): Promise<WrittenCharge[]> {
  const chargeIds = steps.flatMap(({ charges }) => charges ?? []);
  const notedChargesSql = `id = any(?::int[]) and ${notReversedSql}`;
  // A step without noted charges may have reversed instalments, so the missing ones are written
  const stepsWithoutCharges = steps.filter(({ to, charges }) => charges === null && isSeatTaken(to));
  const writtenCharges = await changeDebts(tx, listIds(steps), 'undo', async (debts) => [
    ...(await reverseCharges(debts, listIds(steps), {
      where: notedChargesSql,
      values: [`{${chargeIds}}`],
      reason: lostSeatReason,
    })),
    ...(await rewriteReversedCharges(debts, chargeIds)),
    ...(await writeInstalments(debts, listIds(stepsWithoutCharges))),
  ]);
  await noteLowDebts(tx, 'Accepted again', listIds(steps.filter(({ to }) => isSeatTaken(to))));
  return writtenCharges;
}
