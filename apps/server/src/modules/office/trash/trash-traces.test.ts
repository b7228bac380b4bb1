import type { TrashKind } from '@institute/contract';
import { expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { findTablesWith } from '../../../testing/app/stored.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { purgeOldItems } from './trash.service.ts';

const t = await useTestApp();
await t.given.account();
const owner = t.office.admin;

const activities = (kind: TrashKind, id: number) =>
  t.sql<{ type: string; description: string; user_email: string | null; ip_address: string | null }>(
    'select type, description, user_email, ip_address from activities where entity_type = ? and entity_id = ? order by id',
    [kind, id],
  );

/** The word is in every field that can contain it. */
async function trashedForms(word: string) {
  const headers = { 'idempotency-key': `key-of-${word}` };
  const extraHeaders = { 'user-agent': `${word}phone` };
  const { id: programId } = await t.given.program();
  const applicant = { firstName: word, lastName: 'Old', email: `${word}@example.org`, phone: '0700 123 456' };
  const registration = await readData(
    t.visitor.api.registrations.create({
      headers,
      extraHeaders,
      body: { ...applicant, programId, consent: true },
    }),
  );
  const { email } = applicant;
  const message = await readData(
    t.visitor.api.contact.send({
      headers,
      extraHeaders,
      body: { name: word, email, subject: 'Fees', message: `${word} asks` },
    }),
  );
  await t.sql(`update outgoing_messages set state = 'parked' where data::text like ?`, [`%${word}%`]);
  await owner.registrations.remove.mutate({ id: registration.id });
  await owner.contact.remove.mutate({ id: message.id });
  return { registration, message };
}

test('what is purged by hand leaves neither emails nor keys nor the device it came from', async () => {
  const { registration, message } = await trashedForms('Canary');
  await owner.trash.purge.mutate({ kind: 'registration', id: registration.id });
  await owner.trash.purge.mutate({ kind: 'contact', id: message.id });

  expect(await findTablesWith(t, 'canary')).toEqual([]);
  expect(await findTablesWith(t, registration.reference)).toEqual(['activities']);
  for (const [kind, id] of [
    ['registration', registration.id],
    ['contact', message.id],
  ] as const) {
    const done = await activities(kind, id);
    expect(done.map(({ type }) => type)).toEqual(['create', 'delete', 'purge']);
    expect(done[0]).toMatchObject({ user_email: null, ip_address: null });
    expect(done.at(-1)).toMatchObject({ user_email: 'office@example.org', ip_address: '127.0.0.1' });
  }
});

test('what is purged after thirty days leaves no more, and what is not yet due keeps all', async () => {
  const old = [await trashedForms('Finch'), await trashedForms('Heron')];
  await trashedForms('Robin');
  for (const [table, kind] of [
    ['registrations', 'registration'],
    ['messages', 'message'],
  ] as const) {
    await t.sql(`update ${table} set deleted_at = deleted_at - interval '30 days' where id = any(?::int[])`, [
      `{${old.map((forms) => forms[kind].id)}}`,
    ]);
  }
  await purgeOldItems(t.jobContext());

  expect([...(await findTablesWith(t, 'finch')), ...(await findTablesWith(t, 'heron'))]).toEqual([]);
  for (const { registration, message } of old) {
    const { reference } = registration;
    expect((await activities('registration', registration.id)).at(-1)).toMatchObject({
      type: 'purge',
      description: `Deleted registration ${reference} for ever`,
      user_email: null,
    });
    expect((await activities('contact', message.id)).at(-1)).toMatchObject({
      type: 'purge',
      description: 'Deleted a contact message for ever',
      user_email: null,
    });
  }
  expect(await findTablesWith(t, 'robin')).toEqual([
    'activities',
    'idempotency_keys',
    'messages',
    'outgoing_messages',
    'registrations',
  ]);
});

test('purging a message keeps the email of another with the same sender and subject', async () => {
  const sender = { name: 'Wren', email: 'wren@example.org', subject: 'Fees' };
  const first = await t.given.message({ ...sender, message: 'Wrenfirst' });
  await t.given.message({ ...sender, message: 'Wrensecond' });
  await owner.contact.remove.mutate({ id: first.id });
  await owner.trash.purge.mutate({ kind: 'contact', id: first.id });
  expect(await findTablesWith(t, 'wrenfirst')).toEqual([]);
  expect(await findTablesWith(t, 'wrensecond')).toEqual(['messages', 'outgoing_messages']);
});
