import { type ContactInput, type ContactMessage, contactMessage } from '@institute/contract';
import { raw } from '@mikro-orm/core';
import { refuseLongPeopleList } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { makeRowInsert, nextIdSql } from '../../../database/insert-all.ts';
import { makeItemTag } from '../../../database/item-tag.ts';
import { findPage, makeEntityRowSource, toOrderByColumn } from '../../../database/page.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { bool, int, prepareStatement, readPrepared, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { makeActivity, type NewActivity, recordActivity } from '../../platform/activity/activity.service.ts';
import type { ListQuery } from '../../platform/content/content.service.ts';
import { makeView } from '../../platform/content/content.view.ts';
import { whereMatchingSpellings } from '../../platform/content/search.ts';
import { insertWithIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import { officeUnderLimitSql } from '../../platform/outbox/office/office-mail.service.ts';
import { queueOfficeSms } from '../../platform/outbox/office/office-sms.service.ts';
import { makeMessage, queueEmail } from '../../platform/outbox/outbox.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { findNamesByNumber } from '../registrations/registration-status.service.ts';
import { ContactMessageEntity } from './contact-message.entity.ts';
import { contactNoticeMessage } from './contact-message.messages.ts';

const { view: messageView } = makeView(ContactMessageEntity, contactMessage);

type SendOptions = { key?: string | undefined; isSpam?: boolean };

export const sendContactMessage = (
  ctx: Ctx,
  input: ContactInput,
  { key, isSpam = false }: SendOptions = {},
) =>
  insertWithIdempotencyKey(ctx, { route: 'contact', key, content: input }, async () => {
    const { name, email, subject, message } = input;
    const messageFields = { name, email, subject, message };
    const { id, isOfficeNotified } = await reserveMessageId(ctx);
    const now = ctx.now();
    const rows = [
      makeRowInsert(ctx, ContactMessageEntity, {
        id,
        ...messageFields,
        isSpam,
        createdAt: now,
        updatedAt: now,
      }),
      makeActivity(ctx, {
        type: 'create',
        entityType: 'contact',
        entityId: id,
        description: 'New contact message',
      }),
      ...(isSpam || !isOfficeNotified
        ? []
        : [makeMessage(ctx, contactNoticeMessage.email({ recipient: null, data: messageFields }))]),
    ];
    return { answer: { id, createdAt: now.toISOString() }, rows };
  });

const nextMessageSql = prepareStatement(
  `select ${nextIdSql(ContactMessageEntity)} as id, ${officeUnderLimitSql} as "isOfficeNotified"`,
);

async function reserveMessageId({ em }: Ctx) {
  const [message] = await readPrepared(em, { id: int, isOfficeNotified: bool })(nextMessageSql);
  if (!message) throw new Error('The sequence gave no id');
  return message;
}

interface IncomingSms {
  /** What messages show as the name of the sender. */
  name: string;
  phone: string;
  message: string;
}

/** Stores a received SMS as a contact message, which the office answers by SMS. */
export async function storeIncomingSms(tx: TxCtx, { name, phone, message }: IncomingSms): Promise<void> {
  const smsMessageFields = { name, email: '', subject: 'SMS', message };
  const [room] = await readRows(tx.em, { isOfficeNotified: bool })(
    `select ${officeUnderLimitSql} as "isOfficeNotified"`,
  );
  const smsRow = tx.em.create(ContactMessageEntity, { ...smsMessageFields, channel: 'sms', phone });
  await tx.em.flush();
  await recordMessageActivity(tx, 'create', smsRow.id, 'New SMS');
  if (room?.isOfficeNotified)
    await queueEmail(tx, contactNoticeMessage.email({ recipient: null, data: smsMessageFields }));
}

const notTrashedFilter = { deletedAt: null };
const inboxFilter = { ...notTrashedFilter, isSpam: false };
const folderFilters = {
  all: notTrashedFilter,
  inbox: inboxFilter,
  unread: { ...inboxFilter, readAt: null },
  read: { ...inboxFilter, readAt: { $ne: null } },
  spam: { ...notTrashedFilter, isSpam: true },
};

export async function listContactMessages(
  ctx: Pick<Ctx, 'em' | 'actor' | 'now'>,
  { limit, offset, q, category, sort = '-createdAt' }: ListQuery & { category: keyof typeof folderFilters },
): Promise<{ items: ContactMessage[]; total: number }> {
  const list = makeEntityRowSource(ctx.em, ContactMessageEntity, {
    ...folderFilters[category],
    ...(q && whereMatchingSpellings(q)),
  });
  const { rows, total } = await findPage(list, { orderBy: toOrderByColumn(sort), limit, offset });
  refuseLongPeopleList(ctx, rows.length, 'office');
  return { items: await fillSenderNames(ctx, rows.map(messageView)), total };
}

/** Lists contact messages for the REST API. */
export async function listContactRecords(
  ctx: Pick<Ctx, 'em' | 'actor' | 'now'>,
  { spam, ...query }: ListQuery & { spam?: boolean | undefined },
) {
  const page = await listContactMessages(ctx, { ...query, category: spam ? 'spam' : 'inbox' });
  refuseLongPeopleList(ctx, page.items.length, 'rest');
  return page;
}

/** Fills in names of senders of SMS from the registrations. Numbers of operators belong to no registration. */
async function fillSenderNames(
  { em }: Pick<Ctx, 'em'>,
  messages: readonly ContactMessage[],
): Promise<ContactMessage[]> {
  const senderNumbers = messages.flatMap(({ phone }) => (phone.startsWith('+') ? [phone] : []));
  const namesByNumber = await findNamesByNumber({ em }, [...new Set(senderNumbers)]);
  return messages.map((message) => ({ ...message, name: namesByNumber.get(message.phone) ?? message.name }));
}

export async function getContactMessage({ em }: Pick<Ctx, 'em'>, id: number): Promise<ContactMessage> {
  const row = await em.findOne(
    ContactMessageEntity,
    { id, ...notTrashedFilter },
    { disableIdentityMap: true },
  );
  if (!row) throw notFoundError('Message not found');
  const [message = messageView(row)] = await fillSenderNames({ em }, [messageView(row)]);
  return message;
}

export const countUnreadMessages = ({ em }: Pick<Ctx, 'em'>) =>
  em.count(ContactMessageEntity, folderFilters.unread);

export const markContactMessage = (ctx: Ctx, id: number, isRead: boolean): Promise<ContactMessage> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockContactMessage(tx, id);
    if (Boolean(row.readAt) !== isRead) {
      row.readAt = isRead ? tx.now() : null;
      await tx.em.flush();
      await recordMessageActivity(
        tx,
        'update',
        id,
        `Marked a contact message as ${isRead ? 'read' : 'unread'}`,
      );
    }
    return messageView(row);
  });

