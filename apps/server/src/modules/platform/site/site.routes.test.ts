import { expect, onTestFinished, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { type TestApp, testApp, testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { makeAfricasTalkingUrl } from '../../../testing/stand-ins/africas-talking-stand-in.ts';

const t = await useTestApp();
const program = await t.given.apiKey('site:write');

const block = { title: 'A', text: 'B' };
const long = { ...block, title: 'x'.repeat(301) };
const question = { category: 'Facilities', question: 'A', answer: 'B' };
const about = { imageAlt: null, mission: 'A', vision: 'B', text: 'C' };
const floors = { students: 7, facilities: 8, alumni: 9 };

test('another program replaces a part of the site, and everybody sees it', async () => {
  const before = await readData(t.visitor.api.site.get());
  const { body, headers } = await requireSuccess(program.api.site.update({ body: { floors } }));
  expect(body.data).toEqual({ ...before, floors });
  const seen = await requireSuccess(t.visitor.api.site.get());
  expect(seen.body).toEqual(body);
  expect(seen.headers.get('etag')).toBe(headers.get('etag'));
  expect((await t.office.admin.site.get.query()).view.retention).toBeDefined();
  const { items } = await t.office.admin.activity.list.query({ entityType: 'site' });
  expect(items[0]).toMatchObject({ description: 'Updated the site: floors' });
  expect(items[0]?.user?.email).toContain('Timetable');
});

test('sends the whole site back without a change', async () => {
  const { body, headers } = await requireSuccess(t.visitor.api.site.get());
  const again = await requireSuccess(program.api.site.update({ body: body.data }));
  expect([again.body, again.headers.get('etag')]).toEqual([body, headers.get('etag')]);
});

test('the menu takes links of https with a name, and entries below others', async () => {
  const { menu } = await readData(t.visitor.api.site.get());
  const link = { entry: 'https://results.example/', hidden: false, label: 'Results' };
  const refused = async (...entries: object[]) =>
    (await readRefusal(program.api.site.update({ body: { menu: entries as typeof menu } }))).details.map(
      ({ path }) => path,
    );
  expect(await refused({ ...link, entry: 'http://results.example/' })).toEqual(['menu.0.entry']);
  expect(await refused({ ...link, entry: 'javascript:alert(1)' })).toEqual(['menu.0.entry']);
  expect(await refused({ ...link, label: '' })).toEqual(['menu.0.label']);
  expect(await refused({ ...link, below: true })).toEqual(['menu.0.below']);
  const nested = [...menu, { ...link, below: true as const }];
  await requireSuccess(t.office.api.site.update({ body: { menu: nested } }));
  const { navigation } = await readData(t.visitor.api.site.get());
  const { to, below } = navigation.drawer.at(-1) ?? {};
  expect([to, below]).toEqual(['/alumni', [{ to: link.entry, label: 'Results' }]]);
  await requireSuccess(program.api.site.update({ body: { menu } }));
});

test('social networks have the name and icon of their address, and those stored with a name keep it', async () => {
  const socials = [
    { url: 'https://www.tiktok.com/@school' },
    { url: 'https://blog.school.example/' },
    { network: 'Our choir', url: 'https://facebook.com/choir' },
  ];
  await requireSuccess(t.office.api.site.update({ body: { socials } }));
  expect((await readData(t.visitor.api.site.get())).socialLinks).toEqual([
    { name: 'TikTok', icon: 'tiktok', url: socials[0]?.url },
    { name: 'blog.school.example', url: socials[1]?.url },
    { name: 'Our choir', icon: 'facebook', url: socials[2]?.url },
  ]);
});

test('the ETag changes with the defaults of another release', async () => {
  const tag = async () => (await requireSuccess(t.office.api.site.get())).headers.get('etag');
  const before = await tag();
  expect(await tag()).toBe(before);
  // A release may have other defaults, so the stored part is not the whole site
  await t.sql(`update site set content = content - 'floors'`);
  expect(await tag()).not.toBe(before);
});

test('refuses an older version', async () => {
  const first = (await requireSuccess(t.visitor.api.site.get())).headers.get('etag') ?? '';
  const body = { floors: { ...floors, students: 8 } };
  await requireSuccess(program.api.site.update({ body, headers: { 'if-match': first } }));
  expect(await program.api.site.update({ body, headers: { 'if-match': first } })).toMatchObject({
    status: 412,
  });
});

test('no key changes where mail or money goes, whatever else is sent with it', async () => {
  const { donations, institute } = await readData(t.visitor.api.site.get());
  const body = {
    donations: { ...donations, merchantCode: '999999' },
    institute: { ...institute, emails: ['thief@example.org'], address: 'Plot 9, Kampala Road' },
  };
  const { status, code, details } = await readRefusal(program.api.site.update({ body }));
  expect([status, code]).toEqual([403, 'FORBIDDEN']);
  expect(details.map(({ path }) => path).sort()).toEqual(['donations', 'institute.emails']);
  const address = { ...institute, address: 'Plot 9, Kampala Road' };
  expect(await program.api.site.update({ body: { institute: address } })).toMatchObject({ status: 200 });
});

test('an owner’s bearer changes them after the password, another account’s does not', async () => {
  const { institute } = await readData(t.visitor.api.site.get());
  const body = { institute: { ...institute, mapUrl: 'https://map.example/here' } };
  await t.given.account();
  expect(await readRefusal(t.as('editor@example.org').api.site.update({ body }))).toMatchObject({
    status: 403,
    details: [{ path: 'institute.mapUrl' }],
  });
  const owner = t.withToken((await t.signIn()).token);
  t.wait(10 * 60_000);
  expect(await readRefusal(owner.api.site.update({ body }))).toMatchObject({
    status: 403,
    code: 'PASSWORD_REQUIRED',
  });
  await owner.admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  expect(await owner.api.site.update({ body })).toMatchObject({ status: 200 });
});

test.each([
  ['a wrong value', { floors: { ...floors, students: -1 } }, 'floors.students'],
  ['a list that is too long', { faq: Array.from({ length: 101 }, () => question) }, 'faq'],
  ['a text that is too long', { values: [long, block, block, block] }, 'values.0.title'],
  ['an address of another kind', { about: { ...about, image: 'javascript:alert(1)' } }, 'about.image'],
  ['a part without its fields', { facilityBlocks: {} }, 'facilityBlocks.equipment'],
  ['no part at all', [], ''],
])('refuses %s and names the field', async (_, body, path) => {
  expect(await readRefusal(program.send('PUT', '/site', { body }))).toMatchObject({
    status: 400,
    details: expect.arrayContaining([expect.objectContaining({ path })]),
  });
});

test('the texts of single pages and the retention are not part of this call', async () => {
  const before = await t.office.admin.site.get.query();
  const body = { retention: { ...before.view.retention, personMonths: 1 }, privacy: null };
  expect(await program.send('PUT', '/site', { body })).toMatchObject({ status: 200 });
  expect((await t.office.admin.site.get.query()).view).toEqual(before.view);
});

test('says whose numbers get SMS, and has another tag where that is another; nothing without a gateway', async () => {
  const other = await testApp({ SMS_URL: makeAfricasTalkingUrl('127.0.0.1:9'), SMS_COUNTRIES: 'UG,KE' });
  onTestFinished(() => other.close());
  const { site } = other.office.admin;
  const codes = async (app: TestApp) => (await readData(app.visitor.api.site.get())).smsCallingCodes;
  expect(await codes(t)).toBeUndefined();
  expect(await codes(other)).toEqual(['256', '254']);

  const tag = (await requireSuccess(other.visitor.api.site.get())).headers.get('etag') ?? '';
  expect(tag).not.toBe((await site.get.query()).tag);
  const changed = { headers: { 'if-match': tag }, body: { registrationSuccess: 'Thank you.' } };
  expect((await requireSuccess(other.office.api.site.update(changed))).body).toMatchObject({
    data: { registrationSuccess: 'Thank you.', smsCallingCodes: ['256', '254'] },
  });
  const { messages } = (await site.get.query()).view;
  await site.update.mutate({ changes: { messages: { ...messages, smsTo: 'never' } } });
  expect(await codes(other)).toBeUndefined();
});
