import { expect, test } from 'vitest';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const contact = t.office.admin.contact;

const send = async (subject: string) =>
  (await t.given.message({ subject, message: 'How much?\n\nThank you' })).id;
const subjects = async (query: object) =>
  (await contact.list.query(query)).items.map(({ subject }) => subject);

test('messages are read, left for later, found and deleted', async () => {
  const fees = await send('Fees');
  const hostel = await send('Hostel');
  expect(await contact.unread.query()).toBe(2);
  expect(await subjects({})).toEqual(['Hostel', 'Fees']);

  const read = await contact.mark.mutate({ id: fees, isRead: true });
  expect(read).toMatchObject({ message: 'How much?\n\nThank you', readAt: expect.stringMatching(/Z$/) });
  expect(await contact.unread.query()).toBe(1);
  expect(await subjects({ category: 'unread' })).toEqual(['Hostel']);
  expect(await subjects({ category: 'read', q: 'FEES' })).toEqual(['Fees']);
  // Marking it again keeps the time of the first reading
  expect(await contact.mark.mutate({ id: fees, isRead: true })).toEqual(read);

  await contact.mark.mutate({ id: fees, isRead: false });
  expect(await subjects({ category: 'unread' })).toEqual(['Hostel', 'Fees']);

  expect(await contact.remove.mutate({ id: hostel })).toEqual({ id: hostel });
  expect([await contact.unread.query(), await subjects({})]).toEqual([1, ['Fees']]);
  await expect(contact.mark.mutate({ id: hostel, isRead: true })).rejects.toThrow('Message not found');
});

test('the activity log names the action, but not the sender', async () => {
  const rows = await t.sql<{ type: string; description: string; user_email: string | null }>(
    "select type, description, user_email from activities where entity_type = 'contact' order by id",
  );
  expect(
    rows.filter(({ type }) => type !== 'create').map(({ type, description }) => `${type}: ${description}`),
  ).toEqual([
    'update: Marked a contact message as read',
    'update: Marked a contact message as unread',
    'delete: Deleted a contact message',
  ]);
  expect(rows.at(-1)?.user_email).toBe(officeEmail);
});

test('refuses to delete a message that somebody else has changed since', async () => {
  const id = await send('Changed');
  await contact.mark.mutate({ id, isRead: true });
  const stale = contact.remove.mutate({ id, ifMatch: `"contact-${id}-1"` });
  await expect(stale).rejects.toMatchObject({
    data: { httpStatus: 412, apiError: { code: 'PRECONDITION_FAILED' } },
  });
  expect(await subjects({ q: 'Changed' })).toEqual(['Changed']);
  expect(await contact.remove.mutate({ id, ifMatch: `"contact-${id}-2"` })).toEqual({ id });
});
