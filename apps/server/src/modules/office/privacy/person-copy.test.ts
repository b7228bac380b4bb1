import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentLimits } from '@institute/contract/applicant-documents.constants';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { openBrowser } from '../../../testing/app/applicant.ts';
import { downloadPersonCopy, postTicket } from '../../../testing/app/downloads.ts';
import { confirmedOwner, listRightsBut } from '../../../testing/app/rights.ts';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';
import { makePdf } from '../../../testing/files/made-pdf.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { DocumentPageEntity } from '../../school/applicant-documents/applicant-document.entity.ts';
import { eraseOverdueDocuments } from '../../school/applicant-documents/document-erasure.service.ts';
import { readStoredPage } from '../../school/applicant-documents/page-store.service.ts';
import { nameFilesOfPages, openPersonCopy } from './person-copy.service.ts';

const t = await useTestApp();
await t.given.account();

const card = { id: 'card', kind: 'document' as const, label: 'Identity card' };
const slip = { id: 'slip', kind: 'document' as const, label: 'S4/P7 slip' };
const why = { id: 'why', kind: 'text' as const, label: 'Why', isPrivate: true };

let people = 0;
/** Somebody of whom nothing is known yet. */
function makePerson() {
  people += 1;
  return { email: `canary${people}@example.org`, phone: `0700 123 4${10 + people}` };
}
type Person = ReturnType<typeof makePerson>;

const paper = makePdf(['<</Type/Page>>']);
const makePhoto = (background: string) =>
  sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Registers and sends pages: photos by the name of their colour. */
async function apply(person: Person, pages: [ask: string, page: string | Buffer][]) {
  const { id: programId } = await t.given.program({ asks: [card, slip, why] });
  const { id, reference } = await t.given.registration({ ...person, programId });
  const browser = openBrowser(t);
  await browser.enter(reference, person.phone);
  for (const [ask, page] of pages) {
    const sent = await (typeof page === 'string'
      ? browser.send(ask, await makePhoto(page))
      : browser.send(ask, page, { type: 'application/pdf' }));
    expect(sent.status).toBe(200);
  }
  return { id, reference, browser };
}

const listRows = (registration: number) =>
  t.em().find(DocumentPageEntity, { registration }, { orderBy: { ask: 'asc', position: 'asc' } });
const readStoredPages = async (registration: number) =>
  Promise.all((await listRows(registration)).map((row) => readStoredPage(t.jobContext(), row)));
const pageNames = (files: ReadonlyMap<string, Buffer>) => [...files.keys()].filter((name) => /\d/.test(name));
/** What the activity log says of exports since the last call. */
async function listNewExports() {
  const rows = await t
    .em()
    .find(ActivityEntity, { type: 'export', id: { $gt: lastActivity } }, { orderBy: { id: 'asc' } });
  lastActivity = rows.at(-1)?.id ?? lastActivity;
  return rows.map(({ description, entityId, userEmail }) => [description, entityId, userEmail]);
}
let lastActivity = 0;

test('a copy holds the pages of all registrations of a person as they are stored, and nobody else’s', async () => {
  const canary = makePerson();
  const other = makePerson();
  const first = await apply(canary, [
    ['card', 'red'],
    ['card', 'blue'],
    ['slip', paper],
  ]);
  const second = await apply(canary, [['slip', 'green']]);
  await second.browser.answer('why', 'I was ill');
  await apply(other, [['card', 'yellow']]);

  await listNewExports();
  const { answer, files, data } = await downloadPersonCopy(t, canary.email.toUpperCase());
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.zip"$/,
    ),
    'cache-control': 'private, no-store',
  });
  const newer = second.reference;
  const older = first.reference;
  expect([...files.keys()]).toEqual([
    `documents/${newer}/1 S4 P7 slip/1.jpg`,
    `documents/${older}/1 Identity card/1.jpg`,
    `documents/${older}/1 Identity card/2.jpg`,
    `documents/${older}/2 S4 P7 slip/1.pdf`,
    'personal-data.json',
  ]);
  const sent = pageNames(files).map((name) => files.get(name));
  expect(sent).toEqual([...(await readStoredPages(second.id)), ...(await readStoredPages(first.id))]);
  expect(sent.at(-1)).toEqual(paper);

  const told = (data.documents ?? []).map(({ registrationId, label, answer: words, pages }) => [
    registrationId,
    label,
    words,
    pages.map(({ file }) => file),
  ]);
  expect(told).toEqual([
    [first.id, 'Identity card', null, [1, 2].map((page) => `documents/${older}/1 Identity card/${page}.jpg`)],
    [first.id, 'S4/P7 slip', null, [`documents/${older}/2 S4 P7 slip/1.pdf`]],
    [second.id, 'S4/P7 slip', null, [`documents/${newer}/1 S4 P7 slip/1.jpg`]],
    [second.id, 'Why', 'I was ill', []],
  ]);
  expect(await listNewExports()).toEqual([
    [expect.stringMatching(/^Exported a person's data: 2 registrations, /), null, officeEmail],
    [`Exported the documents of registration ${newer}`, second.id, officeEmail],
    [`Exported the documents of registration ${older}`, first.id, officeEmail],
  ]);
});

