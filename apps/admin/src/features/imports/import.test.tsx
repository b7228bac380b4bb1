import { setTimeout as sleep } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findButton, findToast, openOffice, Refusal } from '../../testing/office.tsx';

/** The browser's upload with progress, which jsdom cannot send. Gets the answers one after the other. */
function stubUpload(...answers: [status: number, body: object][]) {
  const sent: FormData[] = [];
  class StubbedRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = '';
    onload = () => {};
    open() {}
    setRequestHeader() {}
    abort() {}
    send(body: FormData) {
      sent.push(body);
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      const [status, answer] = answers.shift() ?? [500, {}];
      this.status = status;
      this.responseText = JSON.stringify(answer);
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubbedRequest);
  return sent;
}

const hash = 'a'.repeat(64);
const leftOut = [{ what: '[gallery]', count: 2, titles: ['Open day'] }];
const status = {
  id: 7,
  kind: 'wordpress',
  state: 'planned',
  done: 0,
  total: 0,
  error: null,
  leftOut,
  items: [],
  ...{ pictures: 0, documents: 0, failedPictures: 0, failedDocuments: 0 },
};
const counts = { create: 60, update: 1, unchanged: 2, skipped: 3, pictures: 4, documents: 0, newFiles: 4 };
const groups = [
  { kind: 'post', category: 'Sports', count: 59 },
  { kind: 'page', category: null, count: 1 },
];
const about = {
  ...{ id: 5, title: 'About us', from: '/about/', builtIn: '/about', path: 'about-page', mayReplace: true },
};
const ofMenu = { pageId: null, pageTitle: null, label: null, isBelow: false, why: null };
const menu = [
  { ...ofMenu, title: 'Rules', pageId: 4, pageTitle: 'House rules', entry: '/p/rules' },
  { ...ofMenu, title: '', pageId: 4, pageTitle: 'مدرسة', entry: '/p/%D9%85' },
  { ...ofMenu, title: 'Who we are', pageId: 5, pageTitle: 'About us', entry: '/p/about-page' },
  { ...ofMenu, title: 'Portal', entry: 'https://portal.example/', label: 'Portal', isBelow: true },
  { ...ofMenu, title: 'Lost', entry: null, why: 'It leads to no page' },
];
const plan = { hash, ...counts, leftOut, groups, builtIn: [about], menu: [] };
const everything = { groups: [], builtIn: [{ id: 5, as: 'move', path: null }], menu: false };
const items = [
  { type: 'page', created: 1, updated: 0 },
  { type: 'post', created: 59, updated: 1 },
];

