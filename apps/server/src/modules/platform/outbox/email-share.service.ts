import { toLocalDayBounds } from '@institute/contract/time';
import type { MessageInfo } from '../../../context/message-info.ts';
import type { Ctx } from '../../../context.ts';
import { int, readRows } from '../../../sql.ts';
import { OutgoingMessageEntity } from './outgoing-message.entity.ts';
import { type DueMessage, MESSAGE_LEASE_MS } from './sending.service.ts';

type EmailShareCtx = Pick<Ctx, 'em' | 'now' | 'messageKinds'> & {
  config: Pick<Ctx['config'], 'mailVisitorsDaily'>;
};

const makeShareKey = ({ to, limit }: MessageInfo) =>
  limit === 'typed' && (to === 'applicants' || to === 'visitors') ? to : null;

/** Emails that anybody can cause share a daily limit over all mailboxes. Beyond it one waits for the next day. */
export async function postponeBeyondShare(
  ctx: EmailShareCtx,
  { id, kind, tries }: DueMessage,
): Promise<boolean> {
  const { em, now, messageKinds } = ctx;
  const messageKind = messageKinds.find((one) => one.kind === kind);
  const shareKey = messageKind && makeShareKey(messageKind);
  if (!shareKey) return false;
  const sharedKinds = messageKinds.filter((one) => makeShareKey(one) === shareKey).map((one) => one.kind);
  const { start, next } = toLocalDayBounds(now());
  // Slow sends overlap, so earlier emails that are being sent count as sent
  const [used] = await readRows(em, { count: int })(
    `select count(*)::int as count from outgoing_messages
     where channel = 'email' and kind = any(?::text[]) and (sent_at >= ?
       or state = 'waiting' and tries > 0 and next_try_at between ? and ? and id < ?)`,
    [`{${sharedKinds}}`, start, now(), new Date(now().getTime() + MESSAGE_LEASE_MS), id],
  );
  if ((used?.count ?? 0) < ctx.config.mailVisitorsDaily[shareKey]) return false;
  await em.nativeUpdate(
    OutgoingMessageEntity,
    { id, state: 'waiting' },
    { nextTryAt: next, tries: tries - 1, lastError: 'Not sent: limit' },
  );
  return true;
}