test('somebody whom a registration only names gets none of its pages', async () => {
  const canary = makePerson();
  const other = makePerson();
  const { id, reference } = await apply(canary, [['card', 'red']]);
  await t.sql('update registrations set emergency_phone = ? where id = ?', [other.phone, id]);
  const { files, data } = await downloadPersonCopy(t, other.phone);
  expect([...files.keys()]).toEqual(['personal-data.json']);
  expect(data).toMatchObject({ registrations: [], namedIn: [{ reference }], documents: [] });
});

test('the screen is told how many pages there are and how large', async () => {
  const canary = makePerson();
  const { id } = await apply(canary, [
    ['card', 'red'],
    ['slip', paper],
  ]);
  const found = await t.office.admin.privacy.find.mutate({ person: canary.email });
  const bytes = (await listRows(id)).reduce((total, row) => total + row.bytes, 0);
  expect(found.documents).toEqual({ given: 2, pages: 2, bytes });
});

test('only owners take a copy, each time with a new ticket, and not after they have lost the right', async () => {
  const canary = makePerson();
  await apply(canary, [['card', 'red']]);
  const everyRight = t.as('all@example.org');
  const { user } = await t.signIn('all@example.org');
  const ask = () => everyRight.admin.privacy.exportTicket.mutate({ person: canary.email });
  expect(await readRefusal(ask())).toMatchObject({ status: 403 });

  await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'owner' });
  const used = await ask();
  expect((await postTicket(t, used)).statusCode).toBe(200);
  expect((await postTicket(t, used)).statusCode).toBe(401);
  const unused = await ask();
  await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'registrar' });
  const refused = await postTicket(t, unused);
  expect(refused.statusCode).toBe(403);
  expect((await postTicket(t, { ...used, ticket: 'a.b.c' })).statusCode).toBe(401);
});