test('a file is chosen, previewed, imported with its progress, and taken back', async () => {
  const sent = stubUpload([200, { id: 7 }]);
  const office = await openOffice('/admin/import', {
    'imports.list': [],
    'imports.status': status,
    'imports.plan': plan,
    'imports.commit': { id: 7 },
    'imports.undo': { undone: 60, kept: 1 },
  });
  const file = new File(['<rss></rss>'], 'export.xml', { type: 'text/xml' });
  const zip = new File(['PK'], 'uploads.zip', { type: 'application/zip' });
  await office.user.upload(await screen.findByLabelText('File'), file);
  await office.user.upload(screen.getByLabelText('Pictures and documents (optional)'), zip);
  await office.user.click(await findButton('Preview'));
  expect((await screen.findByRole('region', { name: 'Preview' })).textContent).toMatch(
    /^New60Changed in the file1Here already2Left alone: changed or deleted here3Pictures4What comesPosts: Sports 59ShowPages 1ShowPictures 4Show.*Left out\[gallery\] \(2\) Open day/,
  );
  expect(sent.map((form) => [...form.entries()])).toEqual([
    [
      ['kind', 'wordpress'],
      ['file', file],
      ['uploads', zip],
    ],
  ]);
  expect(office.address()).toBe('/admin/import?id=7');

  office.answer({ 'imports.status': { ...status, state: 'running', done: 16, total: 65 } });
  await office.user.click(await findButton('Import 61 items'));
  const progress = await screen.findByRole('progressbar', { name: 'Import' });
  expect(progress.getAttribute('aria-valuenow')).toBe('16');
  expect(screen.getByText('16 of 65. You may leave this page.')).toBeTruthy();
  expect(office.inputs('imports.commit')).toEqual([{ id: 7, hash, choices: everything }]);

  office.answer({ 'imports.status': { ...status, state: 'done', items } });
  const posts = await screen.findByRole('link', { name: '59 posts new, 1 post changed' });
  expect(posts.getAttribute('href')).toBe('/admin/posts');
  expect(screen.getByRole('link', { name: '1 page new' }).getAttribute('href')).toBe('/admin/pages');
  office.answer({ 'imports.status': { ...status, state: 'undone', items } });
  await office.user.click(await findButton('Undo'));
  expect(await screen.findByText('Undo the import of 61 items?')).toBeTruthy();
  expect(office.inputs('imports.undo')).toEqual([]);
  await office.user.click(await findButton('Undo Import'));
  await findToast(
    '60 items are in the trash or as they were, 1 were changed since and stay. Pictures stay in Media.',
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('a refused file says why, and may be chosen again', async () => {
  const message = 'This is no export file of WordPress. It makes one under Tools › Export.';
  const error = { code: 'VALIDATION_ERROR', message, details: [{ path: 'file', message }] };
  const sent = stubUpload([400, { error }], [200, { number: 7 }]);
  const office = await openOffice('/admin/import', { 'imports.list': [] });
  await office.user.click(await screen.findByLabelText('Alumni'));
  await office.user.upload(
    screen.getByLabelText('File'),
    new File(['x'], 'alumni.csv', { type: 'text/csv' }),
  );
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText(`The file could not be read. ${message}`)).toBeTruthy();
  expect(sent[0]?.get('kind')).toBe('alumni');
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText(/^The file could not be read\. The server could not/)).toBeTruthy();
});

test('pictures that did not come are listed, and fetched again with one press', async () => {
  const titles = Array.from({ length: 7 }, (_, at) => `https://old.example/${at}.jpg`);
  const failed = [{ what: 'Pictures: Answered 404', count: 7, titles }];
  const done = { ...status, state: 'done', leftOut: failed, failedPictures: 7, failedDocuments: 1 };
  const office = await openOffice('/admin/import?id=7', {
    'imports.status': done,
    'imports.fetchAgain': { id: 7 },
  });
  expect(await screen.findByText('https://old.example/6.jpg')).toBeTruthy();
  office.answer({
    'imports.status': { ...done, state: 'running', total: 8, failedPictures: 0, failedDocuments: 0 },
  });
  await office.user.click(await findButton('Fetch 7 pictures and 1 document again'));
  expect(await screen.findByText('0 of 8. You may leave this page.')).toBeTruthy();
  expect(office.inputs('imports.fetchAgain')).toEqual([{ id: 7 }]);
});

test('a file of more than 200 MB is not sent, and people are imported elsewhere', async () => {
  const office = await openOffice('/admin/import', { 'imports.list': [] });
  const file = new File(['x'], 'export.xml', { type: 'text/xml' });
  Object.defineProperty(file, 'size', { value: 200 * 1024 * 1024 + 1 });
  await office.user.upload(await screen.findByLabelText('File'), file);
  expect(await screen.findByText('A file has at most 200 MB')).toBeTruthy();
  const people = screen.getByRole('link', { name: 'Fees › Import' });
  expect(people.getAttribute('href')).toBe('/admin/fees/import');
  expect((await findButton('Preview')).hasAttribute('disabled')).toBe(true);
});

const earlier = {
  id: 7,
  kind: 'wordpress',
  fileName: 'school.xml',
  state: 'done',
  createdAt: '2026-11-20T10:00:00.000Z',
  created: 60,
  updated: 1,
};

test('an import that cannot begin says why, and a failed one says that nothing was stored', async () => {
  const office = await openOffice('/admin/import?id=7', {
    'imports.status': status,
    'imports.plan': plan,
    'imports.commit': new Refusal(409, 'CONFLICT', 'Another import is running'),
  });
  await office.user.click(await findButton('Import 61 items'));
  expect(await screen.findByText('The import could not begin. Another import is running')).toBeTruthy();
  office.answer({
    'imports.status': { ...status, state: 'failed', error: 'The disk is full' },
    'imports.list': [earlier],
  });
  await office.user.click(await findButton('Choose another file'));
  expect(await screen.findByText('school.xml · 60 new · 1 changed')).toBeTruthy();
  await office.user.click(await findButton('WordPress, 20 Nov 2026, 13:00: Done'));
  expect(await screen.findByText('Failed: nothing was stored. The disk is full')).toBeTruthy();
});

test('what comes is left out by the group, by one, by filter, and built-in pages and the menu by choice', async () => {
  const titles = ['Cup final', 'Sports day'];
  const rows = titles.map((title, at) => ({
    ...{ id: at + 1, title, from: `/2025/${at}/`, to: null, state: 'create' },
  }));
  const office = await openOffice('/admin/import?id=7', {
    'imports.status': status,
    'imports.plan': { ...plan, menu },
    'imports.items': { items: rows, total: 2 },
    'imports.commit': () => sleep(50, { id: 7 }),
  });
  await office.user.click(await findButton('Show Posts: Sports'));
  await office.user.type(await screen.findByLabelText('Filter Posts: Sports'), 'day');
  await waitFor(() =>
    expect(office.inputs('imports.items').at(-1)).toMatchObject({ kind: 'post', q: 'day' }),
  );
  await office.user.click(await screen.findByRole('checkbox', { name: /^Sports day/ }));
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Posts: Sports 58 of 59' });
  expect(all.indeterminate).toBe(true);
  await office.user.click(screen.getByRole('checkbox', { name: 'Pages 1' }));
  expect(screen.getByText('left out: It leads to no page')).toBeTruthy();
  const old = screen.getByRole('region', { name: 'The menu of the old site' });
  expect(
    within(old)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    'Rules /p/rules, here “House rules”',
    'مدرسة /p/م',
    'Who we are /p/about-page, here “About us”',
    'Portal https://portal.example/',
    'Lost left out: It leads to no page',
  ]);
  expect(screen.getByText('https://portal.example/').closest('li')?.className).toContain('pl-6');
  await office.user.click(screen.getByLabelText('Leave out'));
  expect(screen.getByText('left out: Its page is left out')).toBeTruthy();
  await office.user.click(screen.getByLabelText('Replace the text of the page here'));
  expect(screen.getByText('/about, here “About”')).toBeTruthy();
  await office.user.click(screen.getByLabelText('A page of its own'));
  const path = screen.getByLabelText('Address below /p/');
  await office.user.clear(path);
  await office.user.type(path, 'our-school');
  expect(screen.getByText('/p/our-school, here “About us”')).toBeTruthy();
  const asked = office.inputs('imports.items').length;
  await office.user.click(await findButton('Import 59 items'));
  await waitFor(() => expect(office.inputs('imports.status').length).toBeGreaterThan(1));
  expect(office.inputs('imports.items').slice(asked)).toEqual([]);
  expect(office.inputs('imports.commit')).toEqual([
    {
      ...{ id: 7, hash },
      choices: {
        groups: [
          { kind: 'post', category: 'Sports', isTaken: true, except: [2] },
          { kind: 'page', category: null, isTaken: false, except: [] },
        ],
        builtIn: [{ id: 5, as: 'move', path: 'our-school' }],
        menu: true,
      },
    },
  ]);
});

const files = { ...plan, create: 0, update: 0, groups: [], builtIn: [], pictures: 2, documents: 3 };

test('a library alone comes as files', async () => {
  const office = await openOffice('/admin/import?id=7', {
    'imports.status': status,
    'imports.plan': { ...files, newFiles: 5 },
    'imports.commit': { id: 7 },
  });
  await office.user.click(await screen.findByRole('checkbox', { name: 'Pictures 2' }));
  office.answer({ 'imports.status': { ...status, state: 'done', documents: 3 } });
  await office.user.click(await findButton('Import 3 files'));
  expect((await screen.findByRole('link', { name: '3 documents' })).getAttribute('href')).toBe(
    '/admin/media',
  );
});

test('of a file that is here already only the menu may be taken', async () => {
  const office = await openOffice('/admin/import?id=7', {
    'imports.status': status,
    'imports.plan': { ...files, newFiles: 0, menu },
  });
  expect(await findButton('Nothing to import')).toHaveProperty('disabled', true);
  await office.user.click(screen.getByLabelText('Put these first in the menu, in this order'));
  expect(await findButton('Import the menu')).toHaveProperty('disabled', false);
});
