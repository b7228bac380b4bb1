import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { documentAnswer } from '@institute/contract';
import { documentFormats, uploadLimits, wordDocumentLimits } from '@institute/contract/uploads.constants';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { testApp, useTestApp } from '../../../testing/app/test-app.ts';
import {
  makeImageForm,
  makePdfForm,
  makePlainImage,
  uploadDocument,
  uploadForm,
} from '../../../testing/files/images.ts';
import { makeWordForm } from '../../../testing/files/word-files.ts';
import { startObjectStore } from '../../../testing/stand-ins/object-store.ts';

const t = await useTestApp();
const token = (await t.signIn()).token;

const send = (form: FormData, bearer = `Bearer ${token}`) => uploadDocument(t.app, form, bearer);
const fetchFile = (url: string) => t.app.inject(url);
const filed = async (url: string) => {
  const { items } = await t.office.admin.uploads.list.query({ category: 'documents' });
  return items.find((item) => item.url === url);
};

test('a PDF is stored as it is, and is a download with its name, never a web page', async () => {
  const form = makePdfForm('Opening', 'About us (2026) – Änderung.PDF');
  const { status, body, path } = await send(form);
  expect(status).toBe(200);
  expect(body).toEqual(documentAnswer.parse(body));
  expect(path).toMatch(/^\/uploads\/[\da-f]{32}-pdf\/about-us-2026-anderung\.pdf$/);

  const { statusCode, headers, rawPayload } = await fetchFile(path);
  expect(statusCode).toBe(200);
  expect(rawPayload).toEqual(Buffer.from(await (form.get('file') as Blob).arrayBuffer()));
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="about-us-2026-anderung.pdf"; filename*=UTF-8''About%20us%20%282026%29%20%E2%80%93%20%C3%84nderung.pdf`,
    'cache-control': 'public, no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* frame-ancestors 'self'$/);
  expect(headers['content-security-policy']).not.toContain('script-src');
});

test('a PDF opens in the page About while that shows it, also for a browser that has it', async () => {
  const { path } = await send(makePdfForm('Framed', 'Framed.pdf'));
  const { admin } = t.office;
  const { view } = await admin.site.get.query();
  const before = await fetchFile(path);
  const ask = () => t.app.inject({ url: path, headers: { 'if-none-match': String(before.headers.etag) } });
  expect((await ask()).statusCode).toBe(304);
  const institute = { ...view.institute, aboutDocumentUrl: path };
  await admin.site.update.mutate({ changes: { institute } });
  const framed = await ask();
  expect([framed.statusCode, framed.headers['content-disposition']]).toEqual([
    200,
    `inline; filename="framed.pdf"; filename*=UTF-8''Framed.pdf`,
  ]);
  await admin.site.update.mutate({ changes: { institute: view.institute } });
});

test('a Word document is stored as it is, and is a download', async () => {
  const form = makeWordForm({ name: 'Prospectus 2027.docx' });
  const { status, body, path } = await send(form);
  expect([status, body.format]).toEqual([200, 'docx']);
  expect(path).toMatch(/^\/uploads\/[\da-f]{32}-docx\/prospectus-2027\.docx$/);
  const { headers, rawPayload } = await fetchFile(path);
  expect(rawPayload).toEqual(Buffer.from(await (form.get('file') as Blob).arrayBuffer()));
  expect(headers).toMatchObject({
    'content-type': documentFormats.docx.type,
    'content-disposition': `attachment; filename="prospectus-2027.docx"; filename*=UTF-8''Prospectus%202027.docx`,
    'x-content-type-options': 'nosniff',
  });
  const { items } = await t.office.admin.uploads.list.query({ category: 'docx' });
  expect(items).toMatchObject([{ name: 'Prospectus 2027.docx', format: 'docx', bytes: body.bytes }]);
  const pdfs = await t.office.admin.uploads.list.query({ category: 'pdf' });
  expect(new Set(pdfs.items.map((item) => item.format))).toEqual(new Set(['pdf']));
});

test.each([
  ['macros', { parts: { 'word/vbaProject.bin': 'code' } }, /has macros/],
  ['a kind with macros', { kind: 'application/vnd.ms-word.document.macroEnabled.main+xml' }, /has macros/],
  ['no text', { without: 'word/document.xml' }, /no Word document/],
  ['no list of kinds', { without: '[Content_Types].xml' }, /no Word document/],
  ['the kind of a spreadsheet', { kind: 'application/vnd.ms-excel.sheet+xml' }, /no Word document/],
  [
    'a template from elsewhere',
    {
      relations: {
        '': [{ kind: 'attachedTemplate', target: 'https://elsewhere.example/', isExternal: true }],
      },
    },
    /from elsewhere/,
  ],
  ['a program in it', { parts: { 'word/embeddings/setup.exe': 'MZ' } }, /programs in it/],
  [
    'a megabyte of open tags as kinds',
    { parts: { '[Content_Types].xml': '<Override '.repeat(100_000) } },
    /no Word document/,
  ],
  ['too many parts', { count: wordDocumentLimits.parts }, /too large/],
  ['a picture that unpacks to 201 MB', { claims: 201 * 1024 * 1024 }, /too large/],
])('a Word document with %s is refused and leaves no row', async (_, options, message) => {
  const count = async () => (await t.office.admin.uploads.list.query({})).total;
  const before = await count();
  const { status, body } = await send(makeWordForm(options));
  expect([status, body.error?.message]).toEqual([415, expect.stringMatching(message)]);
  expect(await count()).toBe(before);
});

test('a file is checked by its content, whatever its name', async () => {
  for (const bytes of [
    Buffer.from('<script>alert(1)</script>%PDF-1.4'),
    await makePlainImage('png'),
    Buffer.alloc(0),
    Buffer.from('PK\x03\x04 no zip'),
  ]) {
    const { status, body } = await send(makeImageForm(bytes, { name: 'about.pdf' }));
    expect([status, body.error?.message]).toEqual([415, expect.stringMatching(/^This is no /)]);
  }
  const picture = await uploadForm(t.app, makePdfForm(), `Bearer ${token}`);
  expect(picture.status).toBe(415);
});

test('needs an account, and a file within the limit', async () => {
  expect((await send(makePdfForm(), '')).status).toBe(401);
  const { status } = await send(makePdfForm('x'.repeat(uploadLimits.bytes)));
  expect(status).toBe(413);
  expect((await t.app.inject({ method: 'GET', url: '/uploads/demo/raw/upload' })).statusCode).toBe(405);
});

test('the same PDF keeps its address, and is stored again when it was lost, also under another name', async () => {
  const { body, path } = await send(makePdfForm('Twice', 'first.pdf'));
  expect((await send(makePdfForm('Twice', 'first.pdf'))).body).toEqual(body);
  for (const name of ['first.pdf', 'second.pdf']) {
    rmSync(join(t.config.dataDir, 'uploads', body.public_id, 'document.pdf'));
    expect((await fetchFile(path)).statusCode).toBe(404);
    await send(makePdfForm('Twice', name));
    expect((await fetchFile(path)).statusCode).toBe(200);
  }
});

test('no other name reaches the file', async () => {
  const { body } = await send(makePdfForm('Names'));
  const folder = body.public_id;
  for (const name of [
    'other.pdf',
    'document.pdf',
    'about-us.html',
    '..%2fabout-us.pdf',
    '320.webp',
    'email.jpg',
  ]) {
    expect((await fetchFile(`/uploads/${folder}/${name}`)).statusCode, name).toBe(404);
  }
});

test('the library lists documents beside pictures or apart, and deletes one that the site does not show', async () => {
  const { body, path } = await send(makePdfForm('Shown', 'shown.pdf'));
  const url = path;
  const { admin } = t.office;
  const { items } = await admin.uploads.list.query({ q: 'shown.pdf', category: 'documents' });
  expect(items).toMatchObject([{ url, width: null, bytes: body.bytes, uses: [] }]);
  const pictures = await admin.uploads.list.query({ category: 'pictures' });
  expect(pictures.items.map((item) => item.url)).not.toContain(url);
  expect((await admin.uploads.list.query({})).items.map((item) => item.url)).toContain(url);

  const { view } = await admin.site.get.query();
  const show = (aboutDocumentUrl: string) =>
    admin.site.update.mutate({ changes: { institute: { ...view.institute, aboutDocumentUrl } } });
  await show(url);
  const used = await filed(url);
  expect(used?.uses).toMatchObject([{ type: 'site', title: 'institute' }]);
  const refusal = await readRefusal(admin.uploads.remove.mutate({ id: used?.id ?? 0 }));
  expect(refusal).toMatchObject({ code: 'CONFLICT', message: 'This document is used: site “institute”' });

  await show('');
  await admin.uploads.remove.mutate({ id: used?.id ?? 0 });
  expect(await filed(url)).toBeUndefined();
  expect((await fetchFile(url)).statusCode).toBe(404);
});

test('a document of the site whose file is lost needs care', async () => {
  const { path } = await send(makePdfForm('Lost'));
  const { admin } = t.office;
  const { view } = await admin.site.get.query();
  const institute = { ...view.institute, aboutDocumentUrl: path };
  await admin.site.update.mutate({ changes: { institute } });
  const missing = async () =>
    (await admin.stats.attention.query()).brokenImages.filter(({ url }) => url.endsWith('.pdf'));
  expect(await missing()).toEqual([]);
  const other = { ...institute, aboutDocumentUrl: path.replace('about-us', 'lost') };
  await admin.site.update.mutate({ changes: { institute: other } });
  expect(await missing()).toMatchObject([{ entityType: 'site', url: other.aboutDocumentUrl }]);
});

test('a document in a text has the name, kind and size of its upload, whatever was typed', async () => {
  const { path } = await send(makePdfForm('Prospectus', 'Prospectus & fees 2027.pdf'));
  const link = (attributes: string, words: string) => `<p><a href="${path}" ${attributes}>${words}</a></p>`;
  const other = '<p><a href="https://example.org/a.pdf" rel="noopener noreferrer">Other</a></p>';
  const content = `${link('data-document=""', 'Free money')}${link('', 'Our <em>fees</em>')}${other}`;
  const { view } = await t.office.admin.posts.create.mutate({ title: 'Fees', content, category: 'news' });
  const stored = `${link('data-document rel="noopener noreferrer" download', 'Prospectus &amp; fees 2027.pdf · PDF, 1 kB')}${link('rel="noopener noreferrer" download', 'Our <em>fees</em>')}${other}`;
  expect(view.content).toBe(stored);
  const again = await t.office.admin.posts.update.mutate({ id: view.id, changes: { content: stored } });
  expect(again.view.content).toBe(stored);
  const { items } = await t.office.admin.uploads.list.query({ q: 'Prospectus & fees' });
  expect(items[0]?.uses).toMatchObject([{ type: 'post', title: 'Fees' }]);
});

test('is among the files of a backup, and in an object store with its type', async () => {
  const { body } = await send(makePdfForm('Kept'));
  const place = { folder: body.public_id, name: 'document.pdf' };
  const files = openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
  const client = new pg.Client(t.db.connection);
  await client.connect();
  expect(await files.named(client)).toContainEqual({ ...place, bytes: body.bytes });
  await client.end();

  const store = await startObjectStore();
  const other = await testApp({ S3_URL: store.url });
  const { token: bearer } = await other.signIn();
  const { path: keptPath } = await uploadDocument(other.app, makePdfForm('Kept'), `Bearer ${bearer}`);
  expect([...store.objects.values()].map(({ type }) => type)).toEqual(['application/pdf']);
  const { rawPayload } = await other.app.inject(keptPath);
  expect(rawPayload).toEqual(readFileSync(join(t.config.dataDir, 'uploads', place.folder, place.name)));
  await other.close();
  await store.close();
});
