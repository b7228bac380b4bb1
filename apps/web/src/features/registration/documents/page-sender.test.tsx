import 'fake-indexeddb/auto';
import type { AskedDocuments } from '@institute/contract';
import {
  documentFaults,
  documentLimits,
  serverDocumentFaults,
} from '@institute/contract/applicant-documents.constants';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDevicePages } from './device-pages.ts';
import { removeOldPages } from './old-pages.ts';
import { type SendingView, startPageSender } from './page-sender.ts';

const ASK = 's4';
const deviceKey = btoa('k'.repeat(32));
const otherKey = btoa('o'.repeat(32));

/** The pages that the server has. */
let stored: string[];
/** Every call that began, with its bytes. */
let calls: string[];
/** Answers of the next calls, instead of the usual one. A status of 0 is a broken connection. */
let answers: { status: number; message?: string; isStored?: boolean }[];
let last: SendingView;

const makeView = (): AskedDocuments => ({
  reference: 'REG-2026-000001',
  program: 'Tailoring',
  endsAt: new Date(Date.now() + 60_000).toISOString(),
  missing: stored.length > 0 ? 0 : 1,
  deviceKey,
  asks: [
    {
      id: ASK,
      kind: 'document',
      label: 'S4 slip',
      help: null,
      options: [],
      needed: 'acceptance',
      isPrivate: false,
      state: stored.length > 0 ? 'sent' : 'missing',
      reason: null,
      words: null,
      answer: null,
      pages: stored.map((sha256, at) => ({ id: sha256, sha256, position: at + 1, format: 'pdf' })),
    },
  ],
});

function act(method: string, called: string, body: unknown): void {
  const [path = '', replaced = ''] = called.split('?replaces=');
  const [, , hash = ''] = path.split('/').slice(-3);
  if (method === 'DELETE') stored = stored.filter((page) => page !== hash);
  else if (path.endsWith('/order')) stored = JSON.parse(String(body)).pages;
  else if (stored.includes(replaced)) stored = stored.map((page) => (page === replaced ? hash : page));
  else if (method === 'PUT' && !stored.includes(hash)) stored.push(hash);
}

class StubbedCall {
  status = 0;
  response: unknown = null;
  upload = {};
  onload = () => {};
  onerror = () => {};
  #called = { method: '', path: '' };
  open(method: string, path: string) {
    this.#called = { method, path: path.replace(/^.*documents/, '') };
  }
  setRequestHeader() {}
  getResponseHeader = () => null;
  abort() {}
  send(body: unknown) {
    const { method, path } = this.#called;
    calls.push(`${method} ${path}`);
    const { status, message, isStored = status === 200 } = answers.shift() ?? { status: 200 };
    if (isStored) act(method, path, body);
    this.status = status;
    this.response = status === 200 ? { data: makeView() } : { error: { message } };
    queueMicrotask(() => (status === 0 ? this.onerror() : this.onload()));
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('XMLHttpRequest', StubbedCall);
  onTestFinished(() => void vi.unstubAllGlobals());
  localStorage.clear();
  stored = [];
  calls = [];
  answers = [];
});

async function openPage() {
  const sender = await startPageSender(makeView(), {}, (sending) => {
    last = sending;
  });
  onTestFinished(sender.stop);
  return sender;
}

const makePdf = (text: string) => new File([`%PDF-1.7 ${text}`], `${text}.pdf`);
const hash = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', await makePdf(text).arrayBuffer())).toString('hex');
const hashAll = (...texts: string[]) => Promise.all(texts.map(hash));
const listPaths = async (...texts: string[]) =>
  (await hashAll(...texts)).map((page) => `PUT /${ASK}/pages/${page}`);
const untilSent = () => expect.poll(() => last.waiting).toEqual([]);
const listKept = async (key = deviceKey) => (await (await openDevicePages(key)).list()).length;

test('sends pages in their order, each once, and keeps none of them', async () => {
  const sender = await openPage();
  await sender.addFiles(ASK, ['a', 'b', 'a'].map(makePdf));
  await untilSent();
  expect(calls).toEqual(await listPaths('a', 'b'));
  expect(last.view.asks[0]?.pages).toHaveLength(2);
  await expect.poll(() => listKept()).toBe(0);
});

test('says which pages are safe when the connection breaks, and sends none of them again', async () => {
  const sender = await openPage();
  await sender.addFiles(ASK, [makePdf('a'), makePdf('b')]);
  await untilSent();
  // The third arrives, and its answer is lost
  answers = [{ status: 0, isStored: true }];
  await sender.addFiles(ASK, [makePdf('c'), makePdf('d')]);
  await expect
    .poll(() => last.pauseNote)
    .toBe('The connection broke after page 2 of 4. Pages 1 and 2 are safe.');
  calls = [];
  dispatchEvent(new Event('online'));
  await untilSent();
  expect(calls).toEqual(['GET ', ...(await listPaths('d'))]);
  expect([last.pauseNote, stored.length]).toEqual(['', 4]);
});

test('a refused page is told and dropped, and the rest is sent', async () => {
  const sender = await openPage();
  answers = [{ status: 400, message: serverDocumentFaults.lockedPdf }];
  await sender.addFiles(ASK, [makePdf('a'), new File([], 'empty.jpg'), makePdf('b')]);
  await untilSent();
  expect(stored).toEqual(await hashAll('b'));
  expect(Object.values(last.faults)).toHaveLength(1);
  await sender.addFiles(ASK, [new File(['<svg'], 'a.jpg')]);
  expect(last.faults[ASK]).toBe(documentFaults.unreadable);
  await sender.addFiles(ASK, [new File([], 'empty.jpg')]);
  expect(last.faults[ASK]).toBe(documentFaults.empty);
});

