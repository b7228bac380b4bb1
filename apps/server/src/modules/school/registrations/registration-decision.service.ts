import {
  type ChosenStatus,
  guardianNeededMessages,
  type Registration,
  type RegistrationCorrection,
  type RegistrationUpdate,
} from '@institute/contract';
import { isMinor } from '@institute/contract/age';
import { limitRegistrationDays } from '@institute/contract/day-bounds';
import { findOddDays } from '@institute/contract/day-faults';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { plainFields } from '@institute/contract/registration-fields.constants';
import {
  isSeatTaken,
  type RegistrationStatus,
  registrationNotFoundMessage,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { invalidInputError } from '../../../errors.ts';
import { listIds } from '../../../sql.ts';
import { runInTransaction, splitIntoBatches } from '../../../transaction.ts';
import { recordActivity, recordRead } from '../../platform/activity/activity.service.ts';
import type { TaggedView } from '../../platform/content/content.service.ts';
import { queueMessage } from '../../platform/outbox/outbox.service.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import {
  chargeForCourse,
  chargeStatusChanges,
  refuseDeletingWithMoney,
  type WrittenCharge,
} from '../charges/charge.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import {
  type CorrectedFields,
  RegistrationChangeEntity,
  RegistrationEntity,
  type RegistrationRow,
} from './registration.entity.ts';
import {
  refuseEarlyCompletion,
  refuseForbiddenStatusSteps,
  type StatusStep,
} from './registration-completion.service.ts';
import { queueContactMessages, toContact } from './registration-contact.service.ts';
import {
  getRegistration,
  makeRegistrationActivity,
  makeRegistrationTag,
} from './registration-desk.service.ts';
import {
  changeMedical,
  listMedicalReadIds,
  removeHealthFields,
  removeHiddenHealthFields,
} from './registration-medical-access.service.ts';
import { makeStatusMessages } from './registration-notice.service.ts';
import {
  changeIntake,
  refuseWithoutSeatIfNeeded,
  toStatusAndIntake,
  updateWaitingSince,
} from './registration-seating.service.ts';
import { makeOpenProgramFilter, makeProgramNotOpenError } from './registration-submit.service.ts';

/** `undo` is the input of `undoStatuses`. Null when the status stays. */
type UpdatedRegistration = TaggedView<Registration> & { undo: ChosenStatus | null };

interface RegistrationUpdateOptions {
  ifMatch?: string | undefined;
  isHeld?: boolean;
  reversesCharges?: boolean | undefined;
  /** Reason for a correction of personal data. */
  reason?: string | null | undefined;
}

/**
 * Updates a registration. `isHeld` delays the message to the applicant until Undo is no longer possible.
 * `reversesCharges` says whether charges that are not due are reversed when an applicant leaves.
 */
export function updateRegistration(
  ctx: Ctx,
  id: number,
  update: RegistrationUpdate,
  { ifMatch, isHeld = false, reversesCharges, reason = null }: RegistrationUpdateOptions = {},
): Promise<UpdatedRegistration> {
  const { programId, intakeId, anyway, difference, ...input } = removeHiddenHealthFields(ctx, update);
  // A change of status or course may change the number of seats left, which cached pages show
  const mayChangeSeats = [programId, intakeId, update.status].some((given) => given !== undefined);
  return (mayChangeSeats ? withContentChange : runInTransaction)(ctx, async (tx) => {
    const row = await lockRegistration(tx, id, ifMatch);
    const { startDay, dateOfBirth } = row;
    const dayLimits = limitRegistrationDays(toLocalDay(tx.now()), 'office');
    const dayFaults = findOddDays(dayLimits, input, { dateOfBirth, startDate: startDay });
    if (dayFaults.length > 0) throw invalidInputError(dayFaults);
    const formerState = {
      version: row.version,
      note: row.note,
      program: row.program?.id,
      ...toStatusAndIntake(row),
    };
    const formerContact = toContact(row);
    const formerValues = pickPlainFields(row);
    if (programId !== undefined && programId !== row.program?.id) {
      row.program = await tx.em.findOne(ProgramEntity, makeOpenProgramFilter(programId, tx.now()));
      if (!row.program) throw makeProgramNotOpenError();
      // An intake belongs to its program, so the former intake is removed
      row.intake = null;
    }
    refuseChildWithoutGuardian(tx, row, input);
    // SMS and emails name the person
    if (input.firstName !== row.firstName) await refuseForeignWords(tx, [input.firstName]);
    Object.assign(row, removeHealthFields(input));
    if (input.phone !== undefined)
      row.phoneInternational = parseInternationalPhone(input.phone)?.number ?? null;
    if (intakeId !== undefined) await changeIntake(tx, row, intakeId, anyway);
    if (formerState.intake && !row.intake && input.startDate === undefined) row.startDate = startDay;
    const statusStep = { id, from: formerState.status, to: row.status };
    await refuseForbiddenStatusSteps(tx, [statusStep]);
    if (!anyway) await refuseEarlyCompletion(tx, statusStep, row.intake?.id);
    updateWaitingSince(row, formerState, tx.now());
    if (!anyway) await refuseWithoutSeatIfNeeded(tx, formerState, row);
    const correctedValues = {
      ...findFormerValues(formerValues, row, input),
      ...Object.fromEntries(changeMedical(tx, row, input).map((name) => [name, null])),
    };
    await tx.em.flush();
    await queueContactMessages(tx, row, formerContact);
    const writtenCharges = await chargeStatusChanges(tx, [statusStep], { reversesCharges });
    const isProgramChanged = formerState.program !== row.program?.id;
    const isCourseChanged = isProgramChanged || formerState.intake !== row.intake?.id;
    if (isSeatTaken(formerState.status) && isSeatTaken(row.status) && isCourseChanged)
      await chargeForCourse(tx, id, { isOtherProgram: isProgramChanged, difference });
    const medicalReadIds = listMedicalReadIds(tx, [id]);
    if (row.version === formerState.version)
      await recordRead(tx, { ...makeRegistrationActivity('view', row), medicalOf: medicalReadIds });
    else await recordActivity(tx, { ...makeRegistrationActivity('update', row), medicalOf: medicalReadIds });
    const { status, note } = row;
    const hasStatusOrNoteChanged =
      status !== formerState.status || (note ?? null) !== (formerState.note ?? null);
    if (hasStatusOrNoteChanged || Object.keys(correctedValues).length > 0) {
      const recordedStep = {
        ...statusStep,
        note: hasStatusOrNoteChanged ? note : null,
        corrected: correctedValues,
        reason,
      };
      await recordSteps(tx, [recordedStep], { charges: writtenCharges, createdAt: tx.now() });
    }
    const updatedItem = await getRegistration(tx, id);
    if (status === formerState.status) return { ...updatedItem, undo: null };
    await queueStatusMessages(tx, row, formerState.status, isHeld ? { sendAt: computeUndoEnd(tx) } : {});
    return { ...updatedItem, undo: { id, version: row.version, status: formerState.status } };
  });
}