/** Sends the office's answer to a received SMS, as an SMS. */
export const answerBySms = (ctx: Ctx, id: number, text: string): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const { channel, phone } = await lockContactMessage(tx, id);
    // Operators send SMS from a name or a short number, which receive no answers
    if (channel !== 'sms' || !phone.startsWith('+'))
      throw new AppError('CONFLICT', 'This message did not come from a number that gets SMS');
    const smsEndingText = (await getSite(tx)).view.messages.smsEnding;
    await queueOfficeSms(tx, { recipient: phone, text, ending: smsEndingText });
    await recordMessageActivity(tx, 'update', id, 'Answered an SMS');
    return { id };
  });

export const takeMessageFromSpam = (ctx: Ctx, id: number): Promise<ContactMessage> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockContactMessage(tx, id);
    if (row.isSpam) {
      row.isSpam = false;
      await tx.em.flush();
      await recordMessageActivity(tx, 'update', id, 'Took a contact message from the spam');
    }
    return messageView(row);
  });

export const removeContactMessage = (ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockContactMessage(tx, id, ifMatch);
    row.deletedAt = tx.now();
    await tx.em.flush();
    await recordMessageActivity(tx, 'delete', id, 'Deleted a contact message');
    return { id };
  });

const recordMessageActivity = (tx: TxCtx, type: NewActivity['type'], entityId: number, description: string) =>
  recordActivity(tx, { type, entityType: 'contact', entityId, description });

const lockContactMessage = (tx: TxCtx, id: number, ifMatch?: string) =>
  lockRowOrNotFound(
    tx,
    ContactMessageEntity,
    { id, ...notTrashedFilter },
    { missing: 'Message not found', ifMatch, tag: (row) => makeItemTag('contact', row) },
  );

/** Takes an email in lower case or a phone in international form. Also lists trashed messages. */
export async function listContactMessagesFrom(
  { em }: Pick<Ctx, 'em'>,
  sender: string,
): Promise<ContactMessage[]> {
  const rows = await em.find(
    ContactMessageEntity,
    { $or: [{ [raw('lower(email)')]: sender }, { channel: 'sms', phone: sender }] },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(messageView);
}

/**
 * Deletes messages only: `privacy` also erases traces in other tables. Returns the data of their notices to the
 * office.
 */
export async function deleteContactMessages(
  { em }: Pick<TxCtx, 'em'>,
  ids: readonly number[],
): Promise<{ kind: string; data: ContactInput }[]> {
  const deletedMessages = await readRows(em, { name: text, email: text, subject: text, message: text })(
    'delete from messages where id = any(?::int[]) returning name, email, subject, message',
    [`{${ids}}`],
  );
  return deletedMessages.map((data) => ({ kind: contactNoticeMessage.kind, data }));
}
