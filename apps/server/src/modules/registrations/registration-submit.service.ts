import type { RegistrationInput, RegistrationReceipt } from '@institute/contract';
import { internationalPhone } from '@institute/contract/international-phone';
import {
  type FieldName,
  type HealthField,
  type PlainField,
  plainFields,
  registrationFields,
} from '@institute/contract/registration-fields.constants';
import { kampalaDay } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import {
  existingRow,
  type Given,
  ifPresent,
  newRow,
  type Step,
  textWithReturned,
} from '../../database/insert-together.ts';
import { invalidInput } from '../../errors.ts';
import { newActivity, type RequestOrigin } from '../activity/activity.service.ts';
import { publishedWhere } from '../content/publishing.ts';
import type { Once } from '../idempotency/idempotency-key.service.ts';
import { publicForm } from '../idempotency/public-form.service.ts';
import { IntakeEntity, type IntakeRow } from '../intakes/intake.entity.ts';
import { intakeRefusal } from '../intakes/open-intakes.service.ts';
import { chooseChannels, newEmail, newEmailIf, newSms } from '../outbox/outbox.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { siteTerms } from '../site/legal.service.ts';
import { newEvent } from '../webhooks/webhook-event.service.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { registrationForOffice, registrationReceived } from './registration.messages.ts';
import { type MedicalColumns, sealMedical } from './registration-medical.service.ts';

type Answers = { [Name in FieldName]: Exclude<RegistrationInput[Name], undefined> };
const nothing = Object.fromEntries(registrationFields.map(({ name }) => [name, null]));

/** An absent field and an empty one are the same content. */
const toStoredContent = (input: RegistrationInput) => ({
  ...({ ...nothing, ...input } as Answers & RegistrationInput),
  guardianConsent: input.guardianConsent ?? false,
});

type Content = ReturnType<typeof toStoredContent>;

export const openProgram = <Id, Instant>(id: Id, now: Instant) => ({
  id,
  deletedAt: null,
  isActive: true,
  ...publishedWhere(now),
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

/** The office gets no email about a registration while more than this number wait unseen. */
const MOST_UNSEEN = 30;

/** SQL condition. Unseen is what is new and no account has opened or changed. */
const fewUnseen: string = `(select count(*) from (
    select from registrations
    where deleted_at is null and status = 'new' and not exists (
      select from activities where entity_type = 'registration' and entity_id = registrations.id
        and type in ('view', 'update') and account_id is not null)
    limit ${MOST_UNSEEN + 1}) as unseen) <= ${MOST_UNSEEN}`;

function planRows(given: Given<Stored & RequestOrigin>, intake?: Step<IntakeRow>) {
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

const submit = publicForm<Stored, RegistrationReceipt>('registrations', (given) => planRows(given));

const submitForIntake = publicForm<Stored & { intakeId: number }, RegistrationReceipt>(
  'registrations',
  (given) => {
    const { intakeId: id, programId, today } = given;
    const deadline = {
      $or: [{ appliesUntil: { $gte: today } }, { appliesUntil: null, startsOn: { $gte: today } }],
    };
    const open = { isOpen: true, deletedAt: null, ...deadline };
    return planRows(given, existingRow(IntakeEntity, { id, programId, ...open }));
  },
  'form registrations for an intake',
);

export async function registerApplicant(
  ctx: Ctx,
  input: RegistrationInput,
  key?: string,
): Promise<Once<RegistrationReceipt>> {
  const content = toStoredContent(input);
  const { programId, intakeId, email } = content;
  const { site, consentVersion } = await siteTerms(ctx);
  const number = internationalPhone(content.phone)?.number ?? null;
  const values = {
    ...content,
    ...sealMedical(ctx.config.dataKeys, content),
    phoneInternational: number,
    smsTo: chooseChannels({ email, number }, site.messages.smsTo).includes('sms') ? number : null,
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
  throw refusal ? invalidInput([refusal]) : notOffered();
}

export const notOffered = () =>
  invalidInput([{ path: 'programId', message: 'This program is not open for registration' }]);
