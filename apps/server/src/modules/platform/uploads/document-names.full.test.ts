import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { testApp, useTestApp } from '../../../testing/app/test-app.ts';
import { makePdfForm, uploadDocument } from '../../../testing/files/images.ts';
import { makeWordForm } from '../../../testing/files/word-files.ts';
import { startObjectStore } from '../../../testing/stand-ins/object-store.ts';
import { readStorageState } from './storage.service.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
const token = (await t.signIn()).token;
const { admin } = t.office;

const send = async (words: string, name: string) => {
  const { status, path } = await uploadDocument(t.app, makePdfForm(words, name), `Bearer ${token}`);
  expect(status).toBe(200);
  return path;
};
const readDownload = async (url: string) => {
  const { statusCode, headers } = await t.app.inject(url);
  return [statusCode, decodeURIComponent(String(headers['content-disposition'] ?? '').split("''")[1] ?? '')];
};
const listFiles = (url: string) => readdirSync(join(t.config.dataDir, url, '..'));
const find = async (url: string) => {
  const { items } = await admin.uploads.list.query({ category: 'documents' });
  return items.find((item) => item.url === url);
};
const remove = async (url: string) => admin.uploads.remove.mutate({ id: (await find(url))?.id ?? 0 });
const writeLink = async (title: string, url: string) => {
  const content = `<p><a href="${url}" data-document="">Here</a></p>`;
  const { view } = await admin.posts.create.mutate({ title, content, category: 'news' });
  return view;
};

test('the same document under another name has its own address, and its bytes are stored once', async () => {
  const first = await send('Fees', 'Fees 2026.pdf');
  const second = await send('Fees', 'Fees for parents.pdf');
  expect([first, second]).toEqual([
    expect.stringMatching(/-pdf\/fees-2026\.pdf$/),
    expect.stringMatching(/-pdf\/fees-for-parents\.pdf$/),
  ]);
  expect(await readDownload(first)).toEqual([200, 'Fees 2026.pdf']);
  expect(await readDownload(second)).toEqual([200, 'Fees for parents.pdf']);
  const [one, other] = await Promise.all([first, second].map((url) => t.app.inject(url)));
  expect(one?.rawPayload).toEqual(other?.rawPayload);
  expect(listFiles(first)).toEqual(['document.pdf']);

  // Each name again is the same upload
  expect(await send('Fees', 'Fees 2026.pdf')).toBe(first);
  expect(await send('Fees', 'Fees for parents.PDF')).toBe(second);
  expect(await t.sql('select id from uploads')).toHaveLength(2);
});

test('a link keeps its words and its name when the document is sent again', async () => {
  const first = await send('Prospectus', 'Prospectus 2026.pdf');
  const { id, content } = await writeLink('First', first);
  expect(content).toContain('>Prospectus 2026.pdf · PDF, 1 kB</a>');
  const second = await send('Prospectus', 'Prospectus, final.pdf');
  expect((await writeLink('Second', second)).content).toContain('>Prospectus, final.pdf · PDF, 1 kB</a>');
  const again = await admin.posts.update.mutate({ id, changes: { content } });
  expect(again.view.content).toBe(content);
  expect(await readDownload(first)).toEqual([200, 'Prospectus 2026.pdf']);
});

test('names that are alike in an address are told apart, also when they are sent at once', async () => {
  const names = ['ЦЕНА.pdf', 'ŋŋ.pdf', '(1).pdf', '1.pdf', 'FEES 2027.pdf', 'fees-2027.pdf', '.pdf'];
  const urls = await Promise.all(names.map((name) => send('Alike', name)));
  expect(new Set(urls).size).toBe(names.length);
  const shown = await Promise.all(urls.map(readDownload));
  expect(shown).toEqual(names.map((name) => [200, name]));
  expect(await Promise.all(names.map((name) => send('Alike', name)))).toEqual(urls);
  const long = 'a'.repeat(70);
  const lengthy = await Promise.all([`${long} one.pdf`, `${long} two.pdf`].map((name) => send('Long', name)));
  expect(await Promise.all(lengthy.map(readDownload))).toEqual([
    [200, `${long} one.pdf`],
    [200, `${long} two.pdf`],
  ]);
});

