import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { openBrowser, registerApplicant } from '../../../testing/app/applicant.ts';
import { downloadPersonCopy } from '../../../testing/app/downloads.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePdf } from '../../../testing/files/made-pdf.ts';
import { readZip } from '../../../testing/files/zip.ts';
import { startObjectStore } from '../../../testing/stand-ins/object-store.ts';

const PAGES = 10;
const store = await startObjectStore();
afterAll(() => store.close());
const t = await useTestApp({ S3_URL: store.url });
await t.given.account();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** Almost the largest PDF that is taken, whose bytes cannot be compressed. */
const makeLargePdf = () =>
  makePdf([
    '<</Type/Page>>',
    Buffer.concat([
      Buffer.from('<</Length 4900000>>\nstream\n'),
      randomBytes(4_900_000),
      Buffer.from('\nendstream'),
    ]),
  ]);
const { reference } = await registerApplicant(t, [{ id: 'card', kind: 'document', label: 'Identity card' }]);
const browser = openBrowser(t);
await browser.enter(reference, registration.phone);
const pages = Array.from({ length: PAGES }, makeLargePdf);
for (const page of pages)
  expect((await browser.send('card', page, { type: 'application/pdf' })).status).toBe(200);

const reads = vi.spyOn(store.objects, 'get');

/** A client that takes nothing of the answer until it is told to. */
async function openCopy(): Promise<IncomingMessage> {
  const { path, ticket } = await t.office.admin.privacy.exportTicket.mutate({ person: registration.email });
  const sent = request(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  sent.end(new URLSearchParams({ ticket }).toString());
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.pause();
  return answer;
}

/** Waits until the server has read all that it reads for a client that takes nothing. */
async function waitForQuiet(): Promise<number> {
  for (let before = -1; before !== reads.mock.calls.length; ) {
    before = reads.mock.calls.length;
    await sleep(500);
  }
  return reads.mock.calls.length;
}

test('pages in an object store are read as the client takes them, and arrive as they were sent', async () => {
  reads.mockClear();
  const answer = await openCopy();
  const readWhileStalled = await waitForQuiet();
  // Of 50 MB the buffers of the operating system hold some, on both ends
  expect(readWhileStalled).toBeGreaterThan(0);
  expect(readWhileStalled).toBeLessThan(PAGES * 0.6);
  const files = readZip(await buffer(answer));
  expect(reads).toHaveBeenCalledTimes(PAGES);
  const sent = pages.map((bytes, at): [string, Buffer] => [
    `documents/${reference}/1 Identity card/${at + 1}.pdf`,
    bytes,
  ]);
  for (const [name, bytes] of sent) expect([name, files.get(name)?.equals(bytes)]).toEqual([name, true]);
  expect(files.size).toBe(PAGES + 1);
});

test('a client that breaks off ends the reading, and the next copy is whole', async () => {
  reads.mockClear();
  const answer = await openCopy();
  const readBefore = await waitForQuiet();
  answer.destroy();
  await sleep(500);
  expect(await waitForQuiet()).toBeLessThanOrEqual(readBefore + 1);
  expect((await downloadPersonCopy(t, registration.email)).files.size).toBe(PAGES + 1);
});

test('a page that the object store does not give is named, and the rest arrives', async () => {
  const [lost = ''] = [...store.objects.keys()].filter((path) => path.includes('/documents/'));
  store.objects.delete(lost);
  const { files, data } = await downloadPersonCopy(t, registration.email);
  const missing = data.documents?.[0]?.pages.flatMap(({ file }, at) => (file === null ? [at + 1] : []));
  expect(missing).toHaveLength(1);
  expect(String(files.get('missing-pages.txt'))).toContain(`/1 Identity card/${missing}.pdf\n`);
  expect(files.size).toBe(PAGES + 1);
});
