import { once } from 'node:events';
import { request } from 'node:http';
import {
  documentFaults,
  documentLimits,
  serverDocumentFaults,
} from '@institute/contract/applicant-documents.constants';
import { expect, test } from 'vitest';
import { hashOf, openBrowser, registerApplicant } from '../../../testing/app/applicant.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { DocumentPageEntity } from './applicant-document.entity.ts';

const t = await useTestApp();

const card = { id: 'card', kind: 'document' as const, label: 'Identity card' };
const photo = (background: string) => makePlainImage('jpeg', { background });
const em = () => t.jobContext().em.fork();

async function arrive() {
  const applicant = await registerApplicant(t, [card]);
  const browser = openBrowser(t);
  await browser.enter(applicant.reference, registration.phone);
  return { ...applicant, browser };
}

test('whoever sends a page slowly keeps nobody else out', async () => {
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { browser } = await arrive();
  const others = await Promise.all(Array.from({ length: 7 }, () => arrive()));
  const page = await photo('red');
  const address = `${origin}/api/v1/registrations/documents/card/pages/${hashOf(page)}`;
  const slow = request(address, {
    method: 'PUT',
    headers: {
      cookie: browser.readCookie(),
      'content-type': 'image/jpeg',
      'content-length': documentLimits.pageBytes,
      expect: '100-continue',
    },
  });
  slow.on('error', () => undefined);
  slow.flushHeaders();
  await once(slow, 'continue');
  const refused = await browser.send('card', page);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  for (const other of others) expect((await other.browser.send('card', page)).status).toBe(200);
  slow.destroy();
  await expect.poll(async () => (await browser.send('card', page)).status).toBe(200);
});

test('a page of a full document is there until the new one is, and takes its place', async () => {
  const { id, browser } = await arrive();
  const bytes = await photo('red');
  const sent = Array.from({ length: 12 }, (_, at) => Buffer.concat([bytes, Buffer.from(`${at}`)]));
  const hashes = sent.map(hashOf);
  const [old = '', second = ''] = hashes;
  const full = hashes.slice(0, documentLimits.pages);
  for (const page of sent.slice(0, documentLimits.pages)) await browser.send('card', page);
  const listHashes = async () => (await browser.read()).view.asks[0]?.pages.map(({ sha256 }) => sha256);
  const replace = async (page: Buffer, replaces: string, { browser: from } = { browser }) => {
    const { status, fault } = await from.send('card', page, { replaces });
    return [status, fault];
  };

  expect(await replace(Buffer.from('PK\x03\x04'), old)).toEqual([415, documentFaults.unreadable]);
  expect(await replace(sent[10] as Buffer, 'none')).toEqual([400, expect.any(String)]);
  expect(await listHashes()).toEqual(full);
  // One that is there already takes the place of none
  expect(await replace(sent[1] as Buffer, old)).toEqual([200, undefined]);
  expect(await listHashes()).toEqual(full);

  const replica = openBrowser(t, await t.openReplica());
  replica.useCookie(browser.readCookie());
  const both = await Promise.all([
    replace(sent[10] as Buffer, old),
    replace(sent[11] as Buffer, old, { browser: replica }),
  ]);
  expect(both).toContainEqual([200, undefined]);
  expect(both).toContainEqual([409, serverDocumentFaults.otherPages]);
  const winner = both[0]?.[0] === 200 ? 10 : 11;
  expect(await listHashes()).toEqual([hashes[winner], ...full.slice(1)]);
  expect(await em().find(DocumentPageEntity, { registration: id, arrivedAt: { $ne: null } })).toHaveLength(
    documentLimits.pages,
  );
  // The answer was lost, and the call comes again
  expect(await replace(sent[winner] as Buffer, old)).toEqual([200, undefined]);
  // Where there is room, a page comes last whose old one has gone
  await browser.remove('card', second);
  expect(await replace(sent[winner === 10 ? 11 : 10] as Buffer, second)).toEqual([200, undefined]);
  expect((await listHashes())?.at(-1)).toBe(hashes[winner === 10 ? 11 : 10]);
});

test('a person whose documents are large can replace a page by a smaller one', async () => {
  const { id, browser } = await arrive();
  const red = await photo('red');
  const blue = await photo('blue');
  await browser.send('card', red);
  await em().nativeUpdate(DocumentPageEntity, { registration: id }, { bytes: documentLimits.personBytes });
  expect((await browser.send('card', blue)).fault).toBe(serverDocumentFaults.largePerson);
  expect((await browser.send('card', blue, { replaces: hashOf(red) })).status).toBe(200);
});
