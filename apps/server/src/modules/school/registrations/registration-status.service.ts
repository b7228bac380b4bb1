import type { RegistrationSms } from '@institute/contract';
import { comparablePhone } from '@institute/contract/international-phone';
import type { MessageChannel } from '@institute/contract/outbox.constants';
import { readApplicantReference } from '@institute/contract/reference';
import {
  hasSeat,
  type RegistrationStatus,
  registrationNotFound,
  statusWords,
} from '@institute/contract/registrations.constants';
import { kampalaDay } from '@institute/contract/time';
import { raw } from '@mikro-orm/core';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { QueuedMessage } from '../../../messaging/message-kind.ts';
import { transaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import {
  type OfficeSmsState,
  officeSmsState,
  queueOfficeSms,
} from '../../platform/outbox/office-sms.service.ts';
import {
  chooseChannels,
  queueInBulk,
  takeBackOutdated,
  takeBackStatusMessages,
  writeToApplicant,
} from '../../platform/outbox/outbox.service.ts';
import { isInCountries } from '../../platform/outbox/sms-limits.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { guardTries } from '../../platform/throttling/wrong-try.service.ts';
import { INTAKES, intakeName, takenSeatsSql } from '../intakes/intake.entity.ts';
import { PROGRAMS } from '../programs/program.entity.ts';
import {
  comparedPhone,
  enteredAt,
  fullNameSql,
  RegistrationEntity,
  type RegistrationRow,
} from './registration.entity.ts';
import { intakeSoon, registrationStatus } from './registration.messages.ts';
import { statusLines } from './registration.view.ts';

export interface RegistrationState {
  reference: string;
  status: (typeof statusWords)[RegistrationStatus];
  meaning: string;
  program: string | null;
  place: number | null;
  /** Start of the intake of somebody who has a place in it. */
  startsOn: string | null;
  /** Where that intake is held. */
  heldAt: string | null;
  sentAt: Date;
}

interface Asked {
  reference: string;
  phone: string;
  /** Instead of what stands in `reference`. */
  id?: number;
}
type StatusLookupContext = Pick<Ctx, 'config' | 'em' | 'now'>;

export const findRegistrationStatus = async (
  ctx: StatusLookupContext,
  asked: Asked,
  network: string,
): Promise<RegistrationState> => readStatus(ctx, await findApplicant(ctx, asked, network));

/**
 * A wrong phone and an unknown reference get the same answer. References are consecutive, so a network has
 * fewer tries for one phone or person, by whatever names them. Tries from elsewhere lock nobody out.
 */
export function findApplicant(ctx: StatusLookupContext, asked: Asked, network: string): Promise<StateRow> {
  const reference = spelledReference(asked.reference);
  // A reference ends with the id
  const person = asked.id ?? (Number(/^REG-\d{4}-(\d+)$/.exec(reference)?.[1]) || reference);
  return guardTries(
    ctx,
    [
      { rule: 'status from network', key: network },
      { rule: 'status by reference and network', key: `${person} ${network}` },
      { rule: 'status by phone and network', key: `${comparablePhone(asked.phone)} ${network}` },
    ],
    () => getApplicant(ctx, { ...asked, reference }),
    (error) => error instanceof AppError && error.code === 'NOT_FOUND',
  );
}

export const spelledReference = (typed: string): string =>
  readApplicantReference(typed) ?? typed.replace(/\s/g, '').toUpperCase();

async function getApplicant({ em }: Pick<Ctx, 'em'>, { reference, phone, id }: Asked): Promise<StateRow> {
  const where = id === undefined ? withReference(reference) : { id, deletedAt: null };
  const row = await em.findOne(RegistrationEntity, where, shownState);
  const known = row && comparablePhone(row.phone);
  if (!row || !known || known !== comparablePhone(phone)) {
    throw notFound('We know no application with this reference and phone number');
  }
  return row;
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
  return row && readStatus({ em }, row);
}

const withReference = (asked: string) => ({
  reference: readApplicantReference(asked) ?? null,
  deletedAt: null,
});

const shownState = {
  populate: ['program', 'intake'],
  fields: [
    'id',
    'reference',
    'status',
    'phone',
    'createdAt',
    'program.name',
    'intake.startsOn',
    'intake.place',
  ],
  disableIdentityMap: true,
} as const;

interface StateRow extends Pick<RegistrationRow, 'id' | 'reference' | 'createdAt'> {
  status: RegistrationStatus;
  program?: { name: string } | null | undefined;
  intake?: { startsOn: string; place?: string | null } | null | undefined;
}

async function readStatus(
  { em }: Pick<Ctx, 'em'>,
  { id, reference, status, program, intake, createdAt }: StateRow,
): Promise<RegistrationState> {
  const seat = status === 'accepted' ? intake : null;
  return {
    reference: reference ?? '',
    status: statusWords[status],
    meaning: statusLines[status],
    program: program?.name ?? null,
    place: (await placesInQueue({ em }, [id])).get(id) ?? null,
    startsOn: seat?.startsOn ?? null,
    heldAt: seat?.place ?? null,
    sentAt: createdAt,
  };
}

/**
 * Places on the waiting list, from 1. Each intake has a list; registrations without an intake have one for
 * each program.
 */
async function placesInQueue({ em }: Pick<Ctx, 'em'>, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await em.execute<{ id: number; place: number }[]>(
    `select * from (
       select id, row_number() over (
         partition by intake_id, case when intake_id is null then program_id end order by waiting_since, id
       )::int as place from registrations where deleted_at is null and status = 'waiting'
     ) as waiting where id = any(?::int[])`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

export interface FirstInLine {
  id: number;
  reference: string;
  name: string;
  intake: string;
}

/** Null without a free seat, and while the registration itself has a seat or waits. */
export async function nextAfter({ em }: Pick<Ctx, 'em'>, id: number): Promise<FirstInLine | null> {
  const row = await em.findOne(RegistrationEntity, id, {
    fields: ['status', 'intake'],
    disableIdentityMap: true,
  });
  if (!row?.intake || hasSeat(row.status) || row.status === 'waiting') return null;
  return (await firstInLine({ em }, row.intake.id))[0] ?? null;
}

/** Only intakes with a free seat. `intake` is null for all intakes. */
export const firstInLine = ({ em }: Pick<Ctx, 'em'>, intake: number | null): Promise<FirstInLine[]> =>
  em.execute<FirstInLine[]>(
    `select first.id, first.reference, ${fullNameSql('first.')} as name,
       ${intakeName} as intake
     from ${INTAKES} join ${PROGRAMS} on ${PROGRAMS}.id = ${INTAKES}.program_id
     cross join lateral (
       select * from registrations
       where intake_id = ${INTAKES}.id and status = 'waiting' and deleted_at is null
       order by waiting_since, id limit 1
     ) as first
     where ${INTAKES}.deleted_at is null and (?::int is null or ${INTAKES}.id = ?)
       and coalesce(${INTAKES}.seats > (${takenSeatsSql(INTAKES)}), true)
     order by ${INTAKES}.starts_on, ${INTAKES}.id`,
    [intake, intake],
  );

export interface StatusChange {
  id: number;
  reference: string;
  firstName: string;
  email: string | null;
  /** The phone in international form. */
  number: string | null;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

interface Options {
  sendAt?: Date;
  keepsPlace?: boolean;
}

/**
 * One email for each applicant with all changed registrations, and one SMS for each registration. They replace
 * unsent messages about an earlier status, which could arrive later. Nobody is told the same status twice.
 */
export async function statusMessages(
  tx: TxCtx,
  changes: readonly StatusChange[],
  options: Options = {},
): Promise<QueuedMessage[]> {
  await takeBackOutdated(tx, changes);
  const { smsTo } = (await getSite(tx)).view.messages;
  const waiting = changes.filter(({ to }) => to === 'waiting').map(({ id }) => id);
  const places = waiting.length > 0 ? await placesInQueue(tx, waiting) : new Map<number, number>();
  const untoldBy = async (channel: MessageChannel) =>
    (await findUntold(tx, channel, changes, options)).filter((change) =>
      chooseChannels(change, smsTo).includes(channel),
    );
  const toStatusData = ({ id, firstName, reference, to: status, told }: PendingNotification) => {
    const place = places.get(id);
    return { firstName, reference, status, told, ...(place && { place }) };
  };
  // After messages that may be under way, because this one could overtake them
  const dueAfter = (all: readonly PendingNotification[]) => {
    const { sendAt = tx.now() } = options;
    return new Date(Math.max(sendAt.getTime(), ...all.map(({ busyUntil }) => busyUntil?.getTime() ?? 0)));
  };

  const byApplicant = Map.groupBy(await untoldBy('email'), ({ email }) => email?.toLowerCase());
  const emails = [...byApplicant.values()].flatMap((all): QueuedMessage[] => {
    const [first, ...others] = all;
    if (!first?.email) return [];
    const data = { ...toStatusData(first), ...(others.length > 0 && { more: others.map(toStatusData) }) };
    return [registrationStatus.email({ recipient: first.email, data, nextTryAt: dueAfter(all) })];
  });
  const sms = (await untoldBy('sms')).flatMap((change): QueuedMessage[] => {
    const { number: recipient } = change;
    if (!recipient) return [];
    const due = { data: toStatusData(change), nextTryAt: dueAfter([change]) };
    return [registrationStatus.sms({ recipient, ...due })];
  });
  return [...emails, ...sms];
}

interface PendingNotification extends StatusChange {
  told: RegistrationStatus | undefined;
  busyUntil: Date | null;
}

async function findUntold(
  tx: TxCtx,
  channel: MessageChannel,
  changes: readonly StatusChange[],
  { keepsPlace = false }: Options,
): Promise<PendingNotification[]> {
  const references = changes.map(({ reference }) => reference);
  const takenBack = await takeBackStatusMessages(tx, registrationStatus, channel, references);
  return changes
    .map((change) => ({ told: change.from, busyUntil: null, ...change, ...takenBack.get(change.reference) }))
    .filter(({ told, to }) => told !== to || (to === 'waiting' && !keepsPlace));
}

/** Words of the office, to the applicant's phone. */
export function sendSms(ctx: Ctx, { id, text }: RegistrationSms): Promise<{ id: number }> {
  return transaction(ctx, async (tx) => {
    const row = await tx.em.findOne(RegistrationEntity, { id, deletedAt: null });
    if (!row) throw notFound(registrationNotFound);
    const { reference, phoneInternational: recipient } = row;
    const ending = (await getSite(tx)).view.messages.smsEnding;
    await queueOfficeSms(tx, { recipient, text, ending, reference });
    const description = `Sent an SMS to the applicant of registration ${reference}`;
    await recordActivity(tx, { type: 'update', entityType: 'registration', entityId: id, description });
    return { id };
  });
}

export async function smsState(ctx: Ctx, id: number): Promise<OfficeSmsState> {
  const row = await ctx.em.findOne(RegistrationEntity, { id, deletedAt: null }, { disableIdentityMap: true });
  if (!row) throw notFound(registrationNotFound);
  const ending = (await getSite(ctx)).view.messages.smsEnding;
  return officeSmsState(ctx, { recipient: row.phoneInternational, ending });
}

const DAYS_BEFORE = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Starting {
  firstName: string;
  reference: string;
  program: string;
  startsOn: string;
  email: string | null;
  number: string | null;
}

/**
 * Reminds accepted applicants three days before their intake starts, each once. A reminder that was missed
 * while no process ran follows until the day before.
 */
export async function remindOfIntakes(ctx: Ctx): Promise<void> {
  const dayIn = (days: number) => kampalaDay(new Date(ctx.now().getTime() + days * DAY_MS));
  await transaction(ctx, async (tx) => {
    const { smsTo } = (await getSite(tx)).view.messages;
    const starting = await tx.em.execute<Starting[]>(
      `select first_name as "firstName", reference, ${PROGRAMS}.name as program, starts_on::text as "startsOn",
         email, phone_international as number
       from registrations join ${INTAKES} on ${INTAKES}.id = intake_id
       join ${PROGRAMS} on ${PROGRAMS}.id = ${INTAKES}.program_id
       where registrations.deleted_at is null and ${INTAKES}.deleted_at is null and registrations.status = 'accepted'
         and (starts_on = ?::date or starts_on between ?::date and ?::date
           and (coalesce(${enteredAt('accepted')}, registrations.created_at) at time zone 'Africa/Kampala')::date < starts_on - ?::int)
         and not exists (select from outgoing_messages where kind = ?
           and data->>'reference' = reference and data->>'startsOn' = starts_on::text)
       order by registrations.id`,
      [dayIn(DAYS_BEFORE), dayIn(1), dayIn(DAYS_BEFORE), DAYS_BEFORE, intakeSoon.kind],
    );
    const messages = starting.flatMap(({ email, number, ...data }) =>
      writeToApplicant({ email, number }, smsTo, intakeSoon, data),
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
  const rows = await em.execute<{ phone: string; number: string | null }[]>(
    `select distinct on (coalesce(phone_international, phone)) phone, phone_international as number
     from registrations
     where deleted_at is null and email is null and status in ('new', 'reviewing', 'waiting', 'accepted')`,
  );
  return rows.filter(({ number }) => {
    const reached = number !== null && isInCountries(number, config) ? number : null;
    return chooseChannels({ email: null, number: reached }, smsTo).length === 0;
  }).length;
}
