import type { MessageChannel } from '@institute/contract/outbox.constants';
import { type RegistrationStatus, registrationStatuses } from '@institute/contract/registrations.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import * as z from 'zod';
import { canGatewayTakeReplies } from '../../../config/sms-gateway.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { type InsertStatement, makeRowInsert } from '../../../database/insert-all.ts';
import type {
  MessageKindWithData,
  MessageTextSource,
  QueuedEmail,
  QueuedMessage,
  QueuedSms,
  TwoChannelMessageKind,
} from '../../../messaging/message-kind.ts';
import { int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { type QueueCtx, storeMessage, storeMessagesInBulk, toOutboxRow } from './message-rows.ts';
import { namedReferencesSql, OutgoingMessageEntity } from './outgoing-message.entity.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Call it in the transaction that causes the email, so that it is sent only after the commit. */
export const queueEmail = (tx: QueueCtx, email: QueuedEmail): Promise<void> => queueMessage(tx, email);

export const queueMessage = (tx: QueueCtx, message: QueuedMessage): Promise<void> =>
  storeMessage(tx, message);

/** Makes the row that `insertAllInOneStatement` stores. */
export const makeMessage = (ctx: Pick<Ctx, 'em' | 'now'>, message: QueuedMessage): InsertStatement =>
  makeRowInsert(ctx, OutgoingMessageEntity, toOutboxRow(ctx, message));

/** Queues messages with a lower priority than single ones. Returns each message with its id. */
export const queueMessagesInBulk = <Message extends QueuedMessage>(
  tx: QueueCtx,
  messages: readonly Message[],
): Promise<(Message & { id: number })[]> => storeMessagesInBulk(tx, messages);

export type MessageStateChange = Record<'from' | 'to', 'waiting' | 'held'>;

/** Holds messages, or releases them. A message that is being sent when it is held keeps its lease. */
export async function changeMessageState(
  { em }: QueueCtx,
  ids: readonly number[],
  { from, to }: MessageStateChange,
): Promise<void> {
  await em.execute('update outgoing_messages set state = ? where state = ? and id = any(?::int[])', [
    to,
    from,
    `{${ids}}`,
  ]);
}

const unsentStates = ['waiting', 'held', 'parked'] as const;
const isUnsentSql = `state in ('${unsentStates.join("', '")}')`;
/** SQL condition: a process may be sending the message. */
const mayBeSendingSql = 'tries > 0 and last_error is null and next_try_at > ?';

export async function removeMessages(
  { em, now }: QueueCtx,
  ids: readonly number[],
  { evenUnderWay }: { evenUnderWay: boolean },
): Promise<Set<number>> {
  const removedMessages = await readRows(em, { id: int })(
    `delete from outgoing_messages where id = any(?::int[]) and ${isUnsentSql}
       and (? or not (${mayBeSendingSql})) returning id`,
    [`{${ids}}`, evenUnderWay, now()],
  );
  return new Set(listIds(removedMessages));
}

/**
 * Deletes unsent messages that a cancellation makes wrong, as declared by their kind. A message that is being sent
 * may still arrive, but is not sent again.
 */
export async function removeCancelledMessages(
  { em, messageKinds }: Pick<TxCtx, 'em' | 'messageKinds'>,
  cancelled: Record<string, readonly (string | number)[]>,
): Promise<void> {
  const cancelledFieldValues = messageKinds.flatMap(({ kind, untilCancelled: field = '' }) =>
    (cancelled[field] ?? []).map((value) => ({ kind, field, value: String(value) })),
  );
  await em.execute(
    `delete from outgoing_messages using jsonb_to_recordset(?::jsonb) as outdated (kind text, field text, value text)
     where outgoing_messages.kind = outdated.kind and data->>field = value and ${isUnsentSql}`,
    [JSON.stringify(cancelledFieldValues)],
  );
}

const namingReferenceSchema = z.looseObject({ reference: text });
const namingMessageSchema = namingReferenceSchema.extend({ more: z.array(namingReferenceSchema).optional() });

/**
 * Removes registrations from unsent messages that are true only with another status (`onlyWhile` of the message
 * kind). Deletes a message that is about no other registration.
 */
export async function removeOutdatedMessages(
  { em, now, messageKinds }: QueueCtx & Pick<Ctx, 'messageKinds'>,
  changes: readonly { reference: string; to: RegistrationStatus }[],
): Promise<void> {
  const outdatedReferences = messageKinds.flatMap(({ kind, onlyWhile }) =>
    changes.flatMap(({ reference, to }) =>
      onlyWhile && !onlyWhile.includes(to) ? [{ kind, reference }] : [],
    ),
  );
  if (outdatedReferences.length === 0) return;
  const outdatedReferenceKeys = new Set(
    outdatedReferences.map(({ kind, reference }) => `${kind} ${reference}`),
  );
  const outdatedMessageRows = await readRows(em, { id: int, kind: text, data: namingMessageSchema })(
    `select id, kind, data from outgoing_messages
     where kind = any(?::text[]) and ${namedReferencesSql} && ?::text[] and ${isUnsentSql} and not (${mayBeSendingSql})
     order by id for update`,
    [
      `{${outdatedReferences.map(({ kind }) => kind)}}`,
      `{${outdatedReferences.map(({ reference }) => reference)}}`,
      now(),
    ],
  );
  for (const { id, kind, data } of outdatedMessageRows) {
    const { more = [], ...first } = data;
    const [next, ...others] = [first, ...more].filter(
      ({ reference }) => !outdatedReferenceKeys.has(`${kind} ${reference}`),
    );
    if (next)
      await em.nativeUpdate(OutgoingMessageEntity, { id }, { data: { ...first, ...next, more: others } });
    else await em.nativeDelete(OutgoingMessageEntity, { id });
  }
}

const notifiedStateSchema = z.object({ reference: text, told: z.enum(registrationStatuses).nullish() });
/** The part of a status message's data that this file reads. */
const statusMessageSchema = notifiedStateSchema.extend({
  firstName: text,
  more: z.array(notifiedStateSchema).optional(),
});
type StatusMessageData = z.infer<typeof statusMessageSchema>;

interface RemovedStatusMessage {
  /** The last status that the applicant has read; undefined when that is uncertain. */
  told: RegistrationStatus | undefined;
  /** Time at which a message that may be under way has arrived or failed. Null when none is under way. */
  busyUntil: Date | null;
}

/**
 * Removes registrations from unsent status messages. An email about further registrations stays for those. Returns
 * the removed states by reference.
 */
export async function removeStatusMessages(
  { em, now }: QueueCtx,
  { kind }: MessageKindWithData<StatusMessageData>,
  channel: MessageChannel,
  references: readonly string[],
): Promise<Map<string, RemovedStatusMessage>> {
  // Rows are locked in the order of their ids, so that two changes cannot deadlock
  const messages = await readRows(em, { id: int, data: statusMessageSchema, busyUntil: textOrNull })(
    `select id, data, case when ${mayBeSendingSql} then next_try_at end as "busyUntil" from outgoing_messages
     where kind = ? and channel = ? and ${isUnsentSql} and ${namedReferencesSql} && ?::text[]
     order by id for update`,
    [now(), kind, channel, `{${references}}`],
  );
  const removedReferences = new Set(references);
  const removedByReference = new Map<string, RemovedStatusMessage>();
  const emptiedMessageIds: number[] = [];
  for (const { id, data, ...row } of messages) {
    const busyUntil = row.busyUntil === null ? null : new Date(row.busyUntil);
    const { more = [], ...first } = data;
    const registrationStates = [first, ...more];
    for (const { reference, told } of registrationStates) {
      // It is unknown whether a message that is being sent will arrive
      if (removedReferences.has(reference)) {
        const knownStatus = busyUntil ? undefined : (told ?? undefined);
        removedByReference.set(reference, { told: knownStatus, busyUntil });
      }
    }
    const [next, ...others] = registrationStates.filter(({ reference }) => !removedReferences.has(reference));
    if (next) {
      const remainingData = {
        firstName: data.firstName,
        ...next,
        ...(others.length > 0 && { more: others }),
      };
      await em.nativeUpdate(OutgoingMessageEntity, { id }, { data: remainingData });
    } else emptiedMessageIds.push(id);
  }
  if (emptiedMessageIds.length > 0)
    await em.nativeDelete(OutgoingMessageEntity, { id: { $in: emptiedMessageIds } });
  return removedByReference;
}

/**
 * Finds numbers that have got no SMS yet. Their first SMS says how to stop SMS, if the gateway can receive answers.
 */
export async function findNewNumbers({ em, config }: Pick<Ctx, 'em' | 'config'>, numbers: readonly string[]) {
  if (!canGatewayTakeReplies(config)) return new Set<string>();
  const notifiedRows = await readRows(em, { recipient: text })(
    `select distinct recipient from outgoing_messages
     where channel = 'sms' and sent_at is not null and recipient = any(?::text[])`,
    [`{${numbers}}`],
  );
  const notifiedNumbers = new Set(notifiedRows.map(({ recipient }) => recipient));
  return new Set(numbers.filter((number) => !notifiedNumbers.has(number)));
}

export const isStopHintNeeded = async (
  ctx: Pick<Ctx, 'em' | 'config'>,
  recipient: string,
): Promise<boolean> => (await findNewNumbers(ctx, [recipient])).has(recipient);

/** Counts the SMS of the same kind to the same number: those of the last hour, and those that still wait. */
export const countRecentSms = ({ em, now }: QueueCtx, { kind, recipient, priority }: QueuedSms) =>
  em.count(OutgoingMessageEntity, {
    kind,
    recipient,
    priority,
    $or: [{ createdAt: { $gt: new Date(now().getTime() - HOUR_MS) } }, { state: 'waiting' }],
  });

export const isEmailQueuedSince = async (
  { em }: Pick<QueueCtx, 'em'>,
  { kind, recipient }: QueuedEmail,
  since: Date,
) => (await em.count(OutgoingMessageEntity, { kind, recipient, createdAt: { $gt: since } })) > 0;

export interface ApplicantAddresses {
  email: string | null;
  /** Phone number in international form. Null when the phone is not valid. */
  number: string | null;
}

/** Chooses the channels that reach an applicant. Limits of SMS apply later, at the time of sending. */
export function chooseChannels({ email, number }: ApplicantAddresses, smsTo: SmsAudience): MessageChannel[] {
  const canSendSms = number !== null && (smsTo === 'always' || (smsTo === 'withoutEmail' && !email));
  return [...(email ? ['email' as const] : []), ...(canSendSms ? ['sms' as const] : [])];
}

/** Makes one message for each channel that reaches the applicant, all with the same content. */
export const writeToApplicant = <Data extends object, By extends MessageTextSource = 'product'>(
  { email, number }: ApplicantAddresses,
  smsTo: SmsAudience,
  kind: TwoChannelMessageKind<Data, By>,
  data: NoInfer<Data>,
): QueuedMessage<By>[] =>
  chooseChannels({ email, number }, smsTo).map((channel) =>
    channel === 'sms' ? kind.sms({ recipient: number ?? '', data }) : kind.email({ recipient: email, data }),
  );
