import { expect, test } from 'vitest';
import { ActivityEntity } from '../modules/platform/activity/activity.entity.ts';
import { makeActivity } from '../modules/platform/activity/activity.service.ts';
import { makeMessage } from '../modules/platform/outbox/outbox.service.ts';
import { OutgoingMessageEntity } from '../modules/platform/outbox/outgoing-message.entity.ts';
import { ContactMessageEntity } from '../modules/school/contact-messages/contact-message.entity.ts';
import {
  newsletterIssueMessage,
  newsletterWelcomeMessage,
} from '../modules/school/newsletter/newsletter.messages.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { runAndRollBack } from '../transaction.ts';
import { insertAllInOneStatement, makeRowInsert, reserveId } from './insert-all.ts';

const t = await useTestApp();

const at = new Date('2027-01-02T03:04:05.678Z');
const context = () => ({ ...t.jobContext(() => at), em: t.em() });

const message = (id: number, subject: string) => ({
  id,
  name: 'Ann',
  email: 'ann@example.org',
  subject,
  message: 'Hello',
  createdAt: at,
  updatedAt: at,
});

test('stores rows of several tables, of which some name another', async () => {
  const ctx = context();
  const token = `a "b" 'c' \\ {d} $1 :x ?`;
  const id = await reserveId(ctx, ContactMessageEntity);
  const description = `A ? of 'Ann' (${id})`;
  await insertAllInOneStatement(ctx, [
    // A row may come before the one that it names
    makeActivity(ctx, { type: 'create', entityType: 'contact', entityId: id, description }),
    makeRowInsert(ctx, ContactMessageEntity, message(id, token)),
    makeMessage(ctx, newsletterWelcomeMessage.email({ recipient: null, data: { token } })),
    makeMessage(ctx, newsletterIssueMessage.email({ recipient: token, data: { campaignId: id, token } })),
  ]);

  expect(await t.em().findOneOrFail(ContactMessageEntity, id)).toMatchObject(message(id, token));
  const entry = { type: 'create', createdAt: at, description };
  expect(await t.em().find(ActivityEntity, { entityType: 'contact', entityId: id })).toMatchObject([entry]);
  const email = { createdAt: at, nextTryAt: at, state: 'waiting', tries: 0 };
  expect(await t.em().find(OutgoingMessageEntity, {}, { orderBy: { kind: 'desc' } })).toMatchObject([
    { ...email, recipient: null, data: { token } },
    { ...email, recipient: token, data: { campaignId: id, token } },
  ]);
});

test('stores nothing when the database refuses one of the rows', async () => {
  const ctx = context();
  const id = await reserveId(ctx, ContactMessageEntity);
  const tooLong = { kind: 'k'.repeat(41), recipient: null, data: {} };
  const rows = [
    makeRowInsert(ctx, ContactMessageEntity, message(id, 'refused')),
    makeRowInsert(ctx, OutgoingMessageEntity, tooLong),
  ];
  await expect(insertAllInOneStatement(ctx, rows)).rejects.toThrow('too long');
  expect(await t.em().count(ContactMessageEntity, { id })).toBe(0);
});

test('refuses to run within a transaction, whose connection it does not use', async () => {
  const id = await reserveId(context(), ContactMessageEntity);
  await runAndRollBack(context(), async (tx) => {
    const rows = [makeRowInsert(tx, ContactMessageEntity, message(id, 'undone'))];
    await expect(insertAllInOneStatement(tx, rows)).rejects.toThrow('not part of the transaction');
  });
  expect(await t.em().count(ContactMessageEntity, { id })).toBe(0);
});
