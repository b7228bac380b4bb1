import type { MessageChannel } from '@institute/contract/outbox.constants';
import {
  type DueRowsTable,
  dueRowsSql,
  firstDueSql,
  formatFailure,
  type RetryRules,
  storeRowFailure,
} from '../../../background/due-rows.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { notifyActivityListeners } from '../../../database/changes.ts';
import { SmsBalanceUsedUp, type SmsReceipt, SmsRefused } from '../../../messaging/sms/transport.ts';
import { int, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { type CapCtx, findEmailCap } from './email-limits.ts';
import { mailboxSql, OutgoingMessageEntity, type OutgoingMessageRow } from './outgoing-message.entity.ts';
import { applyEarlyReport } from './sms/sms-report.service.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** A claimed message whose sending has not begun after this time is given back. */
export const MAX_START_DELAY_MS = 10_000;
/** Longer than any try that begins within `MAX_START_DELAY_MS`. */
export const MESSAGE_LEASE_MS = 40_000 + MAX_START_DELAY_MS;

/** Each channel has a loop of its own, so that a slow gateway does not delay emails. */
const declareDueMessageRows = (channel: MessageChannel): DueRowsTable => ({
  table: 'outgoing_messages',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'waiting' and channel = '${channel}'`,
  leaseMs: MESSAGE_LEASE_MS,
});

export type DueMessage = Pick<
  OutgoingMessageRow,
  'id' | 'createdAt' | 'channel' | 'kind' | 'recipient' | 'data' | 'priority' | 'tries'
>;
/** What a channel returns after sending. An email has neither a provider id nor a cost. */
export type MessageReceipt = Pick<SmsReceipt, 'state'> & Partial<SmsReceipt>;
type SendingCtx = Pick<Ctx, 'em' | 'now'>;

export const nextMessageDueSql = (channel: MessageChannel): string =>
  firstDueSql(declareDueMessageRows(channel));

export interface MessageClaim {
  id: number;
  tries: number;
  /** Time at which the message was due. */
  dueAt: Date;
}

/**
 * Claims the messages of the highest priority that are overdue the longest, in this order. A recipient in `busy`
 * waits for an earlier message, so that a slow recipient takes only one place.
 */
export async function claimMessages(
  { em, now }: SendingCtx,
  channel: MessageChannel,
  { busy = [], limit = 1 }: { busy?: readonly string[]; limit?: number } = {},
): Promise<MessageClaim[]> {
  const notBusyCondition = '(recipient is null or not ?::jsonb @> to_jsonb(recipient))';
  const dueMessagesSql = dueRowsSql(declareDueMessageRows(channel), {
    where: notBusyCondition,
    order: 'priority, next_try_at, id',
    limit,
  });
  const claimTime = now();
  const claimedRows = await readRows(em, { id: int, tries: int, due: text })(
    `with ids as (select array(${dueMessagesSql}) as keys),
       due as (select id, next_try_at as due from outgoing_messages, ids where id = any(keys)),
       claimed as (update outgoing_messages set tries = tries + 1, next_try_at = ?, last_error = null
         from ids where id = any(keys) returning id, tries)
     select id, tries, due from claimed join due using (id) join ids on true order by array_position(keys, id)`,
    [claimTime, JSON.stringify(busy), new Date(claimTime.getTime() + MESSAGE_LEASE_MS)],
  );
  return claimedRows.map(({ id, tries, due: dueAt }) => ({ id, tries, dueAt: new Date(dueAt) }));
}

/** Returns null when the message was erased or removed after the claim. */
export const findClaimedMessage = (
  { em }: SendingCtx,
  { id, tries }: MessageClaim,
): Promise<DueMessage | null> =>
  em.findOne(OutgoingMessageEntity, { id, tries, state: 'waiting' }, { disableIdentityMap: true });

/**
 * Postpones or drops a claimed email when its mailbox has reached the limit. Returns false when it may be
 * sent.
 */
export async function limitByMailbox(ctx: SendingCtx & CapCtx, { id, kind, recipient, tries }: DueMessage) {
  const { em, now } = ctx;
  const emailCap = recipient ? findEmailCap(kind, ctx) : null;
  if (!emailCap) return false;
  const isOfMailboxSql = `${mailboxSql('recipient')} = ${mailboxSql('?::text')} and kind = any(?::text[])`;
  const mailboxParameters = [recipient, `{${emailCap.kinds}}`];
  // Slow sends overlap, so earlier emails that are being sent count as sent
  const [last] = await readRows(em, { at: text })(
    `select sent_at as at from outgoing_messages where sent_at > ? and ${isOfMailboxSql}
     union all select ? from outgoing_messages
     where state = 'waiting' and tries > 0 and next_try_at between ? and ? and id < ? and ${isOfMailboxSql}
     order by at desc offset ? limit 1`,
    [
      new Date(now().getTime() - HOUR_MS),
      ...mailboxParameters,
      now(),
      now(),
      new Date(now().getTime() + MESSAGE_LEASE_MS),
      id,
      ...mailboxParameters,
      emailCap.perHour - 1,
    ],
  );
  if (!last) return false;
  if (emailCap.beyond === 'drop') await em.nativeDelete(OutgoingMessageEntity, { id, state: 'waiting' });
  else if (await dropRepeatedMessage(ctx, { id, kind })) return 'drop';
  else {
    const nextTryAt = new Date(new Date(last.at).getTime() + HOUR_MS);
    await em.nativeUpdate(OutgoingMessageEntity, { id, state: 'waiting' }, { nextTryAt, tries: tries - 1 });
  }
  return emailCap.beyond;
}

async function dropRepeatedMessage(
  { em, messageKinds }: Pick<Ctx, 'em' | 'messageKinds'>,
  { id, kind }: Pick<DueMessage, 'id' | 'kind'>,
): Promise<boolean> {
  if (!messageKinds.some((known) => known.kind === kind && known.dropsRepeats)) return false;
  const droppedMessages = await readRows(em, { id: int })(
    `delete from outgoing_messages repeated using outgoing_messages earlier
     where repeated.id = ? and repeated.state = 'waiting'
       and earlier.id < repeated.id and earlier.kind = repeated.kind and earlier.state = 'waiting'
       and earlier.recipient = repeated.recipient
       and earlier.data - 'at' = repeated.data - 'at' returning repeated.id`,
    [id],
  );
  return droppedMessages.length > 0;
}

export async function markMessageSent(
  ctx: SendingCtx,
  { id }: Pick<DueMessage, 'id'>,
  { state, isFile = false, providerId = null, cost = null }: MessageReceipt = { state: 'sent' },
): Promise<void> {
  const sentAt = ctx.now();
  const deliveredAt = state === 'delivered' ? sentAt : null;
  const sentFields = { state, sentAt, deliveredAt, isFile, providerId, cost, lastError: null };
  const storeSentFields = ({ em }: Pick<Ctx, 'em'>) =>
    em.nativeUpdate(OutgoingMessageEntity, { id }, sentFields);
  if (providerId === null) await storeSentFields(ctx);
  else
    await runInTransaction(ctx, async (tx) => {
      await storeSentFields(tx);
      await applyEarlyReport(tx, providerId);
    });
}

/**
 * Plans the next try, or parks the message after the last one. A message that the gateway refuses permanently has
 * failed.
 */
export async function failMessage(
  ctx: SendingCtx,
  retries: RetryRules,
  message: DueMessage,
  error: unknown,
): Promise<void> {
  const sendFailure = { reason: formatFailure(error), isRefusal: isPermanentRefusal(error) };
  await runInTransaction(ctx, async (tx) => {
    if (error instanceof SmsRefused) return refuseMessage(tx, message, sendFailure.reason);
    // Waits longer than after other failures, because somebody must first pay into the gateway's account
    if (error instanceof SmsBalanceUsedUp) {
      const nextTryAt = new Date(tx.now().getTime() + MINUTE_MS);
      await postponeMessage(tx, message, nextTryAt, sendFailure.reason);
      return notifyActivityListeners(tx);
    }
    // The dashboard shows messages that were given up
    if (await storeRowFailure(tx, declareDueMessageRows(message.channel), retries, message, sendFailure))
      await notifyActivityListeners(tx);
  });
}

/** The postponed try is not counted. */
export async function postponeMessage(
  tx: Pick<Ctx, 'em'>,
  { id, tries }: Pick<DueMessage, 'id' | 'tries'>,
  nextTryAt: Date,
  lastError: string | null = null,
): Promise<void> {
  await tx.em.nativeUpdate(
    OutgoingMessageEntity,
    { id, tries, state: 'waiting' },
    { nextTryAt, tries: tries - 1, segments: null, lastError },
  );
}

/** Marks the message as failed. `next_try_at` is then the time of the refusal. */
export async function refuseMessage(
  tx: Pick<TxCtx, 'em' | 'now'>,
  { id, tries }: Pick<DueMessage, 'id' | 'tries'>,
  lastError: string,
): Promise<void> {
  await tx.em.nativeUpdate(
    OutgoingMessageEntity,
    { id, tries, state: 'waiting' },
    { state: 'failed', nextTryAt: tx.now(), lastError },
  );
  await notifyActivityListeners(tx);
}

/** True for a 5xx answer, which is permanent. A refused password is excluded, because the email did not cause it. */
function isPermanentRefusal(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== 'EAUTH';
}
