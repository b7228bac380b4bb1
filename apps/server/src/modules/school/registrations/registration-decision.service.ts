import {
  type ChosenStatus,
  guardianNeeded,
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
  hasSeat,
  type RegistrationStatus,
  registrationNotFoundMessage,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { lockOrNotFound } from '../../../database/row-lock.ts';
import { invalidInputError } from '../../../errors.ts';
import { listIds } from '../../../sql.ts';
import { runInTransaction, splitIntoBatches } from '../../../transaction.ts';
import { recordActivity, recordRead } from '../../platform/activity/activity.service.ts';
import type { Item } from '../../platform/content/content.service.ts';
import { queueMessage } from '../../platform/outbox/outbox.service.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import {
  chargeForCourse,
  chargeStatusChanges,
  refuseWithMoney,
  type WrittenCharge,
} from '../charges/charge.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import {
  type CorrectedFields,
  RegistrationChangeEntity,
  RegistrationEntity,
  type RegistrationRow,
} from './registration.entity.ts';
import { refuseStatuses, refuseTooEarly, type Step } from './registration-completion.service.ts';
import { queueContactMessages, toContact } from './registration-contact.service.ts';
import {
  getRegistration,
  makeRegistrationActivity,
  makeRegistrationTag,
} from './registration-desk.service.ts';
import {
  changeMedical,
  listVisibleReads,
  removeHealthFields,
  removeHiddenHealthFields,
} from './registration-medical-access.service.ts';
import { makeStatusMessages } from './registration-notice.service.ts';
import { changeIntake, takeSeats, toSeating, updateWaitingSince } from './registration-seating.service.ts';
import { notOfferedError, openProgramWhere } from './registration-submit.service.ts';

/** `undo` is what `undoStatuses` takes, or null when the status stays. */
type UpdatedRegistration = Item<Registration> & { undo: ChosenStatus | null };

interface Decision {
  ifMatch?: string | undefined;
  isHeld?: boolean;
  reversesCharges?: boolean | undefined;
  /** Why a person is corrected. */
  reason?: string | null | undefined;
}

/**
 * With `isHeld` the message to the applicant is sent when Undo is no longer possible. `reversesCharges` says whether
 * charges that are not due yet are reversed when an applicant leaves.
 */
export function updateRegistration(
  ctx: Ctx,
  id: number,
  update: RegistrationUpdate,
  { ifMatch, isHeld = false, reversesCharges, reason = null }: Decision = {},
): Promise<UpdatedRegistration> {
  const { programId, intakeId, anyway, difference, ...input } = removeHiddenHealthFields(ctx, update);
  // A change of status may take or free a seat, and visitors see the number of seats left
  const isSeating = [programId, intakeId, update.status].some((given) => given !== undefined);
  return (isSeating ? withContentChange : runInTransaction)(ctx, async (tx) => {
    const row = await lockRegistration(tx, id, ifMatch);
    const { startDay, dateOfBirth } = row;
    const days = limitRegistrationDays(toLocalDay(tx.now()), 'office');
    const faults = findOddDays(days, input, { dateOfBirth, startDate: startDay });
    if (faults.length > 0) throw invalidInputError(faults);
    const before = { version: row.version, note: row.note, program: row.program?.id, ...toSeating(row) };
    const formerContact = toContact(row);
    const formerValues = pickPlain(row);
    if (programId !== undefined && programId !== row.program?.id) {
      row.program = await tx.em.findOne(ProgramEntity, openProgramWhere(programId, tx.now()));
      if (!row.program) throw notOfferedError();
      // The former intake belongs to the former program
      row.intake = null;
    }
    refuseLostGuardian(tx, row, input);
    // SMS and emails name the person
    if (input.firstName !== row.firstName) await refuseForeignWords(tx, [input.firstName]);
    Object.assign(row, removeHealthFields(input));
    if (input.phone !== undefined)
      row.phoneInternational = parseInternationalPhone(input.phone)?.number ?? null;
    if (intakeId !== undefined) await changeIntake(tx, row, intakeId, anyway);
    if (before.intake && !row.intake && input.startDate === undefined) row.startDate = startDay;
    const step = { id, from: before.status, to: row.status };
    await refuseStatuses(tx, [step]);
    if (!anyway) await refuseTooEarly(tx, step, row.intake?.id);
    updateWaitingSince(row, before, tx.now());
    if (!anyway) await takeSeats(tx, before, row);
    const corrected = {
      ...findFormerValues(formerValues, row, input),
      ...Object.fromEntries(changeMedical(tx, row, input).map((name) => [name, null])),
    };
    await tx.em.flush();
    await queueContactMessages(tx, row, formerContact);
    const charges = await chargeStatusChanges(tx, [step], { reversesCharges });
    const isOtherProgram = before.program !== row.program?.id;
    const isOtherCourse = isOtherProgram || before.intake !== row.intake?.id;
    if (hasSeat(before.status) && hasSeat(row.status) && isOtherCourse)
      await chargeForCourse(tx, id, { isOtherProgram, difference });
    const medicalOf = listVisibleReads(tx, [id]);
    if (row.version === before.version)
      await recordRead(tx, { ...makeRegistrationActivity('view', row), medicalOf });
    else await recordActivity(tx, { ...makeRegistrationActivity('update', row), medicalOf });
    const { status, note } = row;
    const isDecided = status !== before.status || (note ?? null) !== (before.note ?? null);
    if (isDecided || Object.keys(corrected).length > 0) {
      const recorded = { ...step, note: isDecided ? note : null, corrected, reason };
      await recordSteps(tx, [recorded], { charges, createdAt: tx.now() });
    }
    const item = await getRegistration(tx, id);
    if (status === before.status) return { ...item, undo: null };
    await queueStatusMessages(tx, row, before.status, isHeld ? { sendAt: undoEnds(tx) } : {});
    return { ...item, undo: { id, version: row.version, status: before.status } };
  });
}

