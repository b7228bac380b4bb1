import type { MessagesOutQuery } from '@institute/contract';
import type { MessageChannel } from '@institute/contract/outbox.constants';
import { maySee } from '@institute/contract/rights.constants';
import { timeZone } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { findEntityRows, findPage } from '../../../database/page.ts';
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

/** A registration or a donation gets a few; more would be a fault. */
const MAX_PER_PERSON = 50;

/** Newest first. */
export async function listMessagesOut(
  { em }: Pick<Ctx, 'em'>,
  { limit, offset, channel, state }: MessagesOutQuery,
) {
  const where = { ...(channel && { channel }), ...(state && { state }) };
  const list = findEntityRows(em, OutgoingMessageEntity, where);
  const { rows, total } = await findPage(list, { orderBy: { id: 'desc' }, limit, offset });
  return { items: rows.map(toMessageOutView), total };
}

/** Messages to the applicant of a registration, newest first, with the text that the office wrote. */
export async function listMessagesAbout(
  { em, messageKinds, actor }: Pick<Ctx, 'em' | 'messageKinds' | 'actor'>,
  reference: string,
) {
  const toApplicants = messageKinds.flatMap(({ kind, to }) => (to === 'applicants' ? [kind] : []));
  const rows = await readRows(em, { id: int })(
    `select id from outgoing_messages
     where kind = any(?::text[]) and ? = any(${namedReferencesSql})
     order by id desc limit ?`,
    [`{${toApplicants}}`, reference, MAX_PER_PERSON],
  );
  const found = await em.find(
    OutgoingMessageEntity,
    { id: { $in: listIds(rows) } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return found.map((row) => ({
    ...toMessageOutView(row),
    text: readAllowedWords({ messageKinds, actor }, row),
  }));
}

/** Null also for words that the account may not read. */
function readAllowedWords(
  { messageKinds, actor }: Pick<Ctx, 'messageKinds' | 'actor'>,
  row: OutgoingMessageRow,
) {
  const need = messageKinds.find(({ kind }) => kind === row.kind)?.readBy?.(row.data);
  return need && !(actor && maySee(actor, need)) ? null : writeMessageWords({ messageKinds }, row);
}

/** Null for a message whose words the product writes. */
export const writeMessageWords = (
  { messageKinds }: Pick<Ctx, 'messageKinds'>,
  { kind, data }: Pick<OutgoingMessageRow, 'kind' | 'data'>,
): string | null => messageKinds.find((known) => known.kind === kind)?.words?.(data) ?? null;

/** Without the data: it holds links that sign people in. */
const toMessageOutView = (row: OutgoingMessageRow) => {
  const { state, nextTryAt, lastError = null } = row;
  const waits = isWaitReason(lastError);
  return {
    ...pickFields(row, 'id', 'channel', 'kind', 'recipient', 'state', 'segments', 'cost', 'isFile'),
    ...pickFields(row, 'createdAt', 'sentAt', 'deliveredAt'),
    nextTryAt: state === 'waiting' ? nextTryAt.toISOString() : null,
    waitsFor: waits ? lastError : null,
    error: waits ? null : lastError,
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
export async function averageSmsPrice({ em }: Pick<Ctx, 'em'>): Promise<SmsPrice | null> {
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
export async function sumSmsOfMonth({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const sentSmsSql = `from outgoing_messages
     where channel = 'sms' and sent_at >= date_trunc('month', ?::timestamptz, ?)`;
  const since = [now(), timeZone];
  const [sums] = await readRows(em, { messages: int, segments: int })(
    `select count(*)::int as messages, coalesce(sum(segments), 0)::int as segments ${sentSmsSql}`,
    since,
  );
  const totals = await readRows(em, smsPriceColumns)(
    `select currency, sum(amount)::float as amount from (${sumCostsSql(sentSmsSql)}) as known group by 1 order by 1`,
    since,
  );
  return { messages: 0, segments: 0, ...sums, costs: totals };
}

const messageCountsColumns = {
  waiting: int,
  failing: int,
  parked: int,
  /** Files count as sent. */
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
  const page = { orderBy: { id: 'desc' }, limit: MAX_PER_PERSON, disableIdentityMap: true } as const;
  return (await em.find(OutgoingMessageEntity, { kind, data }, page)).map(toMessageOutView);
}

export async function retryMessage(ctx: Ctx, id: number): Promise<{ id: number }> {
  if ((await retryMessages(ctx, id)) === 0)
    throw notFoundError('There is no such message that could not be sent');
  return { id };
}

/**
 * Sends one message again, or all. One that the office chooses counts as its own, unless it went to many. A refused
 * one gets a new time: the phone sends the same id and time only once.
 */
export function retryMessages(ctx: Ctx, id: number | null): Promise<number> {
  return runInTransaction(ctx, async (tx) => {
    const now = tx.now();
    const again = await readRows(tx.em, { id: int })(
      `update outgoing_messages set state = 'waiting', tries = 0, next_try_at = ?, sent_at = null, segments = null,
         cost = null, provider_id = null, created_at = case when state = 'failed' then ? else created_at end,
         priority = case when ?::int is null or priority = ? then priority else ? end
       where (state in ('parked', 'failed') or state = 'waiting' and ${hasFailedSql})
         and (?::int is null or id = ?) returning id`,
      [now, now, id, messagePriorities.toMany, messagePriorities.usual, id, id],
    );
    const count = again.length;
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
