import type { Registration } from '@institute/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, givenProgram } from '../../testing/applications.ts';
import { type SignedIn, type TestApp, testApp } from '../../testing/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { MailEntity } from '../mail/mail.entity.ts';

let t: TestApp;
let office: SignedIn;
let programId: number;
let admin: ReturnType<TestApp['admin']>;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1000' });
  office = await t.signIn();
  admin = t.admin(office.token);
  programId = await givenProgram(t);
});
afterAll(() => t.close());

const applied = async () => (await apply(t, { programId })).body.data;
const put = (id: number, body: object, headers = {}) =>
  t.call<Registration>('PUT', `/registrations/${id}`, body, { token: office.token, headers });

test('a decision is kept with its note: who, when, from what to what', async () => {
  const { id, reference } = await applied();
  const { tag } = await admin.registrations.get.query({ id });
  const other = await t.signIn('head@example.org');

  const first = await admin.registrations.decide.mutate({
    ...{ id, ifMatch: tag, status: 'reviewing', note: ' Asked for her certificate ' },
  });
  expect(first.view).toMatchObject({ status: 'reviewing', note: 'Asked for her certificate' });
  await t.admin(other.token).registrations.decide.mutate({ id, ifMatch: first.tag, status: 'accepted' });

  const { history } = await admin.registrations.get.query({ id });
  expect(history).toMatchObject([
    { by: 'head@example.org', from: 'reviewing', to: 'accepted', note: 'Asked for her certificate' },
    { by: office.email, from: 'new', to: 'reviewing', note: 'Asked for her certificate' },
  ]);
  expect(Math.abs(Date.now() - Date.parse(history[0]?.at ?? ''))).toBeLessThan(60_000);

  const mails = await t.db.orm.em.fork().find(MailEntity, { kind: 'registration-status' });
  const told = mails.map(({ data }) => data as { reference: string; status: string });
  expect(told.filter((mail) => mail.reference === reference).map(({ status }) => status)).toEqual([
    'reviewing',
    'accepted',
  ]);
});

test('a change over REST stands in the history too, and so does a note alone', async () => {
  const { id } = await applied();
  await put(id, { status: 'rejected' });
  await put(id, { note: 'No place left' });
  await put(id, { note: 'No place left', status: 'rejected' });
  await put(id, { phone: '0700 123 456' });

  const { history } = await admin.registrations.get.query({ id });
  expect(history.map(({ from, to, note }) => [from, to, note])).toEqual([
    ['rejected', 'rejected', 'No place left'],
    ['new', 'rejected', null],
  ]);
});

test('of two who decide at once the second is told, and nothing of theirs is kept', async () => {
  const { id } = await applied();
  const { tag } = await admin.registrations.get.query({ id });
  await admin.registrations.decide.mutate({ id, ifMatch: tag, status: 'accepted' });
  const late = admin.registrations.decide.mutate({ id, ifMatch: tag, status: 'rejected', note: 'Late' });

  await expect(late).rejects.toThrow('This was changed by somebody else in the meantime');
  expect((await put(id, { status: 'rejected' }, { 'if-match': tag })).status).toBe(412);
  const { view, history } = await admin.registrations.get.query({ id });
  expect([view.status, history.length]).toEqual(['accepted', 1]);
});

test('the history shows in no answer of the API', async () => {
  const { id } = await applied();
  const { body } = await put(id, { status: 'reviewing' });
  expect(Object.keys(body.data)).not.toContain('history');
});

test('whoever opens one, in the dashboard or over REST, is on record', async () => {
  const { id, reference } = await applied();
  await admin.registrations.get.query({ id });
  await t.call('GET', `/registrations/${id}`, undefined, { token: office.token });
  await t.call('GET', `/registrations/2000000000`, undefined, { token: office.token });

  const views = await t.db.orm.em.fork().find(ActivityEntity, { type: 'view', entityId: id });
  expect(views).toMatchObject(
    Array.from({ length: 2 }, () => ({
      ...{ entityType: 'registration', userEmail: office.email },
      description: `Viewed registration ${reference}`,
    })),
  );
});

test('an account that is gone keeps its name in the history', async () => {
  const { id } = await applied();
  const guest = await t.signIn('guest@example.org');
  await t.admin(guest.token).registrations.decide.mutate({ id, status: 'reviewing' });
  const em = t.db.orm.em.fork();
  await em.execute(`delete from sessions where account_id = (select id from accounts where email = ?)`, [
    guest.email,
  ]);
  await em.execute('delete from accounts where email = ?', [guest.email]);

  expect((await admin.registrations.get.query({ id })).history).toMatchObject([{ by: guest.email }]);
});