test('a document takes ten pages', async () => {
  stored = Array.from({ length: documentLimits.pages - 1 }, (_, at) => String(at).repeat(64));
  const sender = await openPage();
  await sender.addFiles(ASK, [makePdf('a'), makePdf('b')]);
  await untilSent();
  expect(stored).toHaveLength(documentLimits.pages);
  expect(last.faults[ASK]).toBe(`b.pdf: ${documentFaults.tooManyPages}`);
});

const listFullDocument = (...first: string[]) => [
  ...first,
  ...Array.from({ length: documentLimits.pages - first.length }, (_, at) => String(at).repeat(64)),
];

test('a page of a full document is replaced by one call, and stays while the connection is broken', async () => {
  const [a, b, c] = (await hashAll('a', 'b', 'c')) as [string, string, string];
  stored = listFullDocument(a, b);
  const others = stored.slice(2);
  const sender = await openPage();
  answers = [{ status: 0 }, { status: 0, isStored: true }];
  await sender.addFiles(ASK, [makePdf('c')], b);
  await expect.poll(() => last.pauseNote).not.toBe('');
  expect([stored, last.waiting]).toMatchObject([[a, b, ...others], [{ sha256: c, replaces: b }]]);
  const replacing = `PUT /${ASK}/pages/${c}?replaces=${b}`;
  expect(calls).toEqual([replacing]);
  // The answer is lost, and the page has arrived
  answers = [{ status: 200 }, { status: 0, isStored: true }];
  dispatchEvent(new Event('online'));
  await expect.poll(() => stored).toEqual([a, c, ...others]);
  dispatchEvent(new Event('online'));
  await untilSent();
  expect(stored).toEqual([a, c, ...others]);
  expect(calls.slice(1).filter((call) => call !== 'GET ')).toEqual([replacing]);
});

test('a new page that is refused leaves the old one', async () => {
  const [a] = (await hashAll('a')) as [string];
  stored = listFullDocument(a);
  const sender = await openPage();
  answers = [{ status: 415, message: serverDocumentFaults.lockedPdf }];
  await sender.addFiles(ASK, [makePdf('b')], a);
  await untilSent();
  expect([stored, last.faults[ASK]]).toEqual([listFullDocument(a), serverDocumentFaults.lockedPdf]);
});

test('a page that is replaced twice before the first has arrived gets the last one', async () => {
  const [a, b, c, d] = (await hashAll('a', 'b', 'c', 'd')) as [string, string, string, string];
  stored = listFullDocument(a);
  const sender = await openPage();
  answers = [{ status: 0 }];
  await sender.addFiles(ASK, [makePdf('b')], a);
  await expect.poll(() => last.pauseNote).not.toBe('');
  // The second of three is refused
  answers = [{ status: 200 }, { status: 200 }, { status: 415, message: serverDocumentFaults.lockedPdf }];
  await sender.addFiles(ASK, [makePdf('c')], a);
  await sender.addFiles(ASK, [makePdf('d')], a);
  dispatchEvent(new Event('online'));
  await untilSent();
  expect(stored).toEqual(listFullDocument(d));
  expect(calls.slice(2)).toEqual([
    `PUT /${ASK}/pages/${b}?replaces=${a}`,
    `PUT /${ASK}/pages/${c}?replaces=${b}`,
    `PUT /${ASK}/pages/${d}?replaces=${b}`,
  ]);
});

test('after the end of the ticket nothing is shown, and the next ticket sends what waits', async () => {
  const sender = await openPage();
  answers = [{ status: 401, message: documentFaults.ended }];
  await sender.addFiles(ASK, [makePdf('a')]);
  await expect.poll(() => last.hasEnded).toBe(true);
  expect([last.waiting, last.previews.size]).toEqual([[], 0]);
  expect([await listKept(), await listKept(otherKey)]).toEqual([1, 0]);
  await openPage();
  await expect.poll(() => stored).toEqual(await hashAll('a'));
});

test('a page waits for a day at most', async () => {
  const device = await openDevicePages(deviceKey);
  const day = 24 * 60 * 60 * 1000;
  const page = { ask: ASK, sha256: 'a', bytes: new Blob(['a']), replaces: null };
  await device.save({ ...page, id: '1', savedAt: Date.now() - day - 1 });
  await device.save({ ...page, id: '2', savedAt: Date.now() });
  expect((await device.list()).map(({ id }) => id)).toEqual(['2']);
  removeOldPages();
  expect(await listKept()).toBe(1);
  vi.useFakeTimers({ now: Date.now() + day + 1, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  removeOldPages();
  vi.setSystemTime(Date.now() - day);
  expect(await listKept()).toBe(0);
});

test('an order that no longer fits is refused, and the pages are read again', async () => {
  stored = ['a'.repeat(64), 'b'.repeat(64)];
  const sender = await openPage();
  answers = [{ status: 409, message: serverDocumentFaults.otherPages }];
  expect(await sender.orderPages(ASK, stored.toReversed())).toBe(false);
  expect(last.faults[ASK]).toBe(serverDocumentFaults.otherPages);
  expect(calls).toEqual([`PUT /${ASK}/order`, 'GET ']);
  expect(await sender.orderPages(ASK, stored.toReversed())).toBe(true);
  expect([last.faults, stored[0]]).toEqual([{}, 'b'.repeat(64)]);
});
