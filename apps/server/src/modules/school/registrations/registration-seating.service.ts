import { isSeatTaken } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { refuseWithoutFreeSeat } from '../intakes/intake-seats.service.ts';
import { findIntakeFault } from '../intakes/open-intakes.service.ts';
import { RegistrationEntity, type RegistrationRow } from './registration.entity.ts';

interface StatusAndIntake {
  status: RegistrationRow['status'];
  intake: number | undefined;
}

export const toStatusAndIntake = ({
  status,
  intake,
}: Pick<RegistrationRow, 'status' | 'intake'>): StatusAndIntake => ({
  status,
  intake: intake?.id,
});

/** Takes a seat when the change accepts an applicant, or moves one with a seat to another intake. */
export async function refuseWithoutSeatIfNeeded(
  tx: Pick<TxCtx, 'em'>,
  before: StatusAndIntake | null,
  row: RegistrationRow,
) {
  const { status, intake } = toStatusAndIntake(row);
  if (!isSeatTaken(status) || intake === undefined) return;
  if (before && isSeatTaken(before.status) && before.intake === intake) return;
  await refuseWithoutFreeSeat(tx, { intake, registration: row.id });
}

/** Moves a registration to another intake. With `anyway` the intake may have begun or be closed. */
export async function changeIntake(tx: TxCtx, row: RegistrationRow, intakeId: number | null, anyway = false) {
  if (intakeId === (row.intake?.id ?? null)) return;
  if (intakeId === null) {
    row.intake = null;
    return;
  }
  const intakeFault = await findIntakeFault(tx, { intakeId, programId: row.program?.id ?? 0 });
  if (intakeFault && !intakeFault.mayPass) throw invalidInputError([intakeFault.detail]);
  if (intakeFault && !anyway)
    throw new AppError('CONFLICT', intakeFault.detail.message, { details: [intakeFault.detail] });
  row.intake = await tx.em.findOneOrFail(IntakeEntity, intakeId);
}

/** Sets `waitingSince`, which orders the waiting list. */
export function updateWaitingSince(row: RegistrationRow, before: StatusAndIntake, now: Date): void {
  if (row.status !== 'waiting') row.waitingSince = null;
  else if (before.status !== 'waiting' || before.intake !== row.intake?.id) row.waitingSince = now;
}

export async function takeRestoredSeat(tx: Pick<TxCtx, 'em'>, id: number): Promise<void> {
  await refuseWithoutSeatIfNeeded(tx, null, await tx.em.findOneOrFail(RegistrationEntity, id));
}
