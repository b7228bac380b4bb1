import type { Message, MessageInput } from '@institute/contract';
import type { Ctx, TxCtx } from '../../context.ts';
import { laterText, newRow } from '../../database/insert-together.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { itemTag } from '../../etag.ts';
import { transaction } from '../../transaction.ts';
import { newActivity, recordActivity } from '../activity/activity.service.ts';
import type { ListQuery } from '../content/content.service.ts';
import { matching, ordering } from '../content/search.ts';
import { newEmails } from '../emails/email.service.ts';
import { publicForm } from '../idempotency/public-form.service.ts';
import { MessageEntity } from './message.entity.ts';
import { messageView } from './message.view.ts';

type Receipt = { id: number; createdAt: string };
const submit = publicForm<MessageInput, Receipt>('contact', (given) => {
  const { name, email, subject, message, now } = given;
  const fields = { name, email, subject, message };
  const stored = newRow(MessageEntity, { ...fields, createdAt: now, updatedAt: now });
  const id = stored.get('id');
  const description = 'New contact message';
  return {
    rows: [
      stored,
      newActivity(given, { type: 'create', entityType: 'contact', entityId: id, description }),
      newEmails(given, { kind: 'contact-message', recipient: null, data: fields }),
    ],
    answer: { id, createdAt: laterText`${given.createdAt}` },
  };
});

/** Stores a visitor's message and emails it to the office. */
export async function sendMessage(ctx: Ctx, input: MessageInput, key?: string): Promise<Receipt> {
  const receipt = await submit(ctx, { values: input, content: input, key });
  if (!receipt) throw new Error('The message was not stored');
  return receipt;
}

const there = { deletedAt: null };
const unread = { readAt: null };
const read = { readAt: { $ne: null } };

/** Newest first. `category` may select the unread or the read ones. */
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
