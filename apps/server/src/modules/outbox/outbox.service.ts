import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { timeZone } from '@institute/contract/time';
import { raw } from '@mikro-orm/core';
import {
  claimDue,
  type DueRows,
  dueRows,
  firstDue,
  reasonOf,
  storeFailure,
} from '../../background/due-rows.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { noticeActivity } from '../../database/changes.ts';
import { type Fields, type Given, newRows, type Step } from '../../database/insert-together.ts';
import { emailFolder, removeFilesBefore } from '../../email/transport.ts';
import { notFound } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { capOf } from './cap.ts';
import {
  type EmailKind,
  type EmailKinds,
  mailboxOf,
  OutgoingMessageEntity,
  type OutgoingMessageRow,
  safetyKinds,
} from './outgoing-message.entity.ts';

const BULK = 1;
const HOUR_MS = 60 * 60 * 1000;
/** An email is parked after this many refusals (5xx). */
const REFUSALS = 3;
const dueEmails: DueRows = {
  table: 'outgoing_messages',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'waiting'`,
  park: `state = 'parked'`,
  // longer than any try takes
  leaseMs: 40_000,
  firstPauseMs: 10_000,
  longestPauseMs: 24 * 60 * 60 * 1000,
  // about a week
  maxTries: 20,
};
/** Applies to rows and to files. */
export const emailsKeptMs: number = 30 * 24 * 60 * 60 * 1000;
/** Counted from the queueing. Until then the office can send them again. */
export const parkedEmailsKeptMs: number = 90 * 24 * 60 * 60 * 1000;

type Recipient = { recipient: string | null };
type Due = { nextTryAt?: Date };
export type QueuedEmail = { [K in EmailKind]: { kind: K; data: EmailKinds[K] } }[EmailKind] & Recipient & Due;
type NewEmail = { [K in EmailKind]: { kind: K; data: Fields<EmailKinds[K]> } }[EmailKind] & Fields<Recipient>;

/** Call it in the transaction that causes the email, so that it is sent only after the commit. */
export async function queueEmail(tx: QueueCtx, email: QueuedEmail): Promise<void> {
  await tx.em.insert(OutgoingMessageEntity, rowOf(tx, email));
}

export const newEmails = ({ now }: Given<{ now: Date }>, ...emails: NewEmail[]): Step =>
  newRows(
    OutgoingMessageEntity,
    emails.map((email) => ({ ...email, createdAt: now, nextTryAt: now })),
  );

/** Low priority. Returns the ids in the same order. */
export async function queueBulkEmails(tx: QueueCtx, emails: readonly QueuedEmail[]): Promise<number[]> {
  const rows = emails.map((email) =>
    tx.em.create(OutgoingMessageEntity, { ...rowOf(tx, email), priority: BULK }),
  );
  await tx.em.flush();
  return rows.map(({ id }) => id);
}

export const holdEmails = (tx: QueueCtx, ids: readonly number[]): Promise<void> =>
  switchEmails(tx, ids, { from: 'waiting', to: 'held' });

/** An email that was being sent when it was held keeps its lease. */
export const releaseEmails = (tx: QueueCtx, ids: readonly number[]): Promise<void> =>
  switchEmails(tx, ids, { from: 'held', to: 'waiting' });

async function switchEmails(
  { em }: QueueCtx,
  ids: readonly number[],
  { from, to }: { from: OutgoingMessageRow['state']; to: OutgoingMessageRow['state'] },
): Promise<void> {
  await em.execute('update outgoing_messages set state = ? where state = ? and id = any(?::int[])', [
    to,
    from,
    `{${ids}}`,
  ]);
}

/** SQL condition: a process may be sending the email. */
const underWay = 'tries > 0 and last_error is null and next_try_at > ?';

export async function takeBackEmails(
  { em, now }: QueueCtx,
  ids: readonly number[],
  { evenUnderWay }: { evenUnderWay: boolean },
): Promise<Set<number>> {
  const gone = await em.execute<{ id: number }[]>(
    `delete from outgoing_messages where id = any(?::int[]) and state <> 'sent'
       and (? or not (${underWay})) returning id`,
    [`{${ids}}`, evenUnderWay, now()],
  );
  return new Set(gone.map(({ id }) => id));
}

/**
 * Deletes the unsent emails with exactly this data. One that is being sent may still arrive, but is not
 * retried.
 */
export const takeBackEmailsAbout = <K extends EmailKind>(
  { em }: QueueCtx,
  kind: K,
  data: EmailKinds[K],
): Promise<number> => em.nativeDelete(OutgoingMessageEntity, { kind, data, state: { $ne: 'sent' } });

/** SQL of the references of an email's registrations. */
const namedReferences = `array(
  select data->>'reference' union all select more->>'reference' from jsonb_array_elements(data->'more') as more)`;

interface TakenBack {
  /** The status that the applicant was told last; undefined when that is uncertain. */
  told: RegistrationStatus | undefined;
  /** When an email that may be under way has arrived or failed; null for others. */
  busyUntil: Date | null;
}

/**
 * Removes these registrations from unsent status emails. An email stays for its other registrations. Returns
 * the removed ones by reference.
 */
export async function takeBackStatusEmails(
  { em, now }: QueueCtx,
  references: readonly string[],
): Promise<Map<string, TakenBack>> {
  // locked in the order of ids, so that two changes cannot deadlock
  const unsent = await em.execute<
    { id: number; data: EmailKinds['registration-status']; busyUntil: string | Date | null }[]
  >(
    `select id, data, case when ${underWay} then next_try_at end as "busyUntil" from outgoing_messages
     where kind = 'registration-status' and state <> 'sent' and ${namedReferences} && ?::text[]
     order by id for update`,
    [now(), `{${references}}`],
  );
  const wanted = new Set(references);
  const takenBack = new Map<string, TakenBack>();
  const emptied: number[] = [];
  for (const { id, data, ...row } of unsent) {
    const busyUntil = row.busyUntil === null ? null : new Date(row.busyUntil);
    const { more = [], ...first } = data;
    const states = [first, ...more];
    for (const { reference, told } of states) {
      // it is uncertain whether an email under way arrives
      if (wanted.has(reference)) takenBack.set(reference, { told: busyUntil ? undefined : told, busyUntil });
    }
    const [next, ...others] = states.filter(({ reference }) => !wanted.has(reference));
    if (next) {
      const rest = { firstName: data.firstName, ...next, ...(others.length > 0 && { more: others }) };
      await em.nativeUpdate(OutgoingMessageEntity, { id }, { data: rest });
    } else emptied.push(id);
  }
  if (emptied.length > 0) await em.nativeDelete(OutgoingMessageEntity, { id: { $in: emptied } });
  return takenBack;
}

const rowOf = ({ now }: QueueCtx, email: QueuedEmail) => ({ nextTryAt: now(), ...email, createdAt: now() });

type QueueCtx = Pick<TxCtx, 'em' | 'now'>;

export type DueEmail = Pick<OutgoingMessageRow, 'id' | 'createdAt' | 'kind' | 'recipient' | 'data' | 'tries'>;
type Context = Pick<Ctx, 'em' | 'now'>;

export const nextEmailDue: string = firstDue(dueEmails);

/** Among the highest priority, takes the email that is overdue the longest. */
export async function claimEmail(ctx: Context): Promise<DueEmail | undefined> {
  const [id] = await claimDue<number>(
    ctx,
    dueEmails,
    dueRows(dueEmails, { order: 'priority, next_try_at, id' }),
  );
  return id === undefined
    ? undefined
    : ctx.em.findOneOrFail(OutgoingMessageEntity, id, { disableIdentityMap: true });
}

/**
 * Postpones or drops a claimed email when its mailbox has reached the limit. Returns false when it may be
 * sent.
 */
export async function keepBeyondCap(
  { em, now, config }: Context & { config: Pick<Ctx['config'], 'rateLimitFactor'> },
  { id, kind, recipient, tries }: DueEmail,
): Promise<false | 'drop' | 'wait'> {
  const cap = recipient ? capOf(kind, config) : null;
  if (!cap) return false;
  const [last] = await em.execute<{ sent_at: string | Date }[]>(
    `select sent_at from outgoing_messages
     where sent_at > ? and ${mailboxOf('recipient')} = ${mailboxOf('?::text')}
       and kind = any(?::text[])
     order by sent_at desc offset ? limit 1`,
    [new Date(now().getTime() - HOUR_MS), recipient, `{${cap.kinds}}`, cap.perHour - 1],
  );
  if (!last) return false;
  if (cap.beyond === 'drop') await em.nativeDelete(OutgoingMessageEntity, { id, state: 'waiting' });
  else if (await dropRepeatedWarning(em, id)) return 'drop';
  else {
    const nextTryAt = new Date(new Date(last.sent_at).getTime() + HOUR_MS);
    await em.nativeUpdate(OutgoingMessageEntity, { id, state: 'waiting' }, { nextTryAt, tries: tries - 1 });
  }
  return cap.beyond;
}

/**
 * Deletes a new-device warning when an earlier one still waits and differs only in time. Otherwise frequent
 * sign-ins would queue warnings faster than they are sent.
 */
async function dropRepeatedWarning(em: Context['em'], id: number): Promise<boolean> {
  const dropped = await em.execute<{ id: number }[]>(
    `delete from outgoing_messages repeated using outgoing_messages earlier
     where repeated.id = ? and repeated.kind = 'new-device' and repeated.state = 'waiting'
       and earlier.id < repeated.id and earlier.kind = 'new-device' and earlier.state = 'waiting'
       and earlier.recipient = repeated.recipient
       and earlier.data - 'at' = repeated.data - 'at' returning repeated.id`,
    [id],
  );
  return dropped.length > 0;
}

export async function markSent({ em, now }: Context, { id }: DueEmail): Promise<void> {
  await em.nativeUpdate(OutgoingMessageEntity, { id }, { state: 'sent', sentAt: now(), lastError: null });
}

/** Retries after 10, 20, 40 s and so on, then parks the email. */
export async function failEmail(ctx: Context, email: DueEmail, error: unknown): Promise<void> {
  const rows = isRefusal(error) ? { ...dueEmails, maxTries: REFUSALS } : dueEmails;
  await transaction(ctx, async (tx) => {
    const isParked = await storeFailure(tx, rows, email, reasonOf(error));
    // the dashboard shows parked emails
    if (isParked) await noticeActivity(tx);
  });
}

export interface EmailCounts {
  waiting: number;
  failing: number;
  parked: number;
  sentToday: number;
}

/** "Today" is the day in Kampala. */
export async function countEmails({ em, now }: Context): Promise<EmailCounts> {
  const [counts] = await em.execute<EmailCounts[]>(
    `select count(*) filter (where state = 'waiting')::int as waiting,
       count(*) filter (where state = 'waiting' and last_error is not null)::int as failing,
       count(*) filter (where state = 'parked')::int as parked,
       count(*) filter (where state = 'sent' and sent_at >= date_trunc('day', ?::timestamptz, ?))::int as "sentToday"
     from outgoing_messages`,
    [now(), timeZone],
  );
  return counts as EmailCounts;
}

export const listEmailsAbout = <K extends EmailKind>(
  { em }: Pick<Ctx, 'em'>,
  kind: K,
  data: EmailKinds[K],
): Promise<OutgoingMessageRow[]> =>
  em.find(
    OutgoingMessageEntity,
    { kind, data },
    { orderBy: { id: 'desc' }, limit: 50, disableIdentityMap: true },
  );

export async function retryEmail(ctx: Ctx, id: number): Promise<{ id: number }> {
  if ((await retryEmails(ctx, id)) === 0) throw notFound('There is no such message that could not be sent');
  return { id };
}

export const retryAllEmails = (ctx: Ctx): Promise<number> => retryEmails(ctx, null);

function retryEmails(ctx: Ctx, id: number | null): Promise<number> {
  return transaction(ctx, async (tx) => {
    const failed = {
      ...(id !== null && { id }),
      $or: [
        { state: { $in: ['parked' as const, 'failed' as const] } },
        { state: 'waiting' as const, lastError: { $ne: null } },
      ],
    };
    const again = { state: 'waiting', tries: 0, nextTryAt: tx.now() } as const;
    const count = await tx.em.nativeUpdate(OutgoingMessageEntity, failed, again);
    if (count > 0) {
      await recordActivity(tx, {
        type: 'update',
        entityType: 'email',
        entityId: id,
        description: count === 1 ? 'Sent a failed message again' : `Sent ${count} failed messages again`,
      });
    }
    return count;
  });
}

/** Sent emails name people, so they are deleted after a while. */
export async function purgeSentEmails({ em, now, config }: Context & Pick<Ctx, 'config'>): Promise<void> {
  const before = new Date(now().getTime() - emailsKeptMs);
  await em.nativeDelete(OutgoingMessageEntity, { state: 'sent', sentAt: { $lte: before } });
  await removeFilesBefore(emailFolder(config), before);
}

/** Locks the emails, so that nobody sends them again meanwhile. */
export async function expiredParkedEmails({ em, now }: QueueCtx): Promise<number[]> {
  const rows = await em.execute<{ id: number }[]>(
    `select id from outgoing_messages where state = 'parked' and created_at < ? order by id for update`,
    [new Date(now().getTime() - parkedEmailsKeptMs)],
  );
  return rows.map(({ id }) => id);
}

/** True for a 5xx answer, except a refused password: that is not the email's fault. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== 'EAUTH';
}

export interface ErasedSubjects {
  /** In lower case. */
  recipient?: string;
  donations?: readonly number[];
  references?: readonly string[];
  messages?: readonly EmailKinds['contact-message'][];
}

/** Sent or not. Safety emails stay, because they are not about a visitor. */
export async function eraseEmailsAbout(
  { em }: Pick<TxCtx, 'em'>,
  { recipient, donations = [], references = [], messages = [] }: ErasedSubjects,
): Promise<number> {
  const gone = await em.execute<{ id: number }[]>(
    `delete from outgoing_messages where (lower(recipient) = ? and kind != all(?::text[]))
       or (kind in ('donation-receipt', 'donation-cancellation') and (data->>'donationId')::int = any(?::int[]))
       or ${namedReferences} && ?::text[]
       or (kind = 'contact-message' and data in (select jsonb_array_elements(?::jsonb))) returning id`,
    [recipient ?? null, `{${safetyKinds}}`, `{${donations}}`, `{${references}}`, JSON.stringify(messages)],
  );
  return gone.length;
}

export const listEmailsTo = ({ em }: Pick<Ctx, 'em'>, recipient: string): Promise<OutgoingMessageRow[]> =>
  em.find(
    OutgoingMessageEntity,
    {
      $and: [{ [raw('lower(recipient)')]: recipient }, { kind: { $nin: [...safetyKinds] } }],
    },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
