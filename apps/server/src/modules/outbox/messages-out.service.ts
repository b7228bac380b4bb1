import type { MessagesOutQuery } from '@institute/contract';
import type { MessageChannel, MessageState } from '@institute/contract/messages-out.constants';
import { timeZone } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import { entityRows, findPage } from '../../database/page.ts';
import { OutgoingMessageEntity, type OutgoingMessageRow } from './outgoing-message.entity.ts';

interface MessageOut {
  id: number;
  channel: MessageChannel;
  kind: string;
  /** Null: the office. */
  recipient: string | null;
  state: MessageState;
  segments: number | null;
  cost: string | null;
  /** True for an SMS that was only written to a file, because there is no gateway. */
  isFile: boolean;
  createdAt: string;
  sentAt: string | null;
  deliveredAt: string | null;
  nextTryAt: string | null;
  error: string | null;
}

const toApplicants = ['registration-received', 'registration-status', 'intake-soon', 'office-sms'];
/** A registration gets a few; more would be a fault. */
const MOST_ABOUT_ONE = 50;

/** Newest first. */
export async function listMessagesOut(
  { em }: Pick<Ctx, 'em'>,
  { limit, offset, channel, state }: MessagesOutQuery,
): Promise<{ items: MessageOut[]; total: number }> {
  const where = { ...(channel && { channel }), ...(state && { state }) };
  const list = entityRows(em, OutgoingMessageEntity, where);
  const { rows, total } = await findPage(list, { orderBy: { id: 'desc' }, limit, offset });
  return { items: rows.map(messageOutView), total };
}

/** What was sent to the applicant of a registration, newest first, with the words of the office. */
export async function listMessagesAbout(
  { em }: Pick<Ctx, 'em'>,
  reference: string,
): Promise<(MessageOut & { text: string | null })[]> {
  const rows = await em.execute<{ id: number }[]>(
    `select id from outgoing_messages
     where kind = any(?::text[]) and (data->>'reference' = ? or data->'more' @> ?::jsonb)
     order by id desc limit ?`,
    [`{${toApplicants}}`, reference, JSON.stringify([{ reference }]), MOST_ABOUT_ONE],
  );
  const found = await em.find(
    OutgoingMessageEntity,
    { id: { $in: rows.map(({ id }) => id) } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return found.map((row) => {
    const { text } = row.data as { text?: unknown };
    return { ...messageOutView(row), text: row.kind === 'office-sms' ? String(text) : null };
  });
}

/** Without the data: it holds links that sign people in. */
const messageOutView = (row: OutgoingMessageRow): MessageOut => ({
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  recipient: row.recipient ?? null,
  state: row.state,
  segments: row.segments ?? null,
  cost: row.cost ?? null,
  // gateways number what they send
  isFile: row.channel === 'sms' && row.sentAt !== null && row.providerId === null,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
  error: row.lastError ?? null,
});

interface MonthOfSms {
  messages: number;
  segments: number;
  costs: { currency: string; amount: number }[];
}

/** What was sent by SMS since the first of the month in Kampala. Gateways say a cost as `UGX 35.0000`. */
export async function smsOfMonth({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<MonthOfSms> {
  const sent = `from outgoing_messages
     where channel = 'sms' and sent_at >= date_trunc('month', ?::timestamptz, ?)`;
  const since = [now(), timeZone];
  const [sums] = await em.execute<{ messages: number; segments: number }[]>(
    `select count(*)::int as messages, coalesce(sum(segments), 0)::int as segments ${sent}`,
    since,
  );
  const costs = await em.execute<MonthOfSms['costs']>(
    `select split_part(cost, ' ', 1) as currency, sum(split_part(cost, ' ', 2)::numeric)::float as amount
     ${sent} and cost ~ '^[A-Z]{3} [0-9]+([.][0-9]+|)$' group by 1 order by 1`,
    since,
  );
  return { messages: 0, segments: 0, ...sums, costs };
}
