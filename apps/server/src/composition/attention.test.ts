import { expect, test } from 'vitest';
import { requireSuccess } from '../testing/app/answers.ts';
import { listRightsBut } from '../testing/app/rights.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../testing/files/images.ts';
import { makeAfricasTalkingUrl } from '../testing/stand-ins/africas-talking-stand-in.ts';
import { listAttention } from './attention.ts';
import { contentInfos } from './resources.ts';

const t = await useTestApp({ SMS_URL: makeAfricasTalkingUrl('127.0.0.1:9') });

const attentionItems = (hasImage: (path: string) => Promise<boolean> = async () => true, config = t.config) =>
  listAttention({
    em: t.em(),
    config,
    content: contentInfos,
    now: () => new Date(),
    hasImage,
    actor: { isOwner: false, rights: listRightsBut('fees') },
  });
const calm = {
  incompleteItems: [],
  contentWarnings: [],
  brokenImages: [],
  parkedEmails: 0,
  waitingRegistrations: 0,
  documentsToLookAt: 0,
  firstInLine: [],
  onlyCallable: 0,
  undecidedLeavers: 0,
  unassignedPayments: 0,
  crossedPayments: 0,
  waitingLines: { count: 0, months: [] },
  sms: { isGatewaySilent: false, isBalanceUsedUp: false, beyondLimit: 0, failing: null },
  settings: [],
  endedWebhooks: [],
  invalidSections: [],
  untouchedParts: [],
  unansweredRedirects: [],
};

test('an empty site has nothing that needs attention', async () => {
  expect(await attentionItems()).toEqual(calm);
});

test('names programs without a price, except inactive ones', async () => {
  const { id } = await t.given.program({ name: 'Weaving', price: 0 });
  await t.given.program({ name: 'Free on purpose', price: 1 });
  await t.given.program({ name: 'Old', price: 0, isActive: false });
  expect((await attentionItems()).incompleteItems).toMatchObject([
    { entityType: 'program', id, title: 'Weaving', one: 'has no price', many: 'programs have no price' },
  ]);
  await requireSuccess(t.office.api.programs.update({ params: { id }, body: { price: 50_000 } }));
  expect(await attentionItems()).toEqual(calm);
});

test('names the missing images of this site, and contacts no other site', async () => {
  await t.given.program({ name: 'Broken', imageUrl: '/uploads/gone.webp' });
  const content =
    '<p>See</p><p><img src="/images/lost.jpg" alt=""><img src="https://x.example/a.jpg" alt=""></p>';
  await t.given.post({ title: 'Open day', content });

  const asked: string[] = [];
  const { brokenImages } = await attentionItems(async (path) => {
    asked.push(path);
    return !/gone|lost/.test(path);
  });
  expect(brokenImages).toEqual(
    expect.arrayContaining([
      { entityType: 'program', name: 'Broken', url: '/uploads/gone.webp' },
      { entityType: 'post', name: 'Open day', url: '/images/lost.jpg' },
    ]),
  );
  expect(brokenImages).toHaveLength(2);
  expect(asked.every((path) => path.startsWith('/'))).toBe(true);
});

test('looks again only at what changed, and at what was broken', async () => {
  const { id } = await t.given.program({ name: 'Calm', imageUrl: '/images/calm.webp' });
  const { id: lost } = await t.given.program({ name: 'Lost', imageUrl: '/images/lost-1.webp' });
  await t.sql(`update programs set updated_at = now() - interval '1 day'`);
  let asked: string[] = [];
  const missing = new Set(['/images/lost-1.webp']);
  const hasImage = async (path: string) => {
    asked.push(path);
    return !missing.has(path);
  };
  const look = async () => {
    asked = [];
    const { brokenImages } = await attentionItems(hasImage);
    return brokenImages.map(({ url }) => url);
  };
  expect(await look()).toEqual(['/images/lost-1.webp']);
  expect(asked).toContain('/images/calm.webp');
  expect(await look()).toEqual(['/images/lost-1.webp']);
  expect(asked).not.toContain('/images/calm.webp');

  missing.add('/images/lost-2.webp');
  await requireSuccess(
    t.office.api.programs.update({ params: { id }, body: { imageUrl: '/images/lost-2.webp' } }),
  );
  expect((await look()).toSorted()).toEqual(['/images/lost-1.webp', '/images/lost-2.webp']);
  missing.delete('/images/lost-1.webp');
  expect(await look()).toEqual(['/images/lost-2.webp']);
  await requireSuccess(t.office.api.programs.remove({ params: { id } }));
  expect(await look()).toEqual([]);
  await requireSuccess(t.office.api.programs.remove({ params: { id: lost } }));
});

