import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentLimits } from '@institute/contract/applicant-documents.constants';
import { expect, test } from 'vitest';
import { openBrowser, registerApplicant } from '../../../testing/app/applicant.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { addDaysToToday, registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { erasePerson, exportPerson } from '../../office/privacy/person.service.ts';
import { eraseExpiredData } from '../../office/privacy/retention.service.ts';
import { DocumentPageEntity, GivenAnswerEntity } from './applicant-document.entity.ts';
import { eraseOverdueDocuments } from './document-erasure.service.ts';

const t = await useTestApp();
const card = { id: 'card', kind: 'document' as const, label: 'Identity card' };
const why = { id: 'why', kind: 'text' as const, label: 'Why', isPrivate: true };
const photo = await makePlainImage('jpeg', { width: 60, height: 90 });
const DAY_MS = 24 * 60 * 60 * 1000;

async function send() {
  const applicant = await registerApplicant(t, [card, why]);
  const browser = openBrowser(t);
  await browser.enter(applicant.reference, registration.phone);
  await browser.answer('why', 'I was ill');
  await browser.send('card', photo);
  const [row] = await t.em().find(DocumentPageEntity, { registration: applicant.id });
  return { ...applicant, browser, page: row?.id ?? '' };
}
const folder = join(t.config.dataDir, 'documents');
const hasFile = (page: string) => existsSync(join(folder, page, 'page'));
const after = (days: number) => () => new Date(Date.now() + days * DAY_MS);
const tidy = (days = 0) => eraseOverdueDocuments(t.jobContext(after(days)));
const findPage = (id: string) => t.em().findOne(DocumentPageEntity, { id });
const readVerdict = async (id: number) =>
  (await t.em().findOne(GivenAnswerEntity, { registration: id, ask: 'card' }))?.state;
const decide = (id: number, status: 'accepted' | 'rejected') =>
  t.office.admin.registrations.decide.mutate({ id, status });

test('pages go 90 days after the start, or after the refusal, and the verdict stays', async () => {
  const accepted = await send();
  await t
    .em()
    .execute('update registrations set start_date = ? where id = ?', [addDaysToToday(30), accepted.id]);
  await decide(accepted.id, 'accepted');
  const rejected = await send();
  await decide(rejected.id, 'rejected');
  const undecided = await send();
  const { keptDays } = documentLimits;
  await tidy(keptDays - 1);
  expect([accepted, rejected, undecided].map(({ page }) => hasFile(page))).toEqual([true, true, true]);
  await tidy(keptDays + 1);
  expect([accepted, rejected, undecided].map(({ page }) => hasFile(page))).toEqual([true, false, true]);
  await tidy(keptDays + 32);
  expect([accepted, rejected, undecided].map(({ page }) => hasFile(page))).toEqual([false, false, true]);
  expect([
    await findPage(accepted.page),
    await readVerdict(accepted.id),
    await readVerdict(rejected.id),
  ]).toEqual([null, 'sent', 'sent']);
  const [logged] = await t.sql(
    `select description from activities where type = 'purge' order by id desc limit 1`,
  );
  expect(logged).toEqual({ description: 'Erased the documents of 1 applicant after 90 days' });
});

test('a page that never arrived is removed with its file after an hour, and one taken back at once', async () => {
  const { id, browser, page } = await send();
  await t.em().nativeUpdate(DocumentPageEntity, { id: page }, { arrivedAt: null });
  await tidy();
  expect([hasFile(page), (await browser.read()).view.asks[0]?.pages]).toEqual([true, []]);
  await tidy(1);
  expect([hasFile(page), await findPage(page)]).toEqual([false, null]);
  const { page: other, browser: second } = await send();
  await second.remove('card', (await findPage(other))?.hash ?? '');
  expect(hasFile(other)).toBe(true);
  await tidy();
  expect([hasFile(other), await findPage(other)]).toEqual([false, null]);
  expect(await t.em().count(GivenAnswerEntity, { registration: id })).toBe(2);
});

test('a copy names what was given, and an erasure takes the keys at once and the files at the next turn', async () => {
  const { id, page } = await send();
  const { user } = await t.given.account();
  const ctx = { ...t.jobContext(), actor: { ...confirmedOwner, ...user } };
  const copy = await exportPerson(ctx, registration.email);
  expect(copy.documents?.filter(({ registrationId }) => registrationId === id)).toMatchObject([
    { ask: 'why', label: 'Why', answer: 'I was ill', pages: [] },
    { ask: 'card', label: 'Identity card', state: 'sent', pages: [{ format: 'jpeg' }] },
  ]);
  const others = {
    ...ctx,
    actor: {
      ...ctx.actor,
      isOwner: false,
      rights: ctx.actor.rights.filter((right) => right !== 'documents'),
    },
  };
  expect((await exportPerson(others, registration.email)).documents).toBeNull();
  await erasePerson(ctx, registration.email);
  expect(await findPage(page)).toMatchObject({ sealedKey: null, registration: null });
  expect(await t.em().count(GivenAnswerEntity)).toBe(0);
  await tidy();
  expect([await t.em().count(DocumentPageEntity), readdirSync(folder)]).toEqual([0, []]);
});

test('private answers go as health answers do', async () => {
  const { id } = await send();
  const { retention } = (await t.office.admin.site.get.query()).view;
  await t.office.admin.site.update.mutate({ changes: { retention: { ...retention, medicalMonths: 1 } } });
  await eraseExpiredData(t.jobContext(after(40)));
  expect(await t.em().findOne(GivenAnswerEntity, { registration: id, ask: 'why' })).toMatchObject({
    sealedAnswer: null,
    label: 'Why',
    state: 'sent',
  });
});