test('without the right to documents a copy has neither pages nor a word of them, and records no look', async () => {
  const canary = makePerson();
  await apply(canary, [['card', 'red']]);
  const { user } = await t.signIn();
  const actor = { ...confirmedOwner, ...user, rights: listRightsBut('documents') };
  const names: string[] = [];
  await listNewExports();
  for await (const { name, bytes } of await openPersonCopy({ ...t.jobContext(), actor }, canary.email)) {
    names.push(name);
    expect(JSON.parse(String(bytes))).toMatchObject({ registrations: [{}], documents: null });
  }
  expect(names).toEqual(['personal-data.json']);
  expect(await listNewExports()).toEqual([
    [expect.stringMatching(/^Exported a person's data: 1 registration, /), null, officeEmail],
  ]);
  const office = { ...actor, isOwner: false };
  await expect(openPersonCopy({ ...t.jobContext(), actor: office }, canary.email)).rejects.toThrow('owner');
});

test('a page that the store does not have, or has with other bytes, is named, and the rest is there', async () => {
  const canary = makePerson();
  const { id, reference } = await apply(canary, [
    ['card', 'red'],
    ['card', 'blue'],
    ['card', 'green'],
    ['slip', paper],
  ]);
  const [gone, broken] = await listRows(id);
  const findFolder = (page: { id: string } | undefined) =>
    join(t.config.dataDir, 'documents', page?.id ?? '-');
  rmSync(findFolder(gone), { recursive: true });
  writeFileSync(join(findFolder(broken), 'page'), 'not what was stored');

  const { files, data } = await downloadPersonCopy(t, canary.email);
  const cards = `documents/${reference}/1 Identity card`;
  expect([...files.keys()]).toEqual([
    `${cards}/3.jpg`,
    `documents/${reference}/2 S4 P7 slip/1.pdf`,
    'missing-pages.txt',
    'personal-data.json',
  ]);
  expect(String(files.get('missing-pages.txt'))).toContain(`\n${cards}/1.jpg\n${cards}/2.jpg\n`);
  expect(data.documents?.[0]?.pages.map(({ file }) => file)).toEqual([null, null, `${cards}/3.jpg`]);
});

test('of erased pages only the verdict is in a copy, and of an erased person nothing', async () => {
  const canary = makePerson();
  const { id } = await apply(canary, [['card', 'red']]);
  await t.office.admin.registrations.decide.mutate({ id, status: 'rejected' });
  const later = Date.now() + (documentLimits.keptDays + 1) * 24 * 60 * 60 * 1000;
  await eraseOverdueDocuments(t.jobContext(() => new Date(later)));
  const wiped = await downloadPersonCopy(t, canary.email);
  expect([...wiped.files.keys()]).toEqual(['personal-data.json']);
  expect(wiped.data.documents).toMatchObject([{ label: 'Identity card', state: 'sent', pages: [] }]);

  await apply(canary, [['card', 'blue']]);
  await t.office.admin.privacy.erase.mutate({ person: canary.email, confirm: canary.email });
  const erased = await downloadPersonCopy(t, canary.email);
  expect([...erased.files.keys()]).toEqual(['personal-data.json']);
  expect(erased.data).toMatchObject({ registrations: [], documents: [] });
});

test('pages that are erased while a copy is made are not in it', async () => {
  const canary = makePerson();
  await apply(canary, [
    ['card', 'red'],
    ['slip', paper],
  ]);
  const { user } = await t.signIn();
  const ctx = { ...t.jobContext(), actor: { ...confirmedOwner, ...user } };
  const names: string[] = [];
  for await (const { name } of await openPersonCopy(ctx, canary.email)) {
    names.push(name);
    if (names.length === 1)
      await t.office.admin.privacy.erase.mutate({ person: canary.email, confirm: canary.email });
  }
  expect(names).toEqual([
    expect.stringMatching(/Identity card\/1\.jpg$/),
    'missing-pages.txt',
    'personal-data.json',
  ]);
});

test('a registration in the trash is in a copy too', async () => {
  const canary = makePerson();
  const { id, reference } = await apply(canary, [['card', 'red']]);
  await requireSuccess(t.office.api.registrations.remove({ params: { id } }));
  const { files } = await downloadPersonCopy(t, canary.email);
  expect(pageNames(files)).toEqual([`documents/${reference}/1 Identity card/1.jpg`]);
});

test('a label never leads out of its folder, and equal labels have folders of their own', () => {
  const labels = [
    '../../etc/passwd',
    'C:\\Users',
    '..',
    'CON',
    'Card',
    'Card',
    'card. . ',
    'Line\r\nbreak\u0000\u202e\u2028end',
    'Ekiwandiiko ky’okuzaalibwa',
    'शैक्षिक प्रमाणपत्र',
    '😀'.repeat(120),
  ];
  const page = { id: 'p', format: 'pdf' as const, bytes: 1, sha256: '', arrivedAt: null };
  const documents = labels.map((label) => ({ registrationId: 1, label, pages: [page] }));
  const files = nameFilesOfPages([{ id: 1, reference: 'REG-2026-000001' }], documents);
  const folders = files.map(({ file }) => /^documents\/REG-2026-000001\/([^/]+)\/1\.pdf$/.exec(file)?.[1]);
  expect(folders).toEqual([
    '1 .. .. etc passwd',
    '2 C Users',
    '3',
    '4 CON',
    '5 Card',
    '6 Card',
    '7 card',
    '8 Line break end',
    '9 Ekiwandiiko ky’okuzaalibwa',
    '10 शैक्षिक प्रमाणपत्र',
    `11 ${'😀'.repeat(60)}`,
  ]);
  for (const folder of folders) expect(Buffer.byteLength(folder ?? '')).toBeLessThan(255);
});
