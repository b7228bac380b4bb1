import { expect, test } from 'vitest';
import { ActivityEntity } from '../modules/activity/activity.entity.ts';
import { newActivity, type RequestOrigin, requestOrigin } from '../modules/activity/activity.service.ts';
import { ContactMessageEntity } from '../modules/contact-messages/contact-message.entity.ts';
import { newsletterIssue, newsletterWelcome } from '../modules/newsletter/newsletter.messages.ts';
import { newEmail } from '../modules/outbox/outbox.service.ts';
import { OutgoingMessageEntity } from '../modules/outbox/outgoing-message.entity.ts';
import { ProgramEntity } from '../modules/programs/program.entity.ts';
import { useTestApp } from '../testing/test-app.ts';
import { existingRow, type Given, insertTogether, newRow, textWithReturned } from './insert-together.ts';

const t = useTestApp();

const at = new Date('2027-01-02T03:04:05.678Z');

type Message = { subject: string; now: Date };
const messageOf = ({ subject, now }: Given<Message>) =>
  newRow(ContactMessageEntity, {
    name: 'Ann',
    email: 'ann@example.org',
    subject,
    message: 'Hello',
    createdAt: now,
    updatedAt: now,
  });

test('rows, texts, JSON and the answer can use values of another row', async () => {
  const token = `a "b" 'c' \\ {d} $1 :x ?`;
  const store = insertTogether('test values', (given: Given<Message & RequestOrigin>) => {
    const message = messageOf(given);
    const [entityId, subject] = [message.get('id'), message.get('subject')];
    const description = textWithReturned`A "${subject}" of 'Ann' (${entityId})`;
    return {
      rows: [
        // A row may come before the one that it needs
        newActivity(given, { type: 'create', entityType: 'contact', entityId, description }),
        message,
        newEmail(given, newsletterWelcome, { recipient: null, data: { token } }),
        newEmail(given, newsletterIssue, {
          recipient: given.subject,
          data: { campaignId: entityId, token },
        }),
      ],
      answer: { id: entityId, token, at: textWithReturned`${given.createdAt}` },
    };
  });

  const caller = requestOrigin(t.jobContext(() => at));
  for (const subject of ['first', `'second'`]) {
    const answer = await store(t.em(), { subject, ...caller });
    const { id } = await t.em().findOneOrFail(ContactMessageEntity, { subject });
    expect(answer).toEqual({ id, token, at: at.toISOString() });
    const entry = { type: 'create', createdAt: at, description: `A "${subject}" of 'Ann' (${id})` };
    expect(await t.em().find(ActivityEntity, { entityType: 'contact', entityId: id })).toMatchObject([entry]);
    const email = { createdAt: at, nextTryAt: at, state: 'waiting', tries: 0 };
    const emails = await t.em().find(OutgoingMessageEntity, {}, { orderBy: { id: 'desc' }, limit: 2 });
    // The database decides in which order it inserts them
    expect(emails.sort((one, two) => two.kind.localeCompare(one.kind))).toMatchObject([
      { ...email, recipient: null, data: { token } },
      { ...email, recipient: subject, data: { campaignId: id, token } },
    ]);
  }
});

test('stores nothing when the database refuses one of the rows', async () => {
  const store = insertTogether('test refused', (given: Given<Message>) => {
    const tooLong = newRow(OutgoingMessageEntity, { kind: 'k'.repeat(41), recipient: null, data: {} });
    return { rows: [messageOf(given), tooLong], answer: {} };
  });
  await expect(store(t.em(), { subject: 'refused', now: at })).rejects.toThrow('too long');
  expect(await t.em().count(ContactMessageEntity, { subject: 'refused' })).toBe(0);
});

test('stores nothing and has no answer when a needed row is not found', async () => {
  const store = insertTogether('test missing', (given: Given<RequestOrigin>) => {
    const entityId = existingRow(ProgramEntity, { id: 0, deletedAt: null }).get('id');
    const description = 'of no program';
    return {
      rows: [newActivity(given, { type: 'create', entityType: 'program', entityId, description })],
      answer: { id: entityId },
    };
  });
  expect(await store(t.em(), requestOrigin(t.jobContext()))).toBeUndefined();
  expect(await t.em().count(ActivityEntity, { description: 'of no program' })).toBe(0);
});

test('finds a row by alternative conditions', async () => {
  const { id } = await t.given.program();
  type Sought = { id: number; isActive: boolean; until: Date };
  const find = insertTogether('test conditions', ({ id, isActive, until }: Given<Sought>) => {
    const $or = [{ name: 'Nothing' }, { createdAt: { $lte: until } }];
    const program = existingRow(ProgramEntity, { id, isActive, deletedAt: null, $or });
    return { rows: [], answer: { name: program.get('name') } };
  });
  const later = new Date('2100-01-01');
  expect(await find(t.em(), { id, isActive: true, until: later })).toEqual({ name: expect.any(String) });
  expect(await find(t.em(), { id, isActive: false, until: later })).toBeUndefined();
  expect(await find(t.em(), { id, isActive: true, until: new Date(0) })).toBeUndefined();
});

test('refuses a field that the table does not have', async () => {
  const fields = { kind: 'invitation', recipient: null, data: {}, colour: 'red' };
  const store = insertTogether('test fields', () => ({
    rows: [newRow(OutgoingMessageEntity, fields)],
    answer: {},
  }));
  await expect(store(t.em(), {})).rejects.toThrow('no field colour');
});
