import 'fake-indexeddb/auto';
import { ApiFailure } from '@institute/client/failure';
import { takeToasts } from '@institute/ui/toast.ts';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writtenBody as body } from '../../../testing/registration-body.ts';
import {
  deliverForForm,
  dropRegistration,
  forgetSentRegistrations,
  holdForCorrection,
  startDelivery,
  storeRegistration,
} from './delivery.ts';
import { type SavedRegistration, savedState } from './saved-state.ts';
import { sentRegistrations } from './sent-registrations.ts';
import { savedRegistrations } from './storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let tried: string[];
let told: string[];
let answers: Record<string, () => Promise<never>>;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
  localStorage.clear();
  sessionStorage.clear();
  tried = [];
  told = [];
  answers = {};
  onTestFinished(takeToasts(({ title, description }) => told.push(`${title} ${description}`)));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  await startDelivery((_, key) => {
    tried.push(key);
    return answers[key]?.() ?? Promise.resolve({ id: 1, reference: `REG-${key}`, createdAt: '' });
  });
});

const fail = (status: number, message: string, retryAfter?: number) => () =>
  Promise.reject(new ApiFailure(status, { code: 'CONFLICT', message, retryAfter }));

const keep = (key: string, own: Partial<SavedRegistration> = {}, corrects: string | null = null) =>
  storeRegistration({ key, savedAt: Date.now(), body, program: 'Bakery', ...own }, corrects);
const deliver = (key: string, isCorrection = false) =>
  deliverForForm(key, isCorrection, new AbortController().signal);
/** As a page does whose form is left, or that has none. */
const deliverBehind = (key: string) => deliverForForm(key, false, AbortSignal.abort());

const saved = () => savedState.read()?.saved ?? [];
const savedKeys = () => saved().map(({ key }) => key);

test('several are sent in the order of their writing, and each is told with its reference', async () => {
  const now = Date.now();
  await keep('b', { savedAt: now - 2 });
  await keep('c', { savedAt: now - 1 });
  await keep('a', { savedAt: now });
  answers.c = fail(409, 'The program is closed');
  expect(await deliver('a')).toMatchObject({ reference: 'REG-a' });
  expect(tried).toEqual(['b', 'c', 'a']);
  expect(told).toEqual([
    expect.stringMatching(/Successful.*REG-b/),
    expect.stringMatching(/Failed.*The program is closed/),
    expect.stringMatching(/Successful.*REG-a/),
  ]);
  expect(savedKeys()).toEqual(['c']);
  const kept = savedState.read()?.sent.map(({ reference, program }) => [reference, program]);
  expect(kept).toEqual([
    ['REG-a', 'Bakery'],
    ['REG-b', 'Bakery'],
  ]);
  expect(JSON.stringify({ ...localStorage })).not.toContain('Amina');
  await forgetSentRegistrations();
  expect(savedState.read()?.sent).toEqual([]);
});

test('one waits for a connection, then for a busy site, and is sent after', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await keep('a');
  await deliver('a');
  expect([tried, savedKeys(), savedState.read()?.waitsFor]).toEqual([[], ['a'], 'connection']);
  expect(localStorage.getItem('application-waits')).toBe('');

  online.mockReturnValue(true);
  answers.a = fail(503, 'Busy', 0);
  expect(await deliver('a')).toMatchObject({ key: 'a', body });
  expect([savedKeys(), savedState.read()?.waitsFor, told]).toEqual([['a'], 'site', []]);

  answers = {};
  expect(await deliver('a')).toMatchObject({ reference: 'REG-a' });
  expect([savedKeys(), localStorage.getItem('application-waits')]).toEqual([[], null]);
});

test('a refused one stays with its faults and without health answers, and is not sent again', async () => {
  await keep('a');
  answers.a = fail(400, 'Not like this');
  void deliverBehind('a');
  await expect
    .poll(saved)
    .toMatchObject([{ faults: [], lost: ['allergies'], body: { firstName: 'Amina', allergies: '' } }]);
  await keep('b');
  await deliver('b');
  expect(tried).toEqual(['a', 'b']);
});

test('the form keeps the answers that are refused before it, and a correction stays on the device', async () => {
  await keep('a');
  answers.a = fail(400, 'Not like this');
  expect(await deliver('a')).toMatchObject({ faults: [], message: 'Not like this' });
  expect(savedKeys()).toEqual([]);

  await keep('old', { faults: [] });
  await keep('a', {}, 'old');
  await deliver('a', true);
  expect(savedKeys()).toEqual(['a']);
});

test('a fault of the site is told before the form; elsewhere the registration waits', async () => {
  answers.a = fail(500, 'Something broke');
  await keep('a');
  expect(await deliverBehind('a')).toMatchObject({ key: 'a', body });
  // Ends after the turns before it
  await deliver('none');
  expect(tried).toEqual(['a', 'a']);
  const form = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  answers.a = async () => {
    await promise;
    return fail(500, 'Something broke')();
  };
  const left = deliverForForm('a', false, form.signal);
  await expect.poll(() => tried.length).toBe(3);
  form.abort();
  expect(await left).toMatchObject({ key: 'a', body });
  resolve();
  await keep('b');
  await deliver('b');
  expect([savedKeys(), told]).toEqual([['a'], [expect.stringMatching(/Successful.*REG-b/)]]);

  answers.a = fail(500, 'Something broke');
  expect(await deliver('a')).toMatchObject({ faults: [], message: 'Something broke' });
  expect(savedKeys()).toEqual([]);
});

test('one that is being changed is not sent, until its correction replaces it', async () => {
  await keep('a');
  expect(await holdForCorrection('a')).toMatchObject({ key: 'a', body });
  await keep('b');
  await deliver('b');
  expect([tried, savedKeys()]).toEqual([['b'], ['a']]);

  await keep('c', {}, 'a');
  await deliver('c', true);
  expect([tried, savedKeys()]).toEqual([['b', 'c'], []]);
});

test('one that is removed is not sent, and the draft that corrects it goes too', async () => {
  await keep('a');
  await keep('b');
  sessionStorage.setItem('registration-draft', '{"corrects":"b"}');
  await dropRegistration('a');
  expect(sessionStorage.getItem('registration-draft')).not.toBeNull();
  await dropRegistration('b');
  expect(sessionStorage.getItem('registration-draft')).toBeNull();
  await keep('c');
  await deliver('c');
  expect(tried).toEqual(['c']);
});

test('after 30 days it is removed, with a word', async () => {
  await keep('old', { savedAt: Date.now() - 30 * DAY_MS });
  await keep('young', { savedAt: Date.now() - 29 * DAY_MS });
  await deliver('young');
  expect(tried).toEqual(['young']);
  expect(told[0]).toMatch(/was not sent It waited for 30 days/);
  expect(savedKeys()).toEqual([]);
});

test('each open page is told, whichever has sent it', async () => {
  const other = new BroadcastChannel('saved-applications');
  onTestFinished(() => other.close());
  const heard = new Promise((resolve) => {
    other.onmessage = resolve;
  });
  await keep('a');
  await heard;

  sentRegistrations.add({ key: 'a', reference: 'REG-theirs', sentAt: Date.now() });
  await savedRegistrations.remove('a');
  other.postMessage(null);
  await expect.poll(() => told).toEqual([expect.stringMatching(/Successful.*REG-theirs/)]);
  expect([savedKeys(), tried]).toEqual([[], []]);
});
