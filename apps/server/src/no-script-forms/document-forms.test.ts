import type { AskedDocuments } from '@institute/contract';
import { documentFaults, documentsPath } from '@institute/contract/applicant-documents.constants';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { hashOf, registerApplicant } from '../testing/app/applicant.ts';
import { makeFormPost, startFormSite } from '../testing/app/form-site.ts';
import { registration } from '../testing/app/sample-bodies.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { makePlainImage } from '../testing/files/images.ts';
import { serveDocumentForms } from './document-forms.ts';

const t = await useTestApp();
const { site, last } = await startFormSite(t, [serveDocumentForms]);
afterAll(() => site.close());

const asks = [
  { id: 'level', kind: 'choice' as const, label: 'Level', options: ['P7', 'S4'] },
  { id: 'card', kind: 'document' as const, label: 'Identity card' },
];
const { phone } = registration;

let cookie = '';
const keepCookie = (answer: LightMyRequestResponse) => {
  for (const { name, value } of answer.cookies) cookie = value ? `${name}=${value}` : '';
  return answer;
};
const post = async (fields: Record<string, string>) =>
  keepCookie(await site.inject(makeFormPost(documentsPath, fields, { headers: { cookie } })));
const readView = async (): Promise<AskedDocuments | undefined> => {
  const { headers } = await site.inject({ url: documentsPath, headers: { cookie } });
  expect(headers['cache-control']).toBe('private, no-store');
  const view = last.posted?.values.view;
  return view ? JSON.parse(view) : undefined;
};
async function sendFile(ask: string, bytes: Buffer, replaces = '') {
  const form = new FormData();
  form.append('ask', ask);
  form.append('replaces', replaces);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const { headers, body } = new Response(form);
  const payload = Buffer.from(await new Response(body).arrayBuffer());
  return site.inject({
    method: 'POST',
    url: documentsPath,
    headers: { cookie, 'content-type': headers.get('content-type') ?? '' },
    payload,
  });
}

test('without scripts: a ticket, pages one at a time, their order, an answer, and the end', async () => {
  const { reference } = await registerApplicant(t, asks);
  expect(await readView()).toBeUndefined();
  expect((await post({ reference: '', phone: '' })).statusCode).toBe(400);
  expect(last.posted?.faults.map(({ path }) => path)).toEqual(['reference', 'phone']);
  expect((await post({ reference, phone: '0700 999999' })).statusCode).toBe(404);
  expect(last.posted).toMatchObject({
    values: { reference, phone: '0700 999999' },
    faults: [{ path: 'reference' }],
  });
  const entered = await post({ reference, phone });
  expect([entered.statusCode, entered.headers.location]).toEqual([303, documentsPath]);
  expect(await readView()).toMatchObject({ reference, missing: 2 });

  const one = await makePlainImage('jpeg', { width: 60 });
  const two = await makePlainImage('jpeg', { width: 70 });
  for (const bytes of [one, two]) {
    const sent = await sendFile('card', bytes);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${documentsPath}#ask-card`]);
  }
  const pages = async () => (await readView())?.asks[1]?.pages.map(({ sha256 }) => sha256);
  expect(await pages()).toEqual([one, two].map(hashOf));
  await post({ action: 'down', ask: 'card', page: hashOf(one) });
  expect(await pages()).toEqual([two, one].map(hashOf));
  await post({ action: 'up', ask: 'card', page: hashOf(two) });
  expect(await pages()).toEqual([two, one].map(hashOf));
  const three = await makePlainImage('jpeg', { width: 80 });
  expect((await sendFile('card', Buffer.from('<svg/>'), hashOf(two))).statusCode).toBe(415);
  expect(await pages()).toEqual([two, one].map(hashOf));
  await sendFile('card', three, hashOf(two));
  expect(await pages()).toEqual([three, one].map(hashOf));
  await post({ action: 'remove', ask: 'card', page: hashOf(three) });
  expect(await pages()).toEqual([one].map(hashOf));
  await post({ action: 'answer', ask: 'level', answer: 'S4' });
  expect(await readView()).toMatchObject({ missing: 0, asks: [{ answer: 'S4' }, { state: 'sent' }] });

  expect((await sendFile('card', Buffer.from('<svg/>'))).statusCode).toBe(415);
  expect(last.posted).toMatchObject({
    faults: [{ path: 'card', message: documentFaults.unreadable }],
    message: documentFaults.unreadable,
  });
  expect(JSON.parse(last.posted?.values.view ?? '')).toMatchObject({ reference });
  expect((await sendFile('card', Buffer.alloc(11_000_000))).statusCode).toBe(413);
  expect((await post({ action: 'answer', ask: 'level', answer: 'S6' })).statusCode).toBe(400);
  expect(last.posted?.faults).toEqual([{ path: 'level', message: 'Choose one of the answers' }]);

  await post({ action: 'leave' });
  expect([cookie, await readView()]).toEqual(['', undefined]);
});

test('nothing is taken without a ticket, and from another site', async () => {
  cookie = '';
  expect((await sendFile('card', await makePlainImage('jpeg'))).statusCode).toBe(401);
  expect(last.posted).toMatchObject({ message: documentFaults.ended, values: {} });
  expect((await post({ action: 'remove', ask: 'card' })).statusCode).toBe(401);
  const foreign = makeFormPost(
    documentsPath,
    { action: 'leave' },
    { headers: { origin: 'https://evil.example' } },
  );
  expect((await site.inject(foreign)).statusCode).toBe(403);
});
