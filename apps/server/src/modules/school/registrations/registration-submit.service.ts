import type { RegistrationInput } from '@institute/contract';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import {
  type FieldName,
  type PlainFieldName,
  plainFields,
  registrationFields,
} from '@institute/contract/registration-fields.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import { toLocalDay, toLocalDayBounds } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { makeRowInsert, nextIdSql } from '../../../database/insert-all.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { bool, int, prepareStatement, readPrepared, text, textOrNull } from '../../../sql.ts';
import { makeActivity } from '../../platform/activity/activity.service.ts';
import { isPublishedSql, publishedWhere } from '../../platform/content/publishing.ts';
import { insertWithIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import { officeUnderLimitSql } from '../../platform/outbox/office/office-mail.service.ts';
import {
  type ApplicantAddresses,
  chooseChannels,
  makeMessage,
} from '../../platform/outbox/outbox.service.ts';
import { getSiteTerms } from '../../platform/site/legal.service.ts';
import { makeEvents } from '../../platform/webhooks/webhook-event.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { findIntakeFault, isOpenIntakeSql } from '../intakes/open-intakes.service.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { RegistrationEntity, writeReference } from './registration.entity.ts';
import { registrationForOfficeMessage, registrationReceivedMessage } from './registration.messages.ts';
import { sealMedical } from './registration-medical.service.ts';

type FormAnswers = { [Name in FieldName]: Exclude<RegistrationInput[Name], undefined> };
const emptyAnswers = Object.fromEntries(registrationFields.map(({ name }) => [name, null]));

/** Fills absent fields with null, so that an absent field equals an empty one. */
export const toStoredContent = <Input extends Pick<RegistrationInput, FieldName>>(input: Input) => {
  const completeAnswers = { ...emptyAnswers, ...input } as FormAnswers & Input;
  return { ...completeAnswers, guardianConsent: input.guardianConsent ?? false };
};

type StoredContent = ReturnType<typeof toStoredContent<Pick<RegistrationInput, FieldName>>>;

const pickPlainValues = (content: StoredContent) =>
  Object.fromEntries(plainFields.map((name) => [name, content[name]])) as Pick<StoredContent, PlainFieldName>;

/** Converts answers of the form or the office to columns. */
export const toAnswerColumns = ({ config }: Pick<Ctx, 'config'>, content: StoredContent) => ({
  ...pickPlainValues(content),
  ...sealMedical(config.dataKeys, content),
  phoneInternational: parseInternationalPhone(content.phone)?.number ?? null,
  guardianConsent: content.guardianConsent,
});

/** Makes the messages that tell the applicant the reference. */
export const makeReceivedMessages = (
  { email, number }: ApplicantAddresses,
  smsTo: SmsAudience,
  data: { reference: string; program: string },
) => [
  ...(email ? [registrationReceivedMessage.email({ recipient: email, data })] : []),
  ...(number && chooseChannels({ email, number }, smsTo).includes('sms')
    ? [registrationReceivedMessage.sms({ recipient: number, data })]
    : []),
];

export const makeOpenProgramFilter = (id: number, now: Date) => ({
  id,
  deletedAt: null,
  isActive: true,
  ...publishedWhere(now),
});

const courseOfferColumns = {
  /** Id for the new registration. */
  id: int,
  program: text,
  /** First day of the chosen intake. Null when the intake takes no applications or none was chosen. */
  startsOn: textOrNull,
  isOfficeNotified: bool,
  /** True when the daily limit of registrations from all networks is reached. */
  isDayFull: bool,
};

const findCourseOfferSql = prepareStatement(
  `select ${nextIdSql(RegistrationEntity)} as id, name as program, starts_on::text as "startsOn",
      ${officeUnderLimitSql} as "isOfficeNotified",
      exists (select from registrations where deleted_at is null and created_at >= ? offset ? limit 1) as "isDayFull"
    from ${PROGRAMS_TABLE} left join ${INTAKES_TABLE}
      on ${INTAKES_TABLE}.id = ? and program_id = ${PROGRAMS_TABLE}.id and ${isOpenIntakeSql('?')}
    where ${PROGRAMS_TABLE}.id = ? and ${PROGRAMS_TABLE}.deleted_at is null and is_active and ${isPublishedSql('?')}`,
);

async function findCourseOffer(ctx: Ctx, { programId, intakeId }: StoredContent) {
  const now = ctx.now();
  const dayBounds = toLocalDayBounds(now);
  const allowedEarlierCount = ctx.config.registrationsDaily - 1;
  const queryValues = [dayBounds.start, allowedEarlierCount, intakeId, toLocalDay(now), programId, now];
  const [offer] = await readPrepared(ctx.em, courseOfferColumns)(findCourseOfferSql, queryValues);
  if (!offer) throw makeProgramNotOpenError();
  if (offer.isDayFull) throw makeDayFullError((dayBounds.next.getTime() - now.getTime()) / 1000);
  if (intakeId !== null && offer.startsOn === null) {
    const intakeFault = await findIntakeFault(ctx, { intakeId, programId });
    throw intakeFault ? invalidInputError([intakeFault.detail]) : makeProgramNotOpenError();
  }
  return offer;
}

export async function registerApplicant(ctx: Ctx, input: RegistrationInput, key?: string) {
  const storedContent = toStoredContent(input);
  const { site, consentVersion } = await getSiteTerms(ctx);
  return insertWithIdempotencyKey(ctx, { route: 'registrations', key, content: storedContent }, async () => {
    const { id, program, startsOn, isOfficeNotified } = await findCourseOffer(ctx, storedContent);
    const { email, intakeId, consent } = storedContent;
    const answerColumns = toAnswerColumns(ctx, storedContent);
    const now = ctx.now();
    const newReference = writeReference({ id, createdAt: now });
    const receivedMessageData = { reference: newReference, program };
    const receivedMessages = [
      ...(isOfficeNotified
        ? [
            registrationForOfficeMessage.email({
              recipient: null,
              data: { id, reference: newReference, program },
            }),
          ]
        : []),
      ...makeReceivedMessages(
        { email, number: answerColumns.phoneInternational },
        site.messages.smsTo,
        receivedMessageData,
      ),
    ];
    const rows = [
      makeRowInsert(ctx, RegistrationEntity, {
        ...answerColumns,
        id,
        program: storedContent.programId,
        intake: intakeId,
        startDate: startsOn ?? storedContent.startDate,
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
        description: `New registration ${newReference}`,
      }),
      ...receivedMessages.map((message) => makeMessage(ctx, message)),
      makeEvents(ctx, 'registration.created', [{ id, reference: newReference, status: 'new' }]),
    ];
    return { answer: { id, reference: newReference, createdAt: now.toISOString() }, rows };
  });
}

/** Limits all networks together, so that they cannot fill the disk. The form keeps what was typed. */
const makeDayFullError = (retryAfter: number) =>
  new AppError(
    'RATE_LIMITED',
    'More registrations have come today than the site takes. Please send it again tomorrow, or call us.',
    { retryAfter },
  );

export const makeProgramNotOpenError = () =>
  invalidInputError([{ path: 'programId', message: 'This program is not open for registration' }]);
