import type { MessageChannel } from '@institute/contract/outbox.constants';
import { type RegistrationStatus, registrationStatuses } from '@institute/contract/registrations.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import * as z from 'zod';
import { canTakeReplies } from '../../../config/sms-gateway.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { type Insert, makeRow } from '../../../database/insert-all.ts';
import type {
  BothWaysKind,
  KindOf,
  QueuedEmail,
  QueuedMessage,
  QueuedSms,
} from '../../../messaging/message-kind.ts';
import { int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { type QueueCtx, storeInBulk, storeMessage, toOutboxRow } from './message-rows.ts';
import { namedReferencesSql, OutgoingMessageEntity } from './outgoing-message.entity.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Call it in the transaction that causes the email, so that it is sent only after the commit. */
export const queueEmail = (tx: QueueCtx, email: QueuedEmail): Promise<void> => queueMessage(tx, email);

export const queueMessage = (tx: QueueCtx, message: QueuedMessage): Promise<void> =>
  storeMessage(tx, message);

/** Makes the row that `insertAll` stores. */
export const makeMessage = (ctx: Pick<Ctx, 'em' | 'now'>, message: QueuedMessage): Insert =>
  makeRow(ctx, OutgoingMessageEntity, toOutboxRow(ctx, message));

/** Behind single messages. Returns each message with its id. */
export const queueInBulk = <Message extends QueuedMessage>(
  tx: QueueCtx,
  messages: readonly Message[],
): Promise<(Message & { id: number })[]> => storeInBulk(tx, messages);

export type MessageSwitch = Record<'from' | 'to', 'waiting' | 'held'>;

/** Holds messages, or releases them. One that was being sent when it was held keeps its lease. */
export async function switchMessages(
  { em }: QueueCtx,
  ids: readonly number[],
  { from, to }: MessageSwitch,
): Promise<void> {
  await em.execute('update outgoing_messages set state = ? where state = ? and id = any(?::int[])', [
    to,
    from,
    `{${ids}}`,
  ]);
}

const unsentStates = ['waiting', 'held', 'parked'] as const;
const unsentSql = `state in ('${unsentStates.join("', '")}')`;
/** SQL condition: a process may be sending the message. */
const underWaySql = 'tries > 0 and last_error is null and next_try_at > ?';

export async function removeMessages(
  { em, now }: QueueCtx,
  ids: readonly number[],
  { evenUnderWay }: { evenUnderWay: boolean },
): Promise<Set<number>> {
  const removed = await readRows(em, { id: int })(
    `delete from outgoing_messages where id = any(?::int[]) and ${unsentSql}
       and (? or not (${underWaySql})) returning id`,
    [`{${ids}}`, evenUnderWay, now()],
  );
  return new Set(listIds(removed));
}

/**
 * Deletes unsent messages whose kind says that a cancellation makes them wrong. One that is being sent may
 * still arrive, but is not retried.
 */
export async function removeCancelledMessages(
  { em, messageKinds }: Pick<TxCtx, 'em' | 'messageKinds'>,
  cancelled: Record<string, readonly (string | number)[]>,
): Promise<void> {
  const outdated = messageKinds.flatMap(({ kind, untilCancelled: field = '' }) =>
    (cancelled[field] ?? []).map((value) => ({ kind, field, value: String(value) })),
  );
  await em.execute(
    `delete from outgoing_messages using jsonb_to_recordset(?::jsonb) as outdated (kind text, field text, value text)
     where outgoing_messages.kind = outdated.kind and data->>field = value and ${unsentSql}`,
    [JSON.stringify(outdated)],
  );
}

const namingColumns = z.looseObject({ reference: text });
const namingMessage = namingColumns.extend({ more: z.array(namingColumns).optional() });

/**
 * Removes registrations from unsent messages that are true only with another status (`onlyWhile` of the message
 * kind). Deletes a message that is about no other registration.
 */
export async function removeOutdatedMessages(
  { em, now, messageKinds }: QueueCtx & Pick<Ctx, 'messageKinds'>,
  changes: readonly { reference: string; to: RegistrationStatus }[],
): Promise<void> {
  const outdated = messageKinds.flatMap(({ kind, onlyWhile }) =>
    changes.flatMap(({ reference, to }) =>
      onlyWhile && !onlyWhile.includes(to) ? [{ kind, reference }] : [],
    ),
  );
  if (outdated.length === 0) return;
  const marks = new Set(outdated.map(({ kind, reference }) => `${kind} ${reference}`));
  const messages = await readRows(em, { id: int, kind: text, data: namingMessage })(
    `select id, kind, data from outgoing_messages
     where kind = any(?::text[]) and ${namedReferencesSql} && ?::text[] and ${unsentSql} and not (${underWaySql})
     order by id for update`,
    [`{${outdated.map(({ kind }) => kind)}}`, `{${outdated.map(({ reference }) => reference)}}`, now()],
  );
  for (const { id, kind, data } of messages) {
    const { more = [], ...first } = data;
    const [next, ...others] = [first, ...more].filter(({ reference }) => !marks.has(`${kind} ${reference}`));
    if (next)
      await em.nativeUpdate(OutgoingMessageEntity, { id }, { data: { ...first, ...next, more: others } });
    else await em.nativeDelete(OutgoingMessageEntity, { id });
  }
}

const notifiedState = z.object({ reference: text, told: z.enum(registrationStatuses).nullish() });
/** The part of a status message's data that this file reads. */
const statusMessage = notifiedState.extend({ firstName: text, more: z.array(notifiedState).optional() });
type StatusMessage = z.infer<typeof statusMessage>;

interface RemovedStatus {
  /** The last status that the applicant has read; undefined when that is uncertain. */
  told: RegistrationStatus | undefined;
  /** When a message that may be under way has arrived or failed; null for others. */
  busyUntil: Date | null;
}

/**
 * Removes these registrations from unsent status messages. An email stays for its other registrations. Returns
 * the removed ones by reference.
 */
export async function removeStatusMessages(
  { em, now }: QueueCtx,
  { kind }: KindOf<StatusMessage>,
  channel: MessageChannel,
  references: readonly string[],
): Promise<Map<string, RemovedStatus>> {
  // Locked in the order of ids, so that two changes cannot deadlock
  const messages = await readRows(em, { id: int, data: statusMessage, busyUntil: textOrNull })(
    `select id, data, case when ${underWaySql} then next_try_at end as "busyUntil" from outgoing_messages
     where kind = ? and channel = ? and ${unsentSql} and ${namedReferencesSql} && ?::text[]
     order by id for update`,
    [now(), kind, channel, `{${references}}`],
  );
  const wanted = new Set(references);
  const removed = new Map<string, RemovedStatus>();
  const emptied: number[] = [];
  for (const { id, data, ...row } of messages) {
    const busyUntil = row.busyUntil === null ? null : new Date(row.busyUntil);
    const { more = [], ...first } = data;
    const states = [first, ...more];
    for (const { reference, told } of states) {
      // Nobody knows whether a message under way arrives
      if (wanted.has(reference)) {
        const known = busyUntil ? undefined : (told ?? undefined);
        removed.set(reference, { told: known, busyUntil });
      }
    }
    const [next, ...others] = states.filter(({ reference }) => !wanted.has(reference));
    if (next) {
      const rest = { firstName: data.firstName, ...next, ...(others.length > 0 && { more: others }) };
      await em.nativeUpdate(OutgoingMessageEntity, { id }, { data: rest });
    } else emptied.push(id);
  }
  if (emptied.length > 0) await em.nativeDelete(OutgoingMessageEntity, { id: { $in: emptied } });
  return removed;
}

/** The first stored SMS to a number says how to end them, where an answer reaches us. */
export async function findNewNumbers({ em, config }: Pick<Ctx, 'em' | 'config'>, numbers: readonly string[]) {
  if (!canTakeReplies(config)) return new Set<string>();
  const known = await readRows(em, { recipient: text })(
    `select distinct recipient from outgoing_messages
     where channel = 'sms' and sent_at is not null and recipient = any(?::text[])`,
    [`{${numbers}}`],
  );
  const notified = new Set(known.map(({ recipient }) => recipient));
  return new Set(numbers.filter((number) => !notified.has(number)));
}

export const isStopHintNeeded = async (
  ctx: Pick<Ctx, 'em' | 'config'>,
  recipient: string,
): Promise<boolean> => (await findNewNumbers(ctx, [recipient])).has(recipient);

/** Such SMS of the last hour, and those that still wait. */
export const countQueuedSms = ({ em, now }: QueueCtx, { kind, recipient, priority }: QueuedSms) =>
  em.count(OutgoingMessageEntity, {
    kind,
    recipient,
    priority,
    $or: [{ createdAt: { $gt: new Date(now().getTime() - HOUR_MS) } }, { state: 'waiting' }],
  });

export const isQueuedSince = async (
  { em }: Pick<QueueCtx, 'em'>,
  { kind, recipient }: QueuedEmail,
  since: Date,
) => (await em.count(OutgoingMessageEntity, { kind, recipient, createdAt: { $gt: since } })) > 0;

export interface Addresses {
  email: string | null;
  /** In international form; null when the phone is no valid number. */
  number: string | null;
}

/** The channels that reach an applicant. The limits of SMS apply when a message is sent. */
export function chooseChannels({ email, number }: Addresses, smsTo: SmsAudience): MessageChannel[] {
  const hasSms = number !== null && (smsTo === 'always' || (smsTo === 'withoutEmail' && !email));
  return [...(email ? ['email' as const] : []), ...(hasSms ? ['sms' as const] : [])];
}

/** The messages that tell an applicant of the same thing. */
export const writeToApplicant = <Data extends object>(
  { email, number }: Addresses,
  smsTo: SmsAudience,
  kind: BothWaysKind<Data>,
  data: NoInfer<Data>,
): QueuedMessage[] =>
  chooseChannels({ email, number }, smsTo).map((channel) =>
    channel === 'sms' ? kind.sms({ recipient: number ?? '', data }) : kind.email({ recipient: email, data }),
  );
