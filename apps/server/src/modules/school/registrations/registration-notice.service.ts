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
  queueInBulk,
  removeOutdatedMessages,
  removeStatusMessages,
  writeToApplicant,
} from '../../platform/outbox/outbox.service.ts';
import { countSendable, isInCountries } from '../../platform/outbox/sms/sms-limits.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { enteredAtSql, RegistrationEntity } from './registration.entity.ts';
import { intakeSoonMessage, registrationStatusMessage } from './registration.messages.ts';
import type { Step } from './registration-completion.service.ts';
import { findPlacesInQueue } from './waiting-list.service.ts';

export interface StatusChange extends Step {
  reference: string;
  firstName: string;
  email: string | null;
  /** The phone in international form. */
  number: string | null;
}

interface Options {
  sendAt?: Date;
  keepsPlace?: boolean;
}

/**
 * One email for each applicant with all changed registrations, and one SMS for each registration. They replace
 * unsent messages about an earlier status, which could arrive later. Nobody gets a message about the same status twice.
 */
export async function makeStatusMessages(tx: TxCtx, changes: readonly StatusChange[], options: Options = {}) {
  await removeOutdatedMessages(tx, changes);
  const { smsTo } = (await getSite(tx)).view.messages;
  const waiting = listIds(changes.filter(({ to }) => to === 'waiting'));
  const places = waiting.length > 0 ? await findPlacesInQueue(tx, waiting) : new Map<number, number>();
  const listPending = async (channel: MessageChannel) =>
    (await findPendingNotifications(tx, channel, changes, options)).filter((change) =>
      chooseChannels(change, smsTo).includes(channel),
    );
  const toStatusData = ({ id, firstName, reference, to: status, told }: PendingNotification) => {
    const place = places.get(id);
    return { firstName, reference, status, told, ...(place && { place }) };
  };
  // After messages that may be under way, because this one could overtake them
  const makeDueMessages = (all: readonly PendingNotification[]) => {
    const { sendAt = tx.now() } = options;
    return new Date(Math.max(sendAt.getTime(), ...all.map(({ busyUntil }) => busyUntil?.getTime() ?? 0)));
  };

  const byApplicant = Map.groupBy(await listPending('email'), ({ email }) => email?.toLowerCase());
  const emails = [...byApplicant.values()].flatMap((all): QueuedMessage[] => {
    const [first, ...others] = all;
    if (!first?.email) return [];
    const data = { ...toStatusData(first), ...(others.length > 0 && { more: others.map(toStatusData) }) };
    return [
      registrationStatusMessage.email({ recipient: first.email, data, nextTryAt: makeDueMessages(all) }),
    ];
  });
  const sms = (await listPending('sms')).flatMap((change): QueuedMessage[] => {
    const { number: recipient } = change;
    if (!recipient) return [];
    const due = { data: toStatusData(change), nextTryAt: makeDueMessages([change]) };
    return [registrationStatusMessage.sms({ recipient, ...due })];
  });
  return [...emails, ...sms];
}

interface PendingNotification extends StatusChange {
  told: RegistrationStatus | undefined;
  busyUntil: Date | null;
}

async function findPendingNotifications(
  tx: TxCtx,
  channel: MessageChannel,
  changes: readonly StatusChange[],
  { keepsPlace = false }: Options,
): Promise<PendingNotification[]> {
  const references = changes.map(({ reference }) => reference);
  const removed = await removeStatusMessages(tx, registrationStatusMessage, channel, references);
  return changes
    .map((change) => ({ told: change.from, busyUntil: null, ...change, ...removed.get(change.reference) }))
    .filter(({ told, to }) => told !== to || (to === 'waiting' && !keepsPlace));
}

/** The channels by which the applicant is told of a status. */
export async function listReachingChannels(ctx: Pick<Ctx, 'em' | 'config'>, id: number) {
  const { email = null, phoneInternational } = await ctx.em.findOneOrFail(
    RegistrationEntity,
    { id },
    { fields: ['email', 'phoneInternational'], disableIdentityMap: true },
  );
  const number = phoneInternational ?? null;
  const isReached = number !== null && (await countSendable(ctx, [number])) > 0;
  const { smsTo } = (await getSite(ctx)).view.messages;
  return chooseChannels({ email, number: isReached ? number : null }, smsTo);
}

/** Words of the office, to the applicant's phone. */
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

const DAYS_BEFORE = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

const startingColumns = {
  firstName: text,
  reference: text,
  program: text,
  startsOn: text,
  email: textOrNull,
  number: textOrNull,
};

/**
 * Reminds accepted applicants three days before their intake starts, each once. A reminder that was missed
 * while no process ran follows until the day before.
 */
export async function remindOfIntakes(ctx: Ctx): Promise<void> {
  const addDaysToToday = (days: number) => toLocalDay(new Date(ctx.now().getTime() + days * DAY_MS));
  await runInTransaction(ctx, async (tx) => {
    const { smsTo } = (await getSite(tx)).view.messages;
    const starting = await readRows(tx.em, startingColumns)(
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
        addDaysToToday(DAYS_BEFORE),
        addDaysToToday(1),
        addDaysToToday(DAYS_BEFORE),
        DAYS_BEFORE,
        intakeSoonMessage.kind,
      ],
    );
    const messages = starting.flatMap(({ email, number, ...data }) =>
      writeToApplicant({ email, number }, smsTo, intakeSoonMessage, data),
    );
    await queueInBulk(tx, messages);
  });
}

/**
 * Applicants whom no message reaches, until they have completed the program, are rejected or withdraw. A missing
 * gateway is a setting that needs care by itself. Several registrations count once.
 */
export async function countOnlyCallable({ em, config }: Pick<Ctx, 'em' | 'config'>): Promise<number> {
  const { smsTo } = (await getSite({ em })).view.messages;
  const rows = await readRows(em, { phone: text, number: textOrNull })(
    `select distinct on (coalesce(phone_international, phone)) phone, phone_international as number
     from registrations
     where deleted_at is null and email is null and status in ('new', 'reviewing', 'waiting', 'accepted')`,
  );
  return rows.filter(({ number }) => {
    const reached = number !== null && isInCountries(number, config) ? number : null;
    return chooseChannels({ email: null, number: reached }, smsTo).length === 0;
  }).length;
}
