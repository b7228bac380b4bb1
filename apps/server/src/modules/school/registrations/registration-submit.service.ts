import type { RegistrationInput } from '@institute/contract';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import {
  type FieldName,
  type PlainField,
  plainFields,
  registrationFields,
} from '@institute/contract/registration-fields.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import { toLocalDay, toLocalDayBounds } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { makeRow, nextIdSql } from '../../../database/insert-all.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { bool, int, prepareStatement, readPrepared, text, textOrNull } from '../../../sql.ts';
import { makeActivity } from '../../platform/activity/activity.service.ts';
import { isPublished, publishedWhere } from '../../platform/content/publishing.ts';
import { insertWithIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import { officeUnderLimitSql } from '../../platform/outbox/office/office-mail.service.ts';
import { type Addresses, chooseChannels, makeMessage } from '../../platform/outbox/outbox.service.ts';
import { getSiteTerms } from '../../platform/site/legal.service.ts';
import { makeEvents } from '../../platform/webhooks/webhook-event.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { findIntakeFault, isOpenIntake } from '../intakes/open-intakes.service.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { RegistrationEntity, writeReference } from './registration.entity.ts';
import { registrationForOfficeMessage, registrationReceivedMessage } from './registration.messages.ts';
import { sealMedical } from './registration-medical.service.ts';

type Answers = { [Name in FieldName]: Exclude<RegistrationInput[Name], undefined> };
const emptyAnswers = Object.fromEntries(registrationFields.map(({ name }) => [name, null]));

/** An absent field and an empty one are the same content. */
export const toStoredContent = <Input extends Pick<RegistrationInput, FieldName>>(input: Input) => {
  const answers = { ...emptyAnswers, ...input } as Answers & Input;
  return { ...answers, guardianConsent: input.guardianConsent ?? false };
};

type Content = ReturnType<typeof toStoredContent<Pick<RegistrationInput, FieldName>>>;

const pickPlainValues = (content: Content) =>
  Object.fromEntries(plainFields.map((name) => [name, content[name]])) as Pick<Content, PlainField>;

/** The columns of what was answered, in the form or at the office. */
export const toAnswerColumns = ({ config }: Pick<Ctx, 'config'>, content: Content) => ({
  ...pickPlainValues(content),
  ...sealMedical(config.dataKeys, content),
  phoneInternational: parseInternationalPhone(content.phone)?.number ?? null,
  guardianConsent: content.guardianConsent,
});

/** Tells the applicant the reference. */
export const makeReceivedMessages = (
  { email, number }: Addresses,
  smsTo: SmsAudience,
  data: { reference: string; program: string },
) => [
  ...(email ? [registrationReceivedMessage.email({ recipient: email, data })] : []),
  ...(number && chooseChannels({ email, number }, smsTo).includes('sms')
    ? [registrationReceivedMessage.sms({ recipient: number, data })]
    : []),
];

export const openProgramWhere = (id: number, now: Date) => ({
  id,
  deletedAt: null,
  isActive: true,
  ...publishedWhere(now),
});

const placeColumns = {
  /** Id of the new registration. */
  id: int,
  program: text,
  /** First day of the chosen intake. Null when there is none that takes applications. */
  startsOn: textOrNull,
  isOfficeNotified: bool,
  /** True when the daily limit of registrations from all networks is reached. */
  isDayFull: bool,
};

const findPlaceSql = prepareStatement(
  `select ${nextIdSql(RegistrationEntity)} as id, name as program, starts_on::text as "startsOn",
      ${officeUnderLimitSql} as "isOfficeNotified",
      exists (select from registrations where deleted_at is null and created_at >= ? offset ? limit 1) as "isDayFull"
    from ${PROGRAMS_TABLE} left join ${INTAKES_TABLE}
      on ${INTAKES_TABLE}.id = ? and program_id = ${PROGRAMS_TABLE}.id and ${isOpenIntake('?')}
    where ${PROGRAMS_TABLE}.id = ? and ${PROGRAMS_TABLE}.deleted_at is null and is_active and ${isPublished('?')}`,
);

async function findPlace(ctx: Ctx, { programId, intakeId }: Content) {
  const now = ctx.now();
  const day = toLocalDayBounds(now);
  const earlier = ctx.config.registrationsDaily - 1;
  const values = [day.start, earlier, intakeId, toLocalDay(now), programId, now];
  const [found] = await readPrepared(ctx.em, placeColumns)(findPlaceSql, values);
  if (!found) throw notOfferedError();
  if (found.isDayFull) throw dayIsFullError((day.next.getTime() - now.getTime()) / 1000);
  if (intakeId !== null && found.startsOn === null) {
    const fault = await findIntakeFault(ctx, { intakeId, programId });
    throw fault ? invalidInputError([fault.detail]) : notOfferedError();
  }
  return found;
}

export async function registerApplicant(ctx: Ctx, input: RegistrationInput, key?: string) {
  const content = toStoredContent(input);
  const { site, consentVersion } = await getSiteTerms(ctx);
  return insertWithIdempotencyKey(ctx, { route: 'registrations', key, content }, async () => {
    const { id, program, startsOn, isOfficeNotified } = await findPlace(ctx, content);
    const { email, intakeId, consent } = content;
    const columns = toAnswerColumns(ctx, content);
    const now = ctx.now();
    const reference = writeReference({ id, createdAt: now });
    const data = { reference, program };
    const messages = [
      ...(isOfficeNotified
        ? [registrationForOfficeMessage.email({ recipient: null, data: { id, reference, program } })]
        : []),
      ...makeReceivedMessages({ email, number: columns.phoneInternational }, site.messages.smsTo, data),
    ];
    const rows = [
      makeRow(ctx, RegistrationEntity, {
        ...columns,
        id,
        program: content.programId,
        intake: intakeId,
        startDate: startsOn ?? content.startDate,
        consent,
        consentVersion,
        consentedAt: now,
        createdAt: now,
        updatedAt: now,
      }),
      makeActivity(ctx, {
        type: 'create',
        entityType: 'registration',
        entityId: id,
        description: `New registration ${reference}`,
      }),
      ...messages.map((message) => makeMessage(ctx, message)),
      makeEvents(ctx, 'registration.created', [{ id, reference, status: 'new' }]),
    ];
    return { answer: { id, reference, createdAt: now.toISOString() }, rows };
  });
}

/** Many networks together must not fill the disk. The form keeps what was typed. */
const dayIsFullError = (retryAfter: number) =>
  new AppError(
    'RATE_LIMITED',
    'More registrations have come today than the site takes. Please send it again tomorrow, or call us.',
    { retryAfter },
  );

export const notOfferedError = () =>
  invalidInputError([{ path: 'programId', message: 'This program is not open for registration' }]);
