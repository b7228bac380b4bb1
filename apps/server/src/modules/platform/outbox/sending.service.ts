import type { MessageChannel } from '@institute/contract/outbox.constants';
import {
  type DueRows,
  dueRowsSql,
  firstDueSql,
  formatFailure,
  type Retries,
  storeFailure,
} from '../../../background/due-rows.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { notifyOfActivity } from '../../../database/changes.ts';
import { SmsBalanceUsedUp, type SmsReceipt, SmsRefused } from '../../../messaging/sms/transport.ts';
import { int, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { type CapCtx, findCap } from './email-limits.ts';
import { mailboxSql, OutgoingMessageEntity, type OutgoingMessageRow } from './outgoing-message.entity.ts';
import { applyEarlyReport } from './sms/sms-report.service.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** A claimed message that has not begun by then is given back. */
export const BEGIN_WITHIN_MS = 10_000;
/** Longer than any try that begins in time. */
export const LEASE_MS = 40_000 + BEGIN_WITHIN_MS;

/** The channels have a loop each, so that a gateway that stalls does not hold up emails. */
const declareDueRows = (channel: MessageChannel): DueRows => ({
  table: 'outgoing_messages',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'waiting' and channel = '${channel}'`,
  leaseMs: LEASE_MS,
});

export type DueMessage = Pick<
  OutgoingMessageRow,
  'id' | 'createdAt' | 'channel' | 'kind' | 'recipient' | 'data' | 'priority' | 'tries'
>;
/** An email has neither a number nor a cost. */
export type Receipt = Pick<SmsReceipt, 'state'> & Partial<SmsReceipt>;
type Context = Pick<Ctx, 'em' | 'now'>;

export const nextMessageDueSql = (channel: MessageChannel): string => firstDueSql(declareDueRows(channel));

export interface Claim {
  id: number;
  tries: number;
  /** Time at which the message was due. */
  dueAt: Date;
}

/**
 * Among the highest priority, takes the messages that are overdue the longest, in this order. A recipient who
 * is `busy` with an earlier one waits, so that a stalled recipient takes one place.
 */
export async function claimMessages(
  { em, now }: Context,
  channel: MessageChannel,
  { busy = [], limit = 1 }: { busy?: readonly string[]; limit?: number } = {},
): Promise<Claim[]> {
  const where = '(recipient is null or not ?::jsonb @> to_jsonb(recipient))';
  const due = dueRowsSql(declareDueRows(channel), { where, order: 'priority, next_try_at, id', limit });
  const time = now();
  const claimed = await readRows(em, { id: int, tries: int, due: text })(
    `with ids as (select array(${due}) as keys),
       due as (select id, next_try_at as due from outgoing_messages, ids where id = any(keys)),
       claimed as (update outgoing_messages set tries = tries + 1, next_try_at = ?, last_error = null
         from ids where id = any(keys) returning id, tries)
     select id, tries, due from claimed join due using (id) join ids on true order by array_position(keys, id)`,
    [time, JSON.stringify(busy), new Date(time.getTime() + LEASE_MS)],
  );
  return claimed.map(({ id, tries, due: dueAt }) => ({ id, tries, dueAt: new Date(dueAt) }));
}

/** Null when it was erased or taken back after the claim. */
export const findClaimed = ({ em }: Context, { id, tries }: Claim): Promise<DueMessage | null> =>
  em.findOne(OutgoingMessageEntity, { id, tries, state: 'waiting' }, { disableIdentityMap: true });

/**
 * Postpones or drops a claimed email when its mailbox has reached the limit. Returns false when it may be
 * sent.
 */
export async function postponeAboveLimit(ctx: Context & CapCtx, { id, kind, recipient, tries }: DueMessage) {
  const { em, now } = ctx;
  const cap = recipient ? findCap(kind, ctx) : null;
  if (!cap) return false;
  const ofMailbox = `${mailboxSql('recipient')} = ${mailboxSql('?::text')} and kind = any(?::text[])`;
  const mailbox = [recipient, `{${cap.kinds}}`];
  // Slow ones overlap, so earlier ones under way count as sent
  const [last] = await readRows(em, { at: text })(
    `select sent_at as at from outgoing_messages where sent_at > ? and ${ofMailbox}
     union all select ? from outgoing_messages
     where state = 'waiting' and tries > 0 and next_try_at between ? and ? and id < ? and ${ofMailbox}
     order by at desc offset ? limit 1`,
    [
      new Date(now().getTime() - HOUR_MS),
      ...mailbox,
      now(),
      now(),
      new Date(now().getTime() + LEASE_MS),
      id,
      ...mailbox,
      cap.perHour - 1,
    ],
  );
  if (!last) return false;
  if (cap.beyond === 'drop') await em.nativeDelete(OutgoingMessageEntity, { id, state: 'waiting' });
  else if (await dropRepeat(ctx, { id, kind })) return 'drop';
  else {
    const nextTryAt = new Date(new Date(last.at).getTime() + HOUR_MS);
    await em.nativeUpdate(OutgoingMessageEntity, { id, state: 'waiting' }, { nextTryAt, tries: tries - 1 });
  }
  return cap.beyond;
}

async function dropRepeat(
  { em, messageKinds }: Pick<Ctx, 'em' | 'messageKinds'>,
  { id, kind }: Pick<DueMessage, 'id' | 'kind'>,
): Promise<boolean> {
  if (!messageKinds.some((known) => known.kind === kind && known.dropsRepeats)) return false;
  const dropped = await readRows(em, { id: int })(
    `delete from outgoing_messages repeated using outgoing_messages earlier
     where repeated.id = ? and repeated.state = 'waiting'
       and earlier.id < repeated.id and earlier.kind = repeated.kind and earlier.state = 'waiting'
       and earlier.recipient = repeated.recipient
       and earlier.data - 'at' = repeated.data - 'at' returning repeated.id`,
    [id],
  );
  return dropped.length > 0;
}

export async function markSent(
  ctx: Context,
  { id }: Pick<DueMessage, 'id'>,
  { state, isFile = false, providerId = null, cost = null }: Receipt = { state: 'sent' },
): Promise<void> {
  const sentAt = ctx.now();
  const deliveredAt = state === 'delivered' ? sentAt : null;
  const sentFields = { state, sentAt, deliveredAt, isFile, providerId, cost, lastError: null };
  const store = ({ em }: Pick<Ctx, 'em'>) => em.nativeUpdate(OutgoingMessageEntity, { id }, sentFields);
  if (providerId === null) await store(ctx);
  else
    await runInTransaction(ctx, async (tx) => {
      await store(tx);
      await applyEarlyReport(tx, providerId);
    });
}

/** Plans the next try or parks the message. One that a gateway refuses for good has failed. */
export async function failMessage(
  ctx: Context,
  retries: Retries,
  message: DueMessage,
  error: unknown,
): Promise<void> {
  const failure = { reason: formatFailure(error), isRefusal: isRefusedForGood(error) };
  await runInTransaction(ctx, async (tx) => {
    if (error instanceof SmsRefused) return refuseMessage(tx, message, failure.reason);
    // For longer than any failure is tried again: somebody must pay something in
    if (error instanceof SmsBalanceUsedUp) {
      const nextTryAt = new Date(tx.now().getTime() + MINUTE_MS);
      await postponeMessage(tx, message, nextTryAt, failure.reason);
      return notifyOfActivity(tx);
    }
    // The dashboard shows what was given up
    if (await storeFailure(tx, declareDueRows(message.channel), retries, message, failure))
      await notifyOfActivity(tx);
  });
}

/** The try does not count. */
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

/** `next_try_at` keeps the time of the refusal. */
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
  await notifyOfActivity(tx);
}

/** True for a 5xx answer, except a refused password: that is not the email's fault. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== 'EAUTH';
}
