import type { SiteSettings } from '@institute/contract';
import { bodyBytes } from '@institute/contract/api.constants';
import { place } from '@institute/contract/place';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readData, requireSuccess } from '../testing/app/answers.ts';
import { makeFormPost, startFormSite } from '../testing/app/form-site.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { servePersonalForms } from './personal-forms.ts';

const t = await useTestApp({ RATE_LIMIT_FACTOR: '1' });
const { site, send, last } = await startFormSite(t, [servePersonalForms]);
const { id: programId } = await t.given.program({ name: 'Welding' });
const registration = await t.given.registration({ programId, phone: `+${place.callingCode} 700 000 000` });
afterAll(() => site.close());
beforeEach(() => {
  last.posted = undefined;
});

let visitor = 1;
const post = (url: string, fields: Record<string, string>, ip = `203.0.113.${visitor++}`) =>
  send(makeFormPost(url, fields, { remoteAddress: ip }));
const ask = (reference: string, phone: string, ip?: string) =>
  post('/registration/status', { reference, phone }, ip);

test.each([
  [`+${place.callingCode} 700 000 000`, (reference: string) => reference],
  ['٠٧٠٠/٠٠٠٠٠٠', (reference: string) => reference.toLowerCase().replaceAll('0', 'o').replaceAll('-', '–')],
])('the phone %s and the reference show the status', async (phone, written) => {
  const { statusCode, headers } = await ask(written(registration.reference), phone);
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(last.posted?.values).toEqual({
    reference: registration.reference,
    status: 'received',
    meaning: 'We have received your application.',
    program: 'Welding',
    place: '',
    startsOn: '',
    heldAt: '',
    dueOn: '',
    dueAmount: '',
    asks: '',
    missing: '',
    sentOn: registration.createdAt,
  });
});

test('the status of somebody with a place says start and place of the intake, and what is due', async () => {
  const { id: programId } = await t.given.program({ price: 900_000 });
  const intake = await t.given.intake({ programId, place: 'Main campus' });
  const { id: intakeId, startsOn } = intake;
  const { id, reference } = await t.given.registration({ programId, intakeId });
  const readSeat = async () => {
    await ask(reference, `+${place.callingCode} 700 000 000`);
    const { startsOn: start, heldAt, dueOn, dueAmount, asks } = last.posted?.values ?? {};
    return [start, heldAt, dueOn, dueAmount, asks];
  };
  expect(await readSeat()).toEqual(['', '', '', '', '']);
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } }));
  expect(await readSeat()).toEqual([startsOn, 'Main campus', startsOn, '900000', '']);
  const { fees, institute } = (await t.office.admin.site.get.query()).view;
  const update = (changes: Partial<SiteSettings>) => t.office.admin.site.update.mutate({ changes });
  await update({ fees: { ...fees, mtnCode: '', airtelCode: '', bankAccount: '' } });
  expect((await readSeat())[4]).toBe(`Ask the office how to pay: ${institute.phones[0]}`);
  await update({ fees });
});

test.each([
  ['/s/REG-2026-000123', 'REG-2026-000123'],
  ['/s/reg%202O26%20000123', 'REG-2026-000123'],
  ['/s/%0d%0aa%26b%23', 'A%26B%23'],
])('the short link %s leads to the form of the status', async (url, reference) => {
  const { statusCode, headers } = await site.inject(url);
  expect([statusCode, headers.location]).toEqual([302, `/registration/status?reference=${reference}`]);
});

