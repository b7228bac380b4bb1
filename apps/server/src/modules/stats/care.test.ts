import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, givenProgram } from '../../testing/applications.ts';
import { samples } from '../../testing/content-samples.ts';
import { pictureForm, plainPicture, upload } from '../../testing/pictures.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { whatNeedsCare } from './care.service.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '100' });
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

const execute = (sql: string, values: unknown[] = []) => t.db.orm.em.getConnection().execute(sql, values);
const care = (hasPicture: (path: string) => Promise<boolean> = async () => true) =>
  whatNeedsCare({ em: t.db.orm.em.fork(), now: () => new Date(), hasPicture });
const calm = {
  unpricedPrograms: [],
  brokenPictures: [],
  unreadMessages: 0,
  parkedMails: 0,
  waitingRegistrations: 0,
};

test('an empty house needs no care', async () => {
  expect(await care()).toEqual(calm);
});

test('names programs without a price, not those that are off the site', async () => {
  const id = await givenProgram(t, { name: 'Weaving', price: 0 });
  await givenProgram(t, { name: 'Free on purpose', price: 1 });
  await givenProgram(t, { name: 'Old', price: 0, isActive: false });
  expect((await care()).unpricedPrograms).toEqual([{ id, name: 'Weaving' }]);
  await t.call('PUT', `/programs/${id}`, { price: 50_000 }, { token });
  expect(await care()).toEqual(calm);
});

test('names the pictures of this site that are not there, and asks no other site', async () => {
  const [programs] = samples;
  const body = { ...programs?.required, name: 'Broken', imageUrl: '/uploads/gone.webp' };
  await t.call('POST', '/programs', body, { token });
  const content =
    '<p>See</p><p><img src="/images/lost.jpg" alt=""><img src="https://x.example/a.jpg" alt=""></p>';
  await t.call('POST', '/posts', { title: 'Open day', content }, { token });

  const asked: string[] = [];
  const { brokenPictures } = await care(async (path) => {
    asked.push(path);
    return !/gone|lost/.test(path);
  });
  expect(brokenPictures).toEqual(
    expect.arrayContaining([
      { entityType: 'program', name: 'Broken', url: '/uploads/gone.webp' },
      { entityType: 'post', name: 'Open day', url: '/images/lost.jpg' },
    ]),
  );
  expect(brokenPictures).toHaveLength(2);
  expect(asked.every((path) => path.startsWith('/'))).toBe(true);
});

test('over the API a picture that nothing answers is broken, an uploaded one is not', async () => {
  const { body } = await upload(t.app, pictureForm(await plainPicture('png')), `Bearer ${token}`);
  await givenProgram(t, { name: 'Whole', imageUrl: body.secure_url });
  const { brokenPictures } = await t.admin(token).stats.care.query();
  expect(brokenPictures).toContainEqual({
    entityType: 'program',
    name: 'Broken',
    url: '/uploads/gone.webp',
  });
  expect(brokenPictures.map(({ name }) => name)).not.toContain('Whole');
});

test('counts unread messages, parked mails and applications that wait for more than three days', async () => {
  const programId = await givenProgram(t);
  for (const _ of [1, 2, 3]) await apply(t, { programId });
  await execute(`update registrations set created_at = now() - interval '73 hours' where id <= 2`);
  await execute(`update registrations set status = 'reviewing' where id = 1`);
  await t.call('POST', '/contact', {
    name: 'Bo',
    email: 'bo@example.org',
    subject: 'Fees',
    message: 'When?',
  });
  await execute(`update mails set state = 'parked' where kind = 'contact-message'`);
  expect(await care()).toMatchObject({ unreadMessages: 1, parkedMails: 1, waitingRegistrations: 1 });

  await execute('update contact_submissions set read_at = now()');
  expect(await care()).toMatchObject({ unreadMessages: 0 });
});