/** Corrects personal data of a registration. Returns the registration with its new tag. */
export async function correctRegistration(ctx: Ctx, { id, ifMatch, fields, reason }: RegistrationCorrection) {
  const { view, tag } = await updateRegistration(ctx, id, fields, { ifMatch, reason });
  return { ...view, tag };
}

export function removeRegistration(ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> {
  return withContentChange(ctx, async (tx) => {
    const row = await lockRegistration(tx, id, ifMatch);
    await refuseDeletingWithMoney(tx, [id]);
    row.deletedAt = tx.now();
    await tx.em.flush();
    await recordActivity(tx, makeRegistrationActivity('delete', row));
    return { id };
  });
}

const lockRegistration = (tx: TxCtx, id: number, ifMatch: string | undefined) =>
  lockRowOrNotFound(
    tx,
    RegistrationEntity,
    { id, deletedAt: null },
    { missing: registrationNotFoundMessage, ifMatch, tag: (row) => makeRegistrationTag(tx, row) },
  );

export const computeUndoEnd = ({ now }: Pick<Ctx, 'now'>) => new Date(now().getTime() + undoSeconds * 1000);

async function queueStatusMessages(
  tx: TxCtx,
  row: RegistrationRow,
  from: RegistrationStatus,
  options: { sendAt?: Date },
): Promise<void> {
  const { id, firstName, status, email = null, phoneInternational: number = null } = row;
  const reference = row.reference ?? '';
  const statusChange = { id, reference, firstName, email, number, from, to: status };
  for (const message of await makeStatusMessages(tx, [statusChange], options))
    await queueMessage(tx, message);
  await queueEvents(tx, 'registration.status_changed', [{ id, reference, status }]);
}

/**
 * Refuses to remove a child's guardian. A changed birth date that makes the applicant a child needs a guardian too.
 */
function refuseChildWithoutGuardian(
  tx: TxCtx,
  row: RegistrationRow,
  input: Partial<RegistrationUpdate>,
): void {
  const birthDate = input.dateOfBirth === undefined ? row.dateOfBirth : input.dateOfBirth;
  if (!birthDate || !isMinor(birthDate, toLocalDay(tx.now()))) return;
  const isBirthDateChanged = birthDate !== row.dateOfBirth;
  const missingFields = (['guardianName', 'guardianPhone'] as const).filter((field) => {
    const fieldValue = input[field] === undefined ? row[field] : input[field];
    return !fieldValue && (isBirthDateChanged || row[field]);
  });
  if (missingFields.length > 0)
    throw invalidInputError(missingFields.map((path) => ({ path, message: guardianNeededMessages[path] })));
}

const pickPlainFields = (row: RegistrationRow) =>
  Object.fromEntries(plainFields.map((name) => [name, row[name] ?? null])) as CorrectedFields;

/** Returns the former values of the fields that the input has changed, for the history. */
const findFormerValues = (former: CorrectedFields, row: RegistrationRow, input: object): CorrectedFields =>
  Object.fromEntries(
    plainFields
      .filter((name) => name in input && former[name] !== (row[name] ?? null))
      .map((name) => [name, former[name]]),
  );

interface RegistrationStepToRecord extends StatusStep {
  note?: string | null | undefined;
  corrected?: CorrectedFields;
  reason?: string | null;
}

export async function recordSteps(
  { em, actor }: Pick<TxCtx, 'em' | 'actor'>,
  steps: readonly RegistrationStepToRecord[],
  { charges, createdAt }: { charges: readonly WrittenCharge[]; createdAt: Date },
): Promise<void> {
  const chargesById = Map.groupBy(charges, ({ registrationId }) => registrationId);
  for (const batch of splitIntoBatches(steps)) {
    const rows = batch.map(({ id, note = null, from, to, corrected = {}, reason = null }) => ({
      registration: id,
      account: actor?.id ?? null,
      userEmail: actor?.email ?? null,
      fromStatus: from,
      toStatus: to,
      note,
      corrected: Object.keys(corrected).length > 0 ? corrected : null,
      reason,
      charges: listIds(chargesById.get(id) ?? []),
      createdAt,
    }));
    await em.insertMany(RegistrationChangeEntity, rows);
  }
}