test('a wrong pair and an unknown one get the same answer', async () => {
  const wrong = await ask(registration.reference, '0700 000 001');
  const unknown = await ask('REG-2020-000999', '0700 000 001');
  expect([wrong.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect(wrong.payload.replaceAll(registration.reference, '')).toBe(
    unknown.payload.replaceAll('REG-2020-000999', ''),
  );
});

test('sixty wrong tries of a network refuse nobody else there', async () => {
  const ip = '198.51.100.7';
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_, n) => ask(`REG-2020-0009${n + 10}`, `0700 111 1${n + 10}`, ip)),
  );
  expect(new Set(tries.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  expect((await ask(registration.reference, `+${place.callingCode} 700 000 000`, ip)).statusCode).toBe(200);
});

test('a network walks through neither the references of a phone nor the phones of a reference', async () => {
  const phone = '0700 222 222';
  const ip = '198.51.100.8';
  const { reference } = registration;
  for (let n = 0; n < 10; n += 1) {
    expect((await ask(`REG-2020-00010${n}`, phone, ip)).statusCode).toBe(404);
    expect((await ask(reference, `0700 333 33${n}`, ip)).statusCode).toBe(404);
  }
  expect((await ask('REG-2020-000200', `+${place.callingCode}-700 222 222`, ip)).statusCode).toBe(429);
  expect((await ask(reference.toLowerCase(), '0700 444 444', ip)).statusCode).toBe(429);
  expect((await ask('REG-2020-000200', '0700 444 444', ip)).statusCode).toBe(404);
  const other = await t.given.registration({ programId, phone: `+${place.callingCode} 700 555 555` });
  expect((await ask(other.reference, `+${place.callingCode} 700 555 555`, ip)).statusCode).toBe(200);

  // Whoever has the phone is not kept out by tries of others
  expect((await ask(reference, `+${place.callingCode} 700 000 000`, '198.51.100.9')).statusCode).toBe(200);
});

async function subscribed(email: string) {
  await readData(t.visitor.api.newsletter.subscribe({ body: { email } }));
  const first = async <Row extends object>(sql: string, value: unknown) =>
    (await t.sql<Row>(sql, [value]))[0];
  const row = await first<{ id: number; token: string }>(
    'select id, token from subscribers where email = ?',
    email,
  );
  const asked = await first<{ confirmation: string }>(
    `select data->>'confirmation' as confirmation from outgoing_messages where kind = 'newsletter-confirmation' and recipient = ?`,
    email,
  );
  return {
    token: row?.token ?? '',
    confirmation: asked?.confirmation ?? '',
    state: async () =>
      (await first<{ state: string }>('select state from subscribers where id = ?', row?.id))?.state,
  };
}

test('the button behind the link confirms, and the one-click unsubscription of mail programs works', async () => {
  const { token, confirmation, state } = await subscribed('ann@example.org');
  expect((await post('/newsletter/confirm', { token: confirmation })).statusCode).toBe(200);
  expect(await state()).toBe('confirmed');

  const oneClick = { 'List-Unsubscribe': 'One-Click' };
  expect((await post(`/newsletter/unsubscribe?token=${token}`, oneClick)).statusCode).toBe(200);
  expect(last.posted).toMatchObject({ path: '/newsletter/unsubscribe', message: '' });
  expect(await state()).toBe('unsubscribed');
});

const postMultipart = (url: string, value = 'One-Click', headers: Record<string, string> = {}) =>
  send({
    method: 'POST',
    url,
    remoteAddress: `203.0.113.${visitor++}`,
    headers: { 'content-type': 'multipart/form-data; boundary=part', ...headers },
    payload: `--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n${value}\r\n--part--\r\n`,
  });

test('the one-click unsubscription works as the multipart form that RFC 8058 recommends', async () => {
  const { token, state } = await subscribed('bo@example.org');
  const url = `/newsletter/unsubscribe?token=${token}`;
  expect((await postMultipart(url, 'x'.repeat(bodyBytes.visitor))).statusCode).toBe(413);
  expect((await postMultipart(url, undefined, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
  expect(await state()).not.toBe('unsubscribed');

  expect((await postMultipart(url)).statusCode).toBe(200);
  expect(last.posted).toMatchObject({ path: '/newsletter/unsubscribe', message: '' });
  expect(await state()).toBe('unsubscribed');
});

test.each(['/newsletter/confirm', '/registration/status'])('%s takes no multipart form', async (url) => {
  expect((await postMultipart(url)).statusCode).toBe(415);
});
