import { hasSeat, type RegistrationStatus } from '@institute/contract/registrations.constants';
import { listIds } from '../../../sql.ts';
import { notReversedSql } from './charge.entity.ts';
import {
  notAcceptedReason,
  reverseCharges,
  type WrittenCharge,
  writeInstalments,
  writeReversedAgain,
} from './charge.service.ts';
import { notePlaces } from './control-note.service.ts';
import { type ChargeCtx, changeDebts } from './debt-change.service.ts';

interface UndoneStep {
  /** Id of the registration. */
  id: number;
  /** The status that Undo restores. */
  to: RegistrationStatus;
  /** Ids of the rows that the step wrote. Null for a step that noted none, which was done before an update. */
  charges: readonly number[] | null;
}

/**
 * Reverses the charges that the steps wrote, and writes those again that the steps reversed. All other rows stay,
 * also later ones. Call it in the transaction of the undo, with the registrations locked.
 */
export async function undoCharges(tx: ChargeCtx, steps: readonly UndoneStep[]): Promise<WrittenCharge[]> {
  const recorded = steps.flatMap(({ charges }) => charges ?? []);
  const where = `id = any(?::int[]) and ${notReversedSql}`;
  // The change may have reversed instalments, and nobody knows which
  const unknown = steps.filter(({ to, charges }) => charges === null && hasSeat(to));
  const written = await changeDebts(tx, listIds(steps), 'undo', async (debts) => [
    ...(await reverseCharges(debts, listIds(steps), {
      where,
      values: [`{${recorded}}`],
      reason: notAcceptedReason,
    })),
    ...(await writeReversedAgain(debts, recorded)),
    ...(await writeInstalments(debts, listIds(unknown))),
  ]);
  await notePlaces(tx, 'Accepted again', listIds(steps.filter(({ to }) => hasSeat(to))));
  return written;
}