test('a Word document has a download for each of its names too', async () => {
  const sent = async (name: string) =>
    (await uploadDocument(t.app, makeWordForm({ name }), `Bearer ${token}`)).path;
  const urls = [await sent('Letter.docx'), await sent('Letter to parents.docx')];
  expect(await Promise.all(urls.map(readDownload))).toEqual([
    [200, 'Letter.docx'],
    [200, 'Letter to parents.docx'],
  ]);
});

test('the library has both names with their own uses, and one is deleted without the other', async () => {
  const first = await send('Rules', 'Rules.pdf');
  const second = await send('Rules', 'House rules.pdf');
  await writeLink('With rules', first);
  expect([await find(first), await find(second)]).toMatchObject([
    { name: 'Rules.pdf', uses: [{ title: 'With rules' }] },
    { name: 'House rules.pdf', uses: [] },
  ]);
  await expect(remove(first)).rejects.toThrow('This document is used: post “With rules”');
  await remove(second);
  expect(await readDownload(second)).toEqual([404, '']);
  expect(await readDownload(first)).toEqual([200, 'Rules.pdf']);
});

test('the first name is deleted without the second, and the bytes go with the last one', async () => {
  const first = await send('Plan', 'Plan.pdf');
  const second = await send('Plan', 'Term plan.pdf');
  await remove(first);
  expect(await readDownload(first)).toEqual([404, '']);
  expect(await readDownload(second)).toEqual([200, 'Term plan.pdf']);
  expect(await send('Plan', 'Plan.pdf')).toBe(first);
  expect(await readDownload(first)).toEqual([200, 'Plan.pdf']);
  await Promise.all([remove(first), remove(second)]);
  expect(() => listFiles(first)).toThrow('ENOENT');
});

test('a document of an earlier release keeps its file, and shares it with a second name', async () => {
  const url = await send('Old', 'Old.pdf');
  const folder = join(t.config.dataDir, url, '..');
  const { rawPayload } = await t.app.inject(url);
  rmSync(folder, { recursive: true });
  const store = openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
  const [, , name = '', file = ''] = url.split('/');
  await store.write(name, [{ name: file, bytes: rawPayload }]);
  await t.sql(`update uploads set name = null, stored_url = null where url = '${url}'`);
  expect(await readDownload(url)).toEqual([200, 'old.pdf']);

  const second = await send('Old', 'New.pdf');
  expect(await send('Old', 'Old.pdf')).toBe(url);
  await remove(url);
  expect(await readDownload(second)).toEqual([200, 'New.pdf']);
  expect(listFiles(second)).toEqual(['old.pdf']);
});

test('bytes that are deleted while another name comes are stored again', async () => {
  const first = await send('Race', 'Race.pdf');
  const em = t.em();
  await em.begin();
  await em.execute('delete from uploads where url = ?', [first]);
  const sending = send('Race', 'Race again.pdf');
  const waiting = () =>
    t.sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  await expect.poll(waiting).toHaveLength(1);
  rmSync(join(t.config.dataDir, first, '..'), { recursive: true });
  await em.commit();
  expect(await readDownload(await sending)).toEqual([200, 'Race again.pdf']);
});

test('a backup, an object store and the count of bytes have the bytes of all names once', async () => {
  const store = await startObjectStore();
  const other = await testApp({ S3_URL: store.url, SEED_DEMO: 'false' });
  const { token: bearer } = await other.signIn();
  const sendOther = (name: string) =>
    uploadDocument(other.app, makePdfForm('Once', name), `Bearer ${bearer}`);
  const { body } = await sendOther('One.pdf');
  const second = await sendOther('Two.pdf');
  expect([...store.objects.values()].map(({ type }) => type)).toEqual(['application/pdf']);
  expect(await readStorageState({ em: other.em(), config: other.config })).toMatchObject({
    uploads: 1,
    bytes: body.bytes,
  });
  const client = new pg.Client(other.db.connection);
  await client.connect();
  const named = await openStoredFiles(other.config).named(client);
  await client.end();
  expect(named).toEqual([{ folder: body.public_id, name: 'document.pdf', bytes: body.bytes }]);
  const items = (await other.office.admin.uploads.list.query({})).items;
  for (const { id } of items) await other.office.admin.uploads.remove.mutate({ id });
  expect([items.length, store.objects.size]).toEqual([2, 0]);
  expect(second.status).toBe(200);
  await other.close();
  await store.close();
});
