import { isSeatTaken } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { takeSeat } from '../intakes/intake-seats.service.ts';
import { findIntakeFault } from '../intakes/open-intakes.service.ts';
import { RegistrationEntity, type RegistrationRow } from './registration.entity.ts';

interface SeatState {
  status: RegistrationRow['status'];
  intake: number | undefined;
}

export const toSeatState = ({ status, intake }: Pick<RegistrationRow, 'status' | 'intake'>): SeatState => ({
  status,
  intake: intake?.id,
});

/** Takes a seat when the change accepts an applicant, or moves one with a seat to another intake. */
export async function takeSeatIfNeeded(
  tx: Pick<TxCtx, 'em'>,
  before: SeatState | null,
  row: RegistrationRow,
) {
  const { status, intake } = toSeatState(row);
  if (!isSeatTaken(status) || intake === undefined) return;
  if (before && isSeatTaken(before.status) && before.intake === intake) return;
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

/** Sets `waitingSince`, which orders the waiting list. */
export function updateWaitingSince(row: RegistrationRow, before: SeatState, now: Date): void {
  if (row.status !== 'waiting') row.waitingSince = null;
  else if (before.status !== 'waiting' || before.intake !== row.intake?.id) row.waitingSince = now;
}

export async function takeRestoredSeat(tx: Pick<TxCtx, 'em'>, id: number): Promise<void> {
  await takeSeatIfNeeded(tx, null, await tx.em.findOneOrFail(RegistrationEntity, id));
}