/** Corrects what a registration says of the person. Answers with the registration and its new tag. */
export async function correctRegistration(ctx: Ctx, { id, ifMatch, fields, reason }: RegistrationCorrection) {
  const { view, tag } = await updateRegistration(ctx, id, fields, { ifMatch, reason });
  return { ...view, tag };
}

export function removeRegistration(ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> {
  return withContentChange(ctx, async (tx) => {
    const row = await lockRegistration(tx, id, ifMatch);
    await refuseWithMoney(tx, [id]);
    row.deletedAt = tx.now();
    await tx.em.flush();
    await recordActivity(tx, makeRegistrationActivity('delete', row));
    return { id };
  });
}

const lockRegistration = (tx: TxCtx, id: number, ifMatch: string | undefined) =>
  lockOrNotFound(
    tx,
    RegistrationEntity,
    { id, deletedAt: null },
    { missing: registrationNotFoundMessage, ifMatch, tag: (row) => makeRegistrationTag(tx, row) },
  );

export const undoEnds = ({ now }: Pick<Ctx, 'now'>) => new Date(now().getTime() + undoSeconds * 1000);

async function queueStatusMessages(
  tx: TxCtx,
  row: RegistrationRow,
  from: RegistrationStatus,
  options: { sendAt?: Date },
): Promise<void> {
  const { id, firstName, status, email = null, phoneInternational: number = null } = row;
  const reference = row.reference ?? '';
  const change = { id, reference, firstName, email, number, from, to: status };
  for (const message of await makeStatusMessages(tx, [change], options)) await queueMessage(tx, message);
  await queueEvents(tx, 'registration.status_changed', [{ id, reference, status }]);
}

/** The office may correct a child's guardian, but not remove one. Who turns out to be a child needs one. */
function refuseLostGuardian(tx: TxCtx, row: RegistrationRow, input: Partial<RegistrationUpdate>): void {
  const born = input.dateOfBirth === undefined ? row.dateOfBirth : input.dateOfBirth;
  if (!born || !isMinor(born, toLocalDay(tx.now()))) return;
  const isNewlyKnown = born !== row.dateOfBirth;
  const lost = (['guardianName', 'guardianPhone'] as const).filter((field) => {
    const value = input[field] === undefined ? row[field] : input[field];
    return !value && (isNewlyKnown || row[field]);
  });
  if (lost.length > 0) throw invalidInputError(lost.map((path) => ({ path, message: guardianNeeded[path] })));
}

const pickPlain = (row: RegistrationRow) =>
  Object.fromEntries(plainFields.map((name) => [name, row[name] ?? null])) as CorrectedFields;

/** The values that the input has changed, for the history. */
const findFormerValues = (former: CorrectedFields, row: RegistrationRow, input: object): CorrectedFields =>
  Object.fromEntries(
    plainFields
      .filter((name) => name in input && former[name] !== (row[name] ?? null))
      .map((name) => [name, former[name]]),
  );

interface RecordedStep extends Step {
  note?: string | null | undefined;
  corrected?: CorrectedFields;
  reason?: string | null;
}

export async function recordSteps(
  { em, actor }: Pick<TxCtx, 'em' | 'actor'>,
  steps: readonly RecordedStep[],
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
