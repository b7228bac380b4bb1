import { expect, test } from 'vitest';
import { requireSuccess } from '../../../testing/app/answers.ts';
import type { RestClient } from '../../../testing/app/caller.ts';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';

const t = await useTestApp();
const { admin, api } = t.office;
const programId = (await t.given.program()).id;

const applied = () => t.given.registration({ programId });
type Change = Parameters<RestClient['registrations']['update']>[0];
const update = (id: number, body: Change['body'], headers: Change['headers'] = {}) =>
  api.registrations.update({ params: { id }, body, headers });

test('a decision is stored with its author, time, note, and old and new status', async () => {
  const { id, reference } = await applied();
  const { tag } = await admin.registrations.get.query({ id });

  const first = await admin.registrations.decide.mutate({
    id,
    ifMatch: tag,
    status: 'reviewing',
    note: ' Asked for her certificate ',
  });
  expect(first.view).toMatchObject({ status: 'reviewing', note: 'Asked for her certificate' });
  const head = t.as('head@example.org').admin;
  const before = t.now();
  await head.registrations.decide.mutate({ id, ifMatch: first.tag, status: 'accepted' });
  const after = t.now();

  const { history } = await admin.registrations.get.query({ id });
  expect(history).toMatchObject([
    { by: 'head@example.org', from: 'reviewing', to: 'accepted', note: 'Asked for her certificate' },
    { by: officeEmail, from: 'new', to: 'reviewing', note: 'Asked for her certificate' },
  ]);
  expect(Date.parse(history[0]?.at ?? '')).toBeGreaterThanOrEqual(before.getTime());
  expect(Date.parse(history[0]?.at ?? '')).toBeLessThanOrEqual(after.getTime());

  const emails = await t.em().find(OutgoingMessageEntity, { kind: 'registration-status' });
  const told = emails.map(({ data }) => data as { reference: string; status: string });
  expect(told.filter((email) => email.reference === reference).map(({ status }) => status)).toEqual([
    'accepted',
  ]);
});

test('a change over REST is in the history, and so is a changed note', async () => {
  const { id } = await applied();
  await requireSuccess(update(id, { status: 'rejected' }));
  await requireSuccess(update(id, { note: 'No place left' }));
  await requireSuccess(update(id, { note: 'No place left', status: 'rejected' }));

  const { history } = await admin.registrations.get.query({ id });
  expect(history.map(({ from, to, note }) => [from, to, note])).toEqual([
    ['rejected', 'rejected', 'No place left'],
    ['new', 'rejected', null],
  ]);
});

test('every view of a registration is logged, in the dashboard and over REST', async () => {
  const { id, reference } = await applied();
  await admin.registrations.get.query({ id });
  await requireSuccess(api.registrations.get({ params: { id } }));
  expect(await api.registrations.get({ params: { id: 2000000000 } })).toMatchObject({ status: 404 });

  const views = await t.em().find(ActivityEntity, { type: 'view', entityId: id });
  expect(views).toMatchObject(
    Array.from({ length: 2 }, () => ({
      entityType: 'registration',
      userEmail: officeEmail,
      description: `Viewed registration ${reference}`,
    })),
  );
});

test('the history keeps the email of a deleted account', async () => {
  const { id } = await applied();
  const guest = await t.given.account('guest@example.org');
  await t.as(guest.email).admin.registrations.decide.mutate({ id, status: 'reviewing' });
  const em = t.em();
  await em.execute(`delete from sessions where account_id = (select id from accounts where email = ?)`, [
    guest.email,
  ]);
  await em.execute('delete from accounts where email = ?', [guest.email]);

  expect((await admin.registrations.get.query({ id })).history).toMatchObject([{ by: guest.email }]);
});
