import type { RegistrationSms } from '@institute/contract';
import { payCode } from '@institute/contract/fees.constants';
import type { MessageChannel } from '@institute/contract/outbox.constants';
import {
  type RegistrationStatus,
  registrationNotFoundMessage,
} from '@institute/contract/registrations.constants';
import { timeZone, toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../context.ts';
import { notFoundError } from '../../../errors.ts';
import type { QueuedMessage } from '../../../messaging/message-kind.ts';
import { listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { queueOfficeSms, readOfficeSmsState } from '../../platform/outbox/office/office-sms.service.ts';
import {
  chooseChannels,
  queueMessagesInBulk,
  removeOutdatedMessages,
  removeStatusMessages,
  writeToApplicant,
} from '../../platform/outbox/outbox.service.ts';
import { countSendableSms, isNumberInCountries } from '../../platform/outbox/sms/sms-limits.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { enteredAtSql, isOpenSql, RegistrationEntity } from './registration.entity.ts';
import { intakeSoonMessage, registrationStatusMessage } from './registration.messages.ts';
import type { StatusStep } from './registration-completion.service.ts';
import { findWaitingPlaces } from './waiting-list.service.ts';

export interface StatusChange extends StatusStep {
  reference: string;
  firstName: string;
  email: string | null;
  /** The phone in international form. */
  number: string | null;
}

interface NoticeOptions {
  sendAt?: Date;
  keepsPlace?: boolean;
}

/**
 * Makes one email for each applicant about all changed registrations, and one SMS for each registration. Unsent
 * messages about an earlier status are removed, because they could arrive later. Nobody is told the same status
 * twice.
 */
export async function makeStatusMessages(
  tx: TxCtx,
  changes: readonly StatusChange[],
  options: NoticeOptions = {},
) {
  await removeOutdatedMessages(tx, changes);
  const { smsTo } = (await getSite(tx)).view.messages;
  const waitingIds = listIds(changes.filter(({ to }) => to === 'waiting'));
  const waitingPlacesById =
    waitingIds.length > 0 ? await findWaitingPlaces(tx, waitingIds) : new Map<number, number>();
  const listPendingByChannel = async (channel: MessageChannel) =>
    (await findPendingNotifications(tx, channel, changes, options)).filter((change) =>
      chooseChannels(change, smsTo).includes(channel),
    );
  const toStatusData = ({ id, firstName, reference, to: status, told }: PendingNotification) => {
    const waitingPlace = waitingPlacesById.get(id);
    return { firstName, reference, status, told, ...(waitingPlace && { place: waitingPlace }) };
  };
  // Sent after messages that are being sent now, because a later message could overtake them
  const findSendTime = (all: readonly PendingNotification[]) => {
    const { sendAt = tx.now() } = options;
    return new Date(Math.max(sendAt.getTime(), ...all.map(({ busyUntil }) => busyUntil?.getTime() ?? 0)));
  };

  const noticesByEmail = Map.groupBy(await listPendingByChannel('email'), ({ email }) =>
    email?.toLowerCase(),
  );
  const statusEmails = [...noticesByEmail.values()].flatMap((all): QueuedMessage[] => {
    const [first, ...others] = all;
    if (!first?.email) return [];
    const emailData = {
      ...toStatusData(first),
      ...(others.length > 0 && { more: others.map(toStatusData) }),
    };
    return [
      registrationStatusMessage.email({
        recipient: first.email,
        data: emailData,
        nextTryAt: findSendTime(all),
      }),
    ];
  });
  const smsMessages = (await listPendingByChannel('sms')).flatMap((change): QueuedMessage[] => {
    const { number: recipient } = change;
    if (!recipient) return [];
    const messageFields = { data: toStatusData(change), nextTryAt: findSendTime([change]) };
    return [registrationStatusMessage.sms({ recipient, ...messageFields })];
  });
  return [...statusEmails, ...smsMessages];
}

interface PendingNotification extends StatusChange {
  told: RegistrationStatus | undefined;
  busyUntil: Date | null;
}

async function findPendingNotifications(
  tx: TxCtx,
  channel: MessageChannel,
  changes: readonly StatusChange[],
  { keepsPlace = false }: NoticeOptions,
): Promise<PendingNotification[]> {
  const changedReferences = changes.map(({ reference }) => reference);
  const removedMessages = await removeStatusMessages(
    tx,
    registrationStatusMessage,
    channel,
    changedReferences,
  );
  return changes
    .map((change) => ({
      told: change.from,
      busyUntil: null,
      ...change,
      ...removedMessages.get(change.reference),
    }))
    .filter(({ told, to }) => told !== to || (to === 'waiting' && !keepsPlace));
}

/** Lists the channels by which the applicant can be told of a status. */
export async function listUsableChannels(ctx: Pick<Ctx, 'em' | 'config'>, id: number) {
  const { email = null, phoneInternational } = await ctx.em.findOneOrFail(
    RegistrationEntity,
    { id },
    { fields: ['email', 'phoneInternational'], disableIdentityMap: true },
  );
  const phoneNumber = phoneInternational ?? null;
  const isSmsPossible = phoneNumber !== null && (await countSendableSms(ctx, [phoneNumber])) > 0;
  const { smsTo } = (await getSite(ctx)).view.messages;
  return chooseChannels({ email, number: isSmsPossible ? phoneNumber : null }, smsTo);
}

/** Sends an SMS that the office wrote to the applicant's phone. */
export function sendSms(ctx: Ctx, { id, text }: RegistrationSms): Promise<{ id: number }> {
  return runInTransaction(ctx, async (tx) => {
    const row = await tx.em.findOne(RegistrationEntity, { id, deletedAt: null });
    if (!row) throw notFoundError(registrationNotFoundMessage);
    const { reference, phoneInternational: recipient } = row;
    const ending = (await getSite(tx)).view.messages.smsEnding;
    await queueOfficeSms(tx, { recipient, text, ending, reference, known: [payCode(id)] });
    const description = `Sent an SMS to the applicant of registration ${reference}`;
    await recordActivity(tx, { type: 'update', entityType: 'registration', entityId: id, description });
    return { id };
  });
}

export async function readSmsState(ctx: Ctx, id: number) {
  const row = await ctx.em.findOne(RegistrationEntity, { id, deletedAt: null }, { disableIdentityMap: true });
  if (!row) throw notFoundError(registrationNotFoundMessage);
  const ending = (await getSite(ctx)).view.messages.smsEnding;
  return readOfficeSmsState(ctx, { recipient: row.phoneInternational, ending });
}

const REMINDER_DAYS_BEFORE = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

const reminderColumns = {
  firstName: text,
  reference: text,
  program: text,
  startsOn: text,
  email: textOrNull,
  number: textOrNull,
};

/**
 * Reminds each accepted applicant once, three days before the intake starts. A reminder that was missed while no
 * process ran is sent until the day before the start.
 */
export async function remindOfIntakes(ctx: Ctx): Promise<void> {
  const findDayInDays = (days: number) => toLocalDay(new Date(ctx.now().getTime() + days * DAY_MS));
  await runInTransaction(ctx, async (tx) => {
    const { smsTo } = (await getSite(tx)).view.messages;
    const startingApplicants = await readRows(tx.em, reminderColumns)(
      `select first_name as "firstName", reference, ${PROGRAMS_TABLE}.name as program, starts_on::text as "startsOn",
         email, phone_international as number
       from registrations join ${INTAKES_TABLE} on ${INTAKES_TABLE}.id = intake_id
       join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = ${INTAKES_TABLE}.program_id
       where registrations.deleted_at is null and ${INTAKES_TABLE}.deleted_at is null and registrations.status = 'accepted'
         and (starts_on = ?::date or starts_on between ?::date and ?::date
           and (coalesce(${enteredAtSql('accepted')}, registrations.created_at) at time zone '${timeZone}')::date < starts_on - ?::int)
         and not exists (select from outgoing_messages where kind = ?
           and data->>'reference' = reference and data->>'startsOn' = starts_on::text)
       order by registrations.id`,
      [
        findDayInDays(REMINDER_DAYS_BEFORE),
        findDayInDays(1),
        findDayInDays(REMINDER_DAYS_BEFORE),
        REMINDER_DAYS_BEFORE,
        intakeSoonMessage.kind,
      ],
    );
    const reminderMessages = startingApplicants.flatMap(({ email, number, ...data }) =>
      writeToApplicant({ email, number }, smsTo, intakeSoonMessage, data),
    );
    await queueMessagesInBulk(tx, reminderMessages);
  });
}

/**
 * Counts applicants whom no message can reach and who have not completed, been rejected or withdrawn. A missing
 * gateway is another attention item. People with several registrations count once.
 */
export async function countUnreachableApplicants({
  em,
  config,
}: Pick<Ctx, 'em' | 'config'>): Promise<number> {
  const { smsTo } = (await getSite({ em })).view.messages;
  const rows = await readRows(em, { phone: text, number: textOrNull })(
    `select distinct on (coalesce(phone_international, phone)) phone, phone_international as number
     from registrations
     where deleted_at is null and email is null and ${isOpenSql}`,
  );
  return rows.filter(({ number }) => {
    const sendableNumber = number !== null && isNumberInCountries(number, config) ? number : null;
    return chooseChannels({ email: null, number: sendableNumber }, smsTo).length === 0;
  }).length;
}
