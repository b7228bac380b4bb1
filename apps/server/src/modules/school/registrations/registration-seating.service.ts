import { hasSeat } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { takeSeat } from '../intakes/intake-seats.service.ts';
import { findIntakeFault } from '../intakes/open-intakes.service.ts';
import { RegistrationEntity, type RegistrationRow } from './registration.entity.ts';

interface Seating {
  status: RegistrationRow['status'];
  intake: number | undefined;
}

export const toSeating = ({ status, intake }: Pick<RegistrationRow, 'status' | 'intake'>): Seating => ({
  status,
  intake: intake?.id,
});

/** Takes a seat when the change accepts an applicant, or moves one with a seat to another intake. */
export async function takeSeats(tx: Pick<TxCtx, 'em'>, before: Seating | null, row: RegistrationRow) {
  const { status, intake } = toSeating(row);
  if (!hasSeat(status) || intake === undefined) return;
  if (before && hasSeat(before.status) && before.intake === intake) return;
  await takeSeat(tx, { intake, registration: row.id });
}

/** Moves a registration to another intake. With `anyway` the intake may have begun or be closed. */
export async function changeIntake(tx: TxCtx, row: RegistrationRow, intakeId: number | null, anyway = false) {
  if (intakeId === (row.intake?.id ?? null)) return;
  if (intakeId === null) {
    row.intake = null;
    return;
  }
  const fault = await findIntakeFault(tx, { intakeId, programId: row.program?.id ?? 0 });
  if (fault && !fault.mayPass) throw invalidInputError([fault.detail]);
  if (fault && !anyway) throw new AppError('CONFLICT', fault.detail.message, { details: [fault.detail] });
  row.intake = await tx.em.findOneOrFail(IntakeEntity, intakeId);
}

/** `waitingSince` orders the waiting list. */
export function updateWaitingSince(row: RegistrationRow, before: Seating, now: Date): void {
  if (row.status !== 'waiting') row.waitingSince = null;
  else if (before.status !== 'waiting' || before.intake !== row.intake?.id) row.waitingSince = now;
}

export async function takeRestoredSeat(tx: Pick<TxCtx, 'em'>, id: number): Promise<void> {
  await takeSeats(tx, null, await tx.em.findOneOrFail(RegistrationEntity, id));
}
