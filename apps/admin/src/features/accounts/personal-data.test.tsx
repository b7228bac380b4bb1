import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Answer, Refusal } from '../../testing/answers.ts';
import { asOwner, findButton, findToast, openOffice } from '../../testing/office.tsx';

const person = 'canary@example.org';
const found = {
  registrations: [
    {
      id: 7,
      reference: 'REG-2026-000007',
      name: 'Canary Bird',
      status: 'accepted',
      createdAt: '2026-11-20T10:00:00.000Z',
    },
  ],
  certificates: [],
  namedIn: [],
  documents: { given: 3, pages: 12, bytes: 4_000_000 },
  messages: [],
  donations: [],
  feePayments: [],
  notices: 0,
  subscription: null,
  emails: 0,
} satisfies Answer<'privacy.find'>;
const ticket = { path: '/api/exports/personal-data', ticket: 'a.b.c' };

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'about:blank';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});

/** A file whose parts come when the test sends them. */
function makeFile() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  return {
    answer: new Response(body),
    send: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    end: () => controller?.close(),
    fail: (error: Error) => controller?.error(error),
  };
}

async function findPerson(answers: Parameters<typeof openOffice>[1]) {
  const office = await openOffice('/admin/accounts/personal-data', {
    ...asOwner,
    'privacy.find': found,
    'privacy.exportTicket': ticket,
    ...answers,
  });
  await office.user.type(await screen.findByLabelText(/Whose data/), `${person}{Enter}`);
  await screen.findByText(/^REG-2026-000007/);
  return office;
}

test('a copy is downloaded by keyboard, and says how much of it has arrived', async () => {
  const file = makeFile();
  const office = await findPerson({ [ticket.path]: file.answer });
  expect(screen.getByText('3 given, 12 pages, 4.0 MB')).toBeTruthy();
  const button = await findButton('Download a Copy');
  expect(screen.getByText('The copy is a ZIP file with all data and 12 pages of documents.').id).toBe(
    button.getAttribute('aria-describedby'),
  );
  button.focus();
  await office.user.keyboard('{Enter}');
  file.send(1_500_000);
  await screen.findByText('1.5 MB of about 4.0 MB');
  expect(screen.getByRole('progressbar', { name: 'Download' }).getAttribute('aria-valuenow')).toBe('1500000');
  expect(button.getAttribute('aria-busy')).toBe('true');
  file.send(2_600_000);
  await screen.findByText('4.1 MB');
  file.end();
  await findToast('Copy downloaded');
  expect(saved.map(({ size, type }) => [size, type])).toEqual([[4_100_000, 'application/zip']]);
  expect(office.inputs('privacy.exportTicket')).toEqual([{ person }]);
  expect(office.inputs(ticket.path)).toEqual([{ ticket: 'a.b.c' }]);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a broken connection and a refusal are told beside the button, and another try works', async () => {
  const broken = makeFile();
  const office = await findPerson({ [ticket.path]: broken.answer });
  await office.user.click(await findButton('Download a Copy'));
  broken.send(1_500_000);
  await screen.findByText('1.5 MB of about 4.0 MB');
  broken.fail(new TypeError('network error'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The copy was not downloaded. The connection broke after 1.5 MB. Download it again',
  );
  office.answer({ [ticket.path]: new Refusal(401, 'UNAUTHENTICATED', 'This export has expired') });
  await office.user.click(await findButton('Download a Copy'));
  await screen.findByText('The copy was not downloaded. This export has expired');
  expect(saved).toEqual([]);
  office.answer({ [ticket.path]: new Response(new Uint8Array(10)) });
  await office.user.click(await findButton('Download a Copy'));
  await waitFor(() => expect(saved).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a download can be stopped, which is no failure', async () => {
  const file = makeFile();
  let signal: AbortSignal | null | undefined;
  const office = await findPerson({ [ticket.path]: file.answer });
  const answerCall = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = await answerCall(url, init);
    if (url !== ticket.path) return answer;
    // As browsers do with the body of a call that is aborted
    signal = init.signal;
    signal?.addEventListener('abort', () => file.fail(signal?.reason));
    return answer;
  });
  const button = await findButton('Download a Copy');
  await office.user.click(button);
  file.send(1_500_000);
  await office.user.click(await findButton('Stop'));
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  expect([signal?.aborted, saved, screen.queryByRole('alert'), screen.queryByRole('progressbar')]).toEqual([
    true,
    [],
    null,
    null,
  ]);
});

test.each([
  [null, 'The copy is a ZIP file with all data but documents, to which your account has no right.'],
  [{ given: 0, pages: 0, bytes: 0 }, 'The copy is a ZIP file with all data.'],
])('says what a copy has: %j', async (documents, text) => {
  await findPerson({ 'privacy.find': { ...found, documents } });
  expect(screen.getByText(text)).toBeTruthy();
});
