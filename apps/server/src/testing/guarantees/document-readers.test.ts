import { type Right, rights } from '@institute/contract/rights.constants';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openPersonCopy } from '../../modules/office/privacy/person-copy.service.ts';
import { readRefusal } from '../app/answers.ts';
import { hashOf, openBrowser, registerApplicant } from '../app/applicant.ts';
import { downloadPersonCopy } from '../app/downloads.ts';
import { confirmedOwner, listRightsBut } from '../app/rights.ts';
import { registration } from '../app/sample-bodies.ts';
import { useTestApp } from '../app/test-app.ts';
import { callInputs } from './call-inputs.ts';
import { everyCall, toRequest } from './every-call.ts';

const t = await useTestApp();
const school = { id: 'school', kind: 'text' as const, label: 'Last school' };
const card = { id: 'id-card', kind: 'document' as const, label: 'Identity card' };
const { id, reference } = await registerApplicant(t, [school, card]);
const browser = openBrowser(t);
const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();
await browser.enter(reference, '+256 700 000 000');
await browser.answer('school', 'Canaryschool');
const { view } = await browser.send('id-card', photo);
// No call below is about this applicant, whose document the dashboard counts all the time
const other = await registerApplicant(t, [card]);
const otherBrowser = openBrowser(t);
await otherBrowser.enter(other.reference, '+256 700 000 000');
await otherBrowser.send('id-card', photo);
const pageId = view.asks.flatMap(({ pages }) => pages)[0]?.id ?? '';

/** The answer, the page's id and hash, its bytes as the office's call sends them, and counts as the dashboard has them. */
const given = new RegExp(`Canaryschool|${pageId}|${hashOf(photo)}|"base64"|oLookAt":[1-9]|"missing":[1-9]`);

async function makeHolder(email: string, held: Right[]) {
  const { user } = await t.given.account(email);
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: held });
  return t.as(email);
}

async function listCallsThatShow(email: string): Promise<string[]> {
  const shown: string[] = [];
  for (const call of everyCall) {
    // A deleted registration or an ended session would hide what later calls show
    if (/remove|logout|endSessions|erase|purge|withdraw|setActive|setRole|setRights/.test(call.name))
      continue;
    // What an applicant's own ticket shows is not the office's
    if (/^documents\.(?:createTicket|get|putPage|removePage|orderPages|answer)$/.test(call.name)) continue;
    const input = call.name === 'documents.page' ? { query: { id: pageId } } : callInputs(call);
    const { token } = await t.signIn(email);
    const request = toRequest(call, input);
    const answer = await t.app.inject({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
    if (given.test(answer.body)) shown.push(call.name);
  }
  return shown;
}

test('no call shows a page, an answer or a count to who has every right but that to documents', async () => {
  expect([id, browser.readCookie() !== '', pageId !== '']).toEqual([1, true, true]);
  await makeHolder(
    'all-but-documents@example.org',
    rights.filter((right) => right !== 'documents'),
  );
  expect(await listCallsThatShow('all-but-documents@example.org')).toEqual([]);
});

test('the same calls show them to who has the right', async () => {
  await makeHolder('documents@example.org', ['documents']);
  expect(await listCallsThatShow('documents@example.org')).toEqual([
    'documents.ofRegistration',
    'documents.list',
    'documents.counts',
    'documents.page',
    'stats.attention',
  ]);
});

test('the file of a person’s copy shows them to an owner, and to nobody without the right', async () => {
  const { files, answer } = await downloadPersonCopy(t, registration.email);
  expect([...files.keys()]).toContain(`documents/${reference}/1 Identity card/1.jpg`);
  expect(given.test(answer.body)).toBe(true);

  for (const email of ['all-but-documents@example.org', 'documents@example.org']) {
    const { privacy } = t.withToken((await t.signIn(email)).token).admin;
    for (const call of [privacy.find, privacy.exportTicket])
      expect(await readRefusal(call.mutate({ person: registration.email }))).toMatchObject({ status: 403 });
  }
  const { user } = await t.signIn();
  const actor = { ...confirmedOwner, ...user, rights: listRightsBut('documents') };
  const shown: string[] = [];
  for await (const { name, bytes } of await openPersonCopy({ ...t.jobContext(), actor }, registration.email))
    shown.push(name, String(bytes));
  expect(shown.join()).toContain(reference);
  expect(shown.join()).not.toMatch(new RegExp(`${given.source}|Identity card|jpg`));
});
