import type { RegistrationInput, RegistrationReceipt } from '@institute/contract';
import { comparablePhone, internationalPhone } from '@institute/contract/international-phone';
import { readReference } from '@institute/contract/reference';
import {
  type FieldName,
  type HealthField,
  type PlainField,
  plainFields,
  registrationFields,
} from '@institute/contract/registration-fields.constants';
import { type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import { kampalaDay } from '@institute/contract/time';
import { raw } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import {
  existingRow,
  type Given,
  ifPresent,
  newRow,
  type Step,
  textWithReturned,
} from '../../database/insert-together.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { type Circumstances, newActivity } from '../activity/activity.service.ts';
import { published } from '../content/publishing.ts';
import type { Once } from '../idempotency/idempotency-key.service.ts';
import { publicForm } from '../idempotency/public-form.service.ts';
import { IntakeEntity, type IntakeRow } from '../intakes/intake.entity.ts';
import { channelsOf, newEmail, newEmailIf, newSms } from '../outbox/outbox.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { registrationTerms } from '../site/legal.service.ts';
import { guard } from '../throttling/wrong-try.service.ts';
import { newEvent } from '../webhooks/webhook-event.service.ts';
import { comparedPhone, RegistrationEntity, type RegistrationRow } from './registration.entity.ts';
import { registrationForOffice, registrationReceived } from './registration.messages.ts';
import { fewUnseen } from './registration-history.service.ts';
import { intakeRefusal, placesInQueue } from './registration-intake.service.ts';
import { type MedicalColumns, sealMedical } from './registration-medical.service.ts';
import { statusLines } from './status-lines.ts';

type Answers = { [Name in FieldName]: Exclude<RegistrationInput[Name], undefined> };
const nothing = Object.fromEntries(registrationFields.map(({ name }) => [name, null]));

/** An absent field and an empty one are the same content. */
const contentOf = (input: RegistrationInput) => ({
  ...({ ...nothing, ...input } as Answers & RegistrationInput),
  guardianConsent: input.guardianConsent ?? false,
});
type Content = ReturnType<typeof contentOf>;

export const openProgram = <Id, Instant>(id: Id, now: Instant) => ({
  id,
  deletedAt: null,
  isActive: true,
  ...published(now),
});

/** The statement gets medical information only encrypted. */
type Stored = Omit<Content, HealthField> &
  MedicalColumns & {
    phoneInternational: string | null;
    /** The number when the applicant gets an SMS. */
    smsTo: string | null;
    consentVersion: string;
    today: string;
  };

const plainValues = (given: Given<Stored>) =>
  Object.fromEntries(plainFields.map((name) => [name, given[name]])) as Pick<Given<Stored>, PlainField>;

function rowsOf(given: Given<Stored & Circumstances>, intake?: Step<IntakeRow>) {
  const { firstName, email, now } = given;
  const program = existingRow(ProgramEntity, openProgram(given.programId, now));
  const registration = newRow(RegistrationEntity, {
    ...plainValues(given),
    phoneInternational: given.phoneInternational,
    program: program.get('id'),
    startDate: intake?.get('startsOn') ?? given.startDate,
    intake: intake?.get('id') ?? null,
    guardianConsent: given.guardianConsent,
    medical: given.medical,
    medicalId: given.medicalId,
    medicalTerms: given.medicalTerms,
    consent: given.consent,
    consentVersion: given.consentVersion,
    consentedAt: now,
    createdAt: now,
    updatedAt: now,
  });

  const id = registration.get('id');
  const reference = registration.get('reference');
  const description = textWithReturned`New registration ${reference}`;
  const data = { reference, program: program.get('name') };
  return {
    rows: [
      registration,
      newActivity(given, { type: 'create', entityType: 'registration', entityId: id, description }),
      newEmailIf(given, fewUnseen, registrationForOffice, {
        recipient: null,
        data: { id, ...data },
      }),
      newEmail(given, registrationReceived, {
        recipient: ifPresent(email),
        data: { firstName, ...data },
      }),
      newSms(given, registrationReceived, {
        recipient: ifPresent(given.smsTo),
        data: { firstName, ...data },
      }),
      newEvent(given, 'registration.created', { id, reference, status: 'new' }),
    ],
    answer: { id, reference, createdAt: textWithReturned`${given.createdAt}` },
  };
}

const submit = publicForm<Stored, RegistrationReceipt>('registrations', (given) => rowsOf(given));

const submitForIntake = publicForm<Stored & { intakeId: number }, RegistrationReceipt>(
  'registrations',
  (given) => {
    const { intakeId: id, programId, today } = given;
    const deadline = {
      $or: [{ appliesUntil: { $gte: today } }, { appliesUntil: null, startsOn: { $gte: today } }],
    };
    const open = { isOpen: true, deletedAt: null, ...deadline };
    return rowsOf(given, existingRow(IntakeEntity, { id, programId, ...open }));
  },
  'form registrations for an intake',
);

export async function register(
  ctx: Ctx,
  input: RegistrationInput,
  key?: string,
): Promise<Once<RegistrationReceipt>> {
  const content = contentOf(input);
  const { programId, intakeId, email } = content;
  const { consentVersion, smsTo } = await registrationTerms(ctx);
  const number = internationalPhone(content.phone)?.number ?? null;
  const values = {
    ...content,
    ...sealMedical(ctx.config.dataKeys, content),
    phoneInternational: number,
    smsTo: channelsOf({ email, number }, smsTo).includes('sms') ? number : null,
    consentVersion,
    today: kampalaDay(ctx.now()),
  };
  const receipt =
    intakeId === null
      ? await submit(ctx, { values, content, key })
      : await submitForIntake(ctx, { values: { ...values, intakeId }, content, key });
  if (receipt) return receipt;
  const refusal =
    intakeId !== null && (await ctx.em.count(ProgramEntity, openProgram(programId, ctx.now()))) > 0
      ? await intakeRefusal(ctx, { intakeId, programId })
      : undefined;
  throw refusal ? invalid([refusal]) : notOffered();
}

export const notOffered = () =>
  invalid([{ path: 'programId', message: 'This program is not open for registration' }]);

export interface RegistrationState {
  reference: string;
  status: (typeof statusWords)[RegistrationStatus];
  meaning: string;
  program: string | null;
  place: number | null;
  /** Start of the intake of somebody who has a place in it. */
  startsOn: string | null;
  sentAt: Date;
}

interface Asked {
  reference: string;
  phone: string;
}

/**
 * A wrong phone and an unknown reference get the same answer. References are consecutive, so a network has
 * fewer tries for one phone or reference. Tries from elsewhere lock nobody out.
 */
export function findRegistrationStatus(
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  asked: Asked,
  network: string,
): Promise<RegistrationState> {
  const reference = spelledReference(asked.reference);
  return guard(
    ctx,
    [
      { rule: 'status from network', key: network },
      { rule: 'status by reference and network', key: `${reference} ${network}` },
      { rule: 'status by phone and network', key: `${comparablePhone(asked.phone)} ${network}` },
    ],
    () => getRegistrationStatus(ctx, { reference, phone: asked.phone }),
    (error) => error instanceof AppError && error.code === 'NOT_FOUND',
  );
}

export const spelledReference = (typed: string): string =>
  readReference(typed) ?? typed.replace(/\s/g, '').toUpperCase();

async function getRegistrationStatus(
  { em }: Pick<Ctx, 'em'>,
  { reference, phone }: Asked,
): Promise<RegistrationState> {
  const row = await em.findOne(RegistrationEntity, withReference(reference), shownState);
  const known = row && comparablePhone(row.phone);
  if (!row || !known || known !== comparablePhone(phone)) {
    throw notFound('We know no application with this reference and phone number');
  }
  return stateOf({ em }, row);
}

/** For an SMS from this number. Null when nothing of this number is found. */
export async function statusOfNumber(
  { em }: Pick<Ctx, 'em'>,
  number: string,
  reference: string | undefined,
): Promise<RegistrationState | null> {
  const phone = { [raw((row) => comparedPhone(`${row}.`))]: comparablePhone(number) };
  const row = await em.findOne(
    RegistrationEntity,
    { ...phone, ...(reference === undefined ? { deletedAt: null } : withReference(reference)) },
    { ...shownState, orderBy: { id: 'desc' } },
  );
  return row && stateOf({ em }, row);
}

const withReference = (asked: string) => ({
  reference: readReference(asked) ?? null,
  deletedAt: null,
});

const shownState = {
  populate: ['program', 'intake'],
  fields: ['id', 'reference', 'status', 'phone', 'createdAt', 'program.name', 'intake.startsOn'],
  disableIdentityMap: true,
} as const;

interface StateRow extends Pick<RegistrationRow, 'id' | 'reference' | 'createdAt'> {
  status: RegistrationStatus;
  program?: { name: string } | null | undefined;
  intake?: { startsOn: string } | null | undefined;
}

async function stateOf(
  { em }: Pick<Ctx, 'em'>,
  { id, reference, status, program, intake, createdAt }: StateRow,
): Promise<RegistrationState> {
  return {
    reference: reference ?? '',
    status: statusWords[status],
    meaning: statusLines[status],
    program: program?.name ?? null,
    place: (await placesInQueue({ em }, [id])).get(id) ?? null,
    startsOn: (status === 'accepted' && intake?.startsOn) || null,
    sentAt: createdAt,
  };
}
