import type { Message, MessageInput } from '@institute/contract';
import type { Ctx, TxCtx } from '../../context.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { itemTag } from '../../etag.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { ListQuery } from '../content/content.service.ts';
import { matching, ordering } from '../content/search.ts';
import { publicForm } from '../idempotency/public-form.service.ts';
import { MessageEntity } from './message.entity.ts';
import { messageView } from './message.view.ts';

const submit = publicForm<{ id: number; createdAt: string }>({
  scope: 'contact',
  entityType: 'contact',
  insert: `
    insert into messages (name, email, subject, message, created_at, updated_at)
    values (:name, :email, :subject, :message, :now, :now)
    returning id, name, email, subject, message`,
  answer: `jsonb_build_object('id', id, 'createdAt', :createdAt::text)`,
  description: `'New contact message'`,
  emails: `
    select 'contact-message', null::varchar,
      jsonb_build_object('name', name, 'email', email, 'subject', subject, 'message', message)
    from made`,
});

/** A message to the office. */
export async function sendMessage(ctx: Ctx, input: MessageInput, key?: string) {
  const receipt = await submit(ctx, { values: input, key });
  if (!receipt) throw new Error('The message was not stored');
  return receipt;
}

const there = { deletedAt: null };
const unread = { readAt: null };
const read = { readAt: { $ne: null } };

/** Newest first; `category` may ask for the unread or the read ones. */
export async function listMessages(
  { em }: Pick<Ctx, 'em'>,
  { limit, offset, q, category, sort = '-createdAt' }: ListQuery,
): Promise<{ items: Message[]; total: number }> {
  const [rows, total] = await em.findAndCount(
    MessageEntity,
    { ...there, ...(category === 'unread' ? unread : category === 'read' ? read : {}), ...matching(q) },
    { orderBy: ordering(sort), limit, offset, disableIdentityMap: true },
  );
  return { items: rows.map(messageView), total };
}

export const countUnread = ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  em.count(MessageEntity, { ...there, ...unread });

export const markMessage = (ctx: Ctx, id: number, isRead: boolean): Promise<Message> =>
  transaction(ctx, async (tx) => {
    const row = await locked(tx, id);
    if (Boolean(row.readAt) !== isRead) {
      row.readAt = isRead ? tx.now() : null;
      await tx.em.flush();
      const description = `Marked a contact message as ${isRead ? 'read' : 'unread'}`;
      await recordActivity(tx, { type: 'update', entityType: 'contact', entityId: id, description });
    }
    return messageView(row);
  });

export const removeMessage = (ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> =>
  transaction(ctx, async (tx) => {
    const row = await locked(tx, id, ifMatch);
    row.deletedAt = tx.now();
    await tx.em.flush();
    const description = 'Deleted a contact message';
    await recordActivity(tx, { type: 'delete', entityType: 'contact', entityId: id, description });
    return { id };
  });

const locked = (tx: TxCtx, id: number, ifMatch?: string) =>
  lockOrNotFound(
    tx,
    MessageEntity,
    { id, ...there },
    { missing: 'Message not found', ifMatch, tag: (row) => itemTag('contact', row) },
  );
