import { combineSignals } from '@institute/client/transport';
import { mapAlumniWords } from '@institute/contract/alumni-words.constants';
import { defaultLook } from '@institute/contract/look';
import { rights } from '@institute/contract/rights.constants';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import type { AdminAnswers } from '../api/admin.ts';
import type { ContentKey } from '../api/content-resources.ts';
import { makeRouter } from '../router.tsx';
import { type Answer, type Answers, type PartOf, Refusal } from './answers.ts';

type Input = Record<string, unknown>;

export const listAnswer = <Row,>(...items: Row[]) => ({ items, total: items.length });

/** An email that the provider refused for good. */
export const parkedMessage = {
  id: 1,
  channel: 'email',
  kind: 'registration-received',
  recipient: 'gone@example.org',
  state: 'parked',
  segments: null,
  cost: null,
  isFile: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  sentAt: null,
  deliveredAt: null,
  nextTryAt: null,
  error: '550 No such box',
} satisfies PartOf<AdminAnswers['messagesOut']['list']['items'][number]>;

export const email = 'jane.doe@institute.example';

const at = '2026-01-01T00:00:00.000Z';
export const dates = { createdAt: at, updatedAt: at };

type Listed<Key extends ContentKey> = AdminAnswers[Key]['list']['items'][number];
type Opened<Key extends ContentKey> = AdminAnswers[Key]['get']['view'];

/** Answers that the list and the form of an item need. Most lists have the whole item. */
export const makeStoredItem = <Key extends ContentKey>(
  key: Key,
  view: PartOf<Opened<Key>>,
  row: PartOf<Listed<Key>> | PartOf<Opened<Key>> = view,
) => ({
  [`${key}.list`]: listAnswer(row),
  [`${key}.get`]: { view, tag: '"1"' },
  [`${key}.lastChange`]: { by: email, at },
  [`${key}.versions.list`]: [],
  [`${key}.preview`]: '/preview',
});

/** The settings of the site as the admin area reads them. */
export const officeSite = {
  institute: { name: 'Kampala Institute', address: '', phones: [], emails: [], ...defaultLook },
  newsletter: { isOpen: true, intro: '' },
  home: { showsPosts: false },
  alumniWords: mapAlumniWords(() => ''),
  emptyPages: [] as string[],
};

/** An account that signed up without an invitation. */
const account = {
  email,
  isOwner: false,
  role: null,
  rights,
  filedChannels: [],
  sendsSms: true,
  sessions: [],
} satisfies Answer<'account.get'>;

export const asOwner = { 'account.get': { isOwner: true } };

/** Refused calls are logged. The DOM of the tests does not know `<search>`. */
const expectedInConsole = /TRPCClientError|ApiFailure|is unrecognized in this browser/;
/** Opens a screen of the admin area, signed in, with answers in the place of the server. */
export async function openOffice(path: string, answers: Answers, isSignedIn = true) {
  const said: string[] = [];
  const finished = new AbortController();
  vi.spyOn(console, 'error').mockImplementation((...words) => void said.push(words.join(' ')));
  Element.prototype.scrollIntoView ??= () => undefined;
  onTestFinished(() => {
    localStorage.clear();
    sessionStorage.clear();
    // Calls without an answer would be tried again during the tests after this one
    finished.abort();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(said.filter((text) => !expectedInConsole.test(text))).toEqual([]);
  });
  if (isSignedIn) {
    localStorage.setItem('user', JSON.stringify({ id: 1, email, name: 'Jane Doe', avatar: '' }));
    localStorage.setItem('token', 'a.b.c');
  }
  const own = answers['account.get'];
  const calls: { name: string; input: Input }[] = [];
  const given: Record<string, unknown> = {
    '/api/v1/site': officeSite,
    ...answers,
    'account.get': typeof own === 'function' ? own : { ...account, ...own },
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://office.example');
    const name = pathname.replace('/api/trpc/', '');
    const input: Input =
      body instanceof URLSearchParams
        ? Object.fromEntries(body)
        : JSON.parse((body as string | undefined) ?? searchParams.get('input') ?? '{}');
    calls.push({ name, input });
    if (!(name in given)) return waitForAbort(combineSignals(signal, finished.signal));
    const answer = given[name];
    const data = await (typeof answer === 'function' ? answer(input, method) : answer);
    // A file, which has no envelope
    if (data instanceof Response) return data;
    const isTrpc = name !== pathname;
    if (data instanceof Refusal) {
      const failure = {
        message: 'no',
        code: -32000,
        data: { apiError: data.error, httpStatus: data.status },
      };
      return Response.json({ error: isTrpc ? failure : data.error }, { status: data.status });
    }
    return Response.json(isTrpc ? { result: { data } } : { data });
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = makeRouter(history);
  await router.load();
  shownToasts.clear();
  render(<RouterProvider router={router} />);
  return {
    user: userEvent.setup(),
    /** Later calls get these answers. */
    answer: (more: Answers) => void Object.assign(given, more),
    inputs: (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input),
    address: () => history.location.href,
  };
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** On a busy machine a toast may have left before a test looks. */
const shownToasts = new Set<HTMLElement>();
new MutationObserver(() => {
  for (const toast of document.querySelectorAll<HTMLElement>('[data-slot=toast]')) shownToasts.add(toast);
}).observe(document, { childList: true, subtree: true });

/** Waits for a toast with this text since the office was opened. */
export async function findToast(text: string | RegExp): Promise<HTMLElement | undefined> {
  const find = () => [...shownToasts].find((toast) => within(toast).queryAllByText(text).length > 0);
  await waitFor(() => expect(find(), `a toast with ${text}`).toBeDefined());
  return find();
}

export const findDialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }));
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name });

/** The line that says what was stored. */
export const findOutcome = () =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join(''),
    ).not.toBe(''),
  );
