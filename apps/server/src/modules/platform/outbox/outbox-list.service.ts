import type { MessagesOutQuery } from '@institute/contract';
import type { MessageChannel } from '@institute/contract/outbox.constants';
import { maySee } from '@institute/contract/rights.constants';
import { timeZone } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { findPage, makeEntityRowSource } from '../../../database/page.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { notFoundError } from '../../../errors.ts';
import { type EmailKind, messagePriorities } from '../../../messaging/message-kind.ts';
import { int, listIds, type Row, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import {
  hasFailedSql,
  isWaitReason,
  namedReferencesSql,
  OutgoingMessageEntity,
  type OutgoingMessageRow,
} from './outgoing-message.entity.ts';

/** Limit of listed messages. A registration or a donation has only a few; more would be a fault. */
const MAX_MESSAGES_PER_PERSON = 50;

/** Lists messages, newest first. */
export async function listOutgoingMessages(
  { em }: Pick<Ctx, 'em'>,
  { limit, offset, channel, state }: MessagesOutQuery,
) {
  const messageFilter = { ...(channel && { channel }), ...(state && { state }) };
  const matchingMessages = makeEntityRowSource(em, OutgoingMessageEntity, messageFilter);
  const { rows, total } = await findPage(matchingMessages, { orderBy: { id: 'desc' }, limit, offset });
  return { items: rows.map(toOutgoingMessageView), total };
}

/** Messages to the applicant of a registration, newest first, with the text that the office wrote. */
export async function listMessagesAbout(
  { em, messageKinds, actor }: Pick<Ctx, 'em' | 'messageKinds' | 'actor'>,
  reference: string,
) {
  const applicantKinds = messageKinds.flatMap(({ kind, to }) => (to === 'applicants' ? [kind] : []));
  const messageIdRows = await readRows(em, { id: int })(
    `select id from outgoing_messages
     where kind = any(?::text[]) and ? = any(${namedReferencesSql})
     order by id desc limit ?`,
    [`{${applicantKinds}}`, reference, MAX_MESSAGES_PER_PERSON],
  );
  const messageRows = await em.find(
    OutgoingMessageEntity,
    { id: { $in: listIds(messageIdRows) } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return messageRows.map((row) => ({
    ...toOutgoingMessageView(row),
    text: readAllowedWords({ messageKinds, actor }, row),
  }));
}

/** Returns null also for a text that the account may not read. */
function readAllowedWords(
  { messageKinds, actor }: Pick<Ctx, 'messageKinds' | 'actor'>,
  row: OutgoingMessageRow,
) {
  const neededRight = messageKinds.find(({ kind }) => kind === row.kind)?.readBy?.(row.data);
  return neededRight && !(actor && maySee(actor, neededRight))
    ? null
    : writeMessageWords({ messageKinds }, row);
}

/** Returns the text that a person wrote. Null for a message whose text the product writes. */
export const writeMessageWords = (
  { messageKinds }: Pick<Ctx, 'messageKinds'>,
  { kind, data }: Pick<OutgoingMessageRow, 'kind' | 'data'>,
): string | null => messageKinds.find((known) => known.kind === kind)?.words?.(data) ?? null;

/** Leaves out `data`, because it may hold links that sign people in. */
const toOutgoingMessageView = (row: OutgoingMessageRow) => {
  const { state, nextTryAt, lastError = null } = row;
  const isWaitingMessage = isWaitReason(lastError);
  return {
    ...pickFields(row, 'id', 'channel', 'kind', 'recipient', 'state', 'segments', 'cost', 'isFile'),
    ...pickFields(row, 'createdAt', 'sentAt', 'deliveredAt'),
    nextTryAt: state === 'waiting' ? nextTryAt.toISOString() : null,
    waitsFor: isWaitingMessage ? lastError : null,
    error: isWaitingMessage ? null : lastError,
  };
};

/** Gateways say a cost as `UGX 35.0000`. */
const sumCostsSql = (rows: string) =>
  `select split_part(cost, ' ', 1) as currency, split_part(cost, ' ', 2)::numeric as amount
   ${rows} and cost ~ '^[A-Z]{3} [0-9]+([.][0-9]+|)$'`;

const smsPriceColumns = {
  currency: text,
  amount: z.number(),
};
export type SmsPrice = Row<typeof smsPriceColumns>;

/** Average over the stored SMS. Null when no gateway has named a price. */
export async function readAverageSmsPrice({ em }: Pick<Ctx, 'em'>): Promise<SmsPrice | null> {
  const [price] = await readRows(
    em,
    smsPriceColumns,
  )(
    `select currency, avg(amount)::float as amount
     from (${sumCostsSql(`from outgoing_messages where channel = 'sms' and sent_at is not null`)}) as known
     group by 1 order by count(*) desc limit 1`,
  );
  return price ?? null;
}

/** Sums of the SMS sent since the first of the month in Kampala. */
export async function sumSmsThisMonth({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const sentSmsSql = `from outgoing_messages
     where channel = 'sms' and sent_at >= date_trunc('month', ?::timestamptz, ?)`;
  const monthParameters = [now(), timeZone];
  const [sums] = await readRows(em, { messages: int, segments: int })(
    `select count(*)::int as messages, coalesce(sum(segments), 0)::int as segments ${sentSmsSql}`,
    monthParameters,
  );
  const costTotals = await readRows(em, smsPriceColumns)(
    `select currency, sum(amount)::float as amount from (${sumCostsSql(sentSmsSql)}) as known group by 1 order by 1`,
    monthParameters,
  );
  return { messages: 0, segments: 0, ...sums, costs: costTotals };
}

const messageCountsColumns = {
  waiting: int,
  failing: int,
  parked: int,
  /** Messages that were written to files count as sent. */
  sentToday: int,
  filedToday: int,
};
export type MessageCounts = Row<typeof messageCountsColumns>;

/** Counts both channels when none is given. "Today" is the day in Kampala. */
export async function countMessages(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  channel: MessageChannel | null = null,
): Promise<MessageCounts> {
  const [counts] = await readRows(em, messageCountsColumns)(
    `with messages as (
       select *, state in ('sent', 'delivered') and sent_at >= date_trunc('day', ?::timestamptz, ?) as is_of_today
       from outgoing_messages where channel = coalesce(?, channel))
     select count(*) filter (where state = 'waiting')::int as waiting,
       count(*) filter (where state = 'waiting' and ${hasFailedSql})::int as failing,
       count(*) filter (where state = 'parked')::int as parked,
       count(*) filter (where is_of_today)::int as "sentToday",
       count(*) filter (where is_of_today and is_file)::int as "filedToday"
     from messages`,
    [now(), timeZone, channel],
  );
  return counts as MessageCounts;
}

export async function listEmailsAbout<Data extends object>(
  { em }: Pick<Ctx, 'em'>,
  { kind }: EmailKind<Data>,
  data: NoInfer<Data>,
) {
  const listOptions = {
    orderBy: { id: 'desc' },
    limit: MAX_MESSAGES_PER_PERSON,
    disableIdentityMap: true,
  } as const;
  return (await em.find(OutgoingMessageEntity, { kind, data }, listOptions)).map(toOutgoingMessageView);
}

export async function retryMessage(ctx: Ctx, id: number): Promise<{ id: number }> {
  if ((await retryMessages(ctx, id)) === 0)
    throw notFoundError('There is no such message that could not be sent');
  return { id };
}

/**
 * Sends one failed message again, or all of them. A message that the office chose gets the usual priority, unless it
 * went to many people. A refused message gets a new creation time, because the phone sends the same id and time only
 * once.
 */
export function retryMessages(ctx: Ctx, id: number | null): Promise<number> {
  return runInTransaction(ctx, async (tx) => {
    const now = tx.now();
    const retriedMessages = await readRows(tx.em, { id: int })(
      `update outgoing_messages set state = 'waiting', tries = 0, next_try_at = ?, sent_at = null, segments = null,
         cost = null, provider_id = null, created_at = case when state = 'failed' then ? else created_at end,
         priority = case when ?::int is null or priority = ? then priority else ? end
       where (state in ('parked', 'failed') or state = 'waiting' and ${hasFailedSql})
         and (?::int is null or id = ?) returning id`,
      [now, now, id, messagePriorities.toMany, messagePriorities.usual, id, id],
    );
    const retriedCount = retriedMessages.length;
    if (retriedCount > 0) {
      await recordActivity(tx, {
        type: 'update',
        entityType: 'email',
        entityId: id,
        description:
          retriedCount === 1 ? 'Sent a failed message again' : `Sent ${retriedCount} failed messages again`,
      });
    }
    return retriedCount;
  });
}