test('names the redirects from addresses of the site, and pages at the address of a check page', async () => {
  for (const from of ['/Certificates/KYQ7', '/programs?category=camp', '/old', '/?p=1'])
    await t.sql(`insert into redirects ("from", key, "to", created_at) values (?, lower(?), '/p/x', now())`, [
      from,
      from,
    ]);
  await t.given.content('pages', { title: 'Genuine', content: '<p>x</p>', path: 'genuine' });
  await t.sql(`update pages set path = 'certificates'`);
  const { unansweredRedirects, incompleteItems } = await attentionItems();
  expect(unansweredRedirects).toEqual(['/Certificates/KYQ7', '/programs?category=camp']);
  const listed = await t.office.admin.redirects.list.query();
  expect(listed.map(({ isAnswered }) => isAnswered)).toEqual([true, true, false, false]);
  const named = { entityType: 'page', title: 'Genuine', one: 'has the address of a check page' };
  expect(incompleteItems).toMatchObject([named]);
  await t.sql(`update pages set path = 'receipts-8k2m'`);
  expect((await attentionItems()).incompleteItems).toMatchObject([named]);
  await t.sql(`update pages set path = 'certificate-in-tailoring'`);
  expect((await attentionItems()).incompleteItems).toEqual([]);
  await t.sql('delete from redirects');
  await t.sql('delete from pages');
});

test('over the API a missing image is broken, an uploaded one is not', async () => {
  const { path } = await uploadForm(
    t.app,
    makeImageForm(await makePlainImage('png')),
    `Bearer ${(await t.given.account()).token}`,
  );
  await t.given.program({ name: 'Whole', imageUrl: path });
  const { brokenImages } = await t.office.admin.stats.attention.query();
  expect(brokenImages).toContainEqual({
    entityType: 'program',
    name: 'Broken',
    url: '/uploads/gone.webp',
  });
  expect(brokenImages.map(({ name }) => name)).not.toContain('Whole');
});

test('counts parked emails, and the registrations that are new for more than three days', async () => {
  const { id: programId } = await t.given.program();
  for (const _ of [1, 2, 3]) await t.given.registration({ programId });
  await t.sql(`update registrations set created_at = now() - interval '73 hours' where id <= 2`);
  await t.sql(`update registrations set status = 'reviewing' where id = 1`);
  await t.given.message();
  await t.sql(`update outgoing_messages set state = 'parked' where kind = 'contact-message'`);
  expect(await attentionItems()).toMatchObject({
    parkedEmails: 1,
    waitingRegistrations: 1,
  });

  expect(await t.office.admin.registrations.countNew.query()).toBe(2);
});

test('counts applicants with neither an address nor a number of the countries that get SMS', async () => {
  const { id: programId } = await t.given.program({ name: 'Called', price: 1 });
  const given = (email: string, phone: string) => t.given.registration({ programId, email, phone });
  const onlyCallable = async () => (await attentionItems()).onlyCallable;
  const before = await onlyCallable();
  await given('', '0772 200 001');
  await given('reached@example.org', '+1 202 555 0143');
  expect(await onlyCallable()).toBe(before);

  // Without a gateway the number is as good as before: only the gateway is missing
  const withoutGateway = await attentionItems(undefined, { ...t.config, sms: undefined });
  expect(withoutGateway.onlyCallable).toBe(before);

  await given('', '+1 202 555 0143');
  await given('', '+1 202 555 0143');
  const { id } = await given('', '0000 0000');
  expect(await onlyCallable()).toBe(before + 2);
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'rejected' } }));
  expect(await onlyCallable()).toBe(before + 1);

  const { messages } = (await t.office.admin.site.get.query()).view;
  await t.office.admin.site.update.mutate({ changes: { messages: { ...messages, smsTo: 'never' } } });
  expect(await onlyCallable()).toBe(before + 2);
});
