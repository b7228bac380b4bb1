import { afterAll, expect, test } from 'vitest';
import { readData, requireSuccess } from '../testing/app/answers.ts';
import { makeFormPost, startFormSite } from '../testing/app/form-site.ts';
import { addDaysToToday } from '../testing/app/sample-bodies.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { servePlainForms } from './plain-forms.ts';
import { makeSealedSuccessPath, serveRegistrationSuccess } from './registration-success.ts';

const t = await useTestApp();
const start = Date.now();
let now = start;
const clock = () => ({ now: () => new Date(now) });
const { site, last } = await startFormSite(t, [servePlainForms, serveRegistrationSuccess], clock);
const { id } = await t.given.program();
const fields = {
  firstName: 'Ruth',
  lastName: 'Akello',
  email: 'ruth@example.org',
  phone: '0700 000 321',
  programId: String(id),
  consent: 'true',
};
afterAll(() => site.close());

async function success(cookie: string) {
  const { headers, cookies } = await site.inject({ url: '/registration-success', headers: { cookie } });
  const { reference, smsTo } = last.posted?.values ?? {};
  return { reference, smsTo, caching: headers['cache-control'], cookies };
}
async function register(values: Record<string, string>) {
  const { statusCode, cookies } = await site.inject(makeFormPost('/registration', values));
  expect(statusCode).toBe(303);
  return cookies.map(({ name, value }) => `${name}=${value}`).join();
}

test('two equal forms make one registration, and both lead to its reference', async () => {
  const first = await success(await register(fields));
  const second = await success(await register(fields));
  const other = await success(await register({ ...fields, firstName: 'Rose' }));
  expect(first).toMatchObject({
    reference: expect.stringMatching(/^REG-\d{4}-\d{6}$/),
    smsTo: '',
    caching: 'private, no-store',
  });
  expect(second).toEqual(first);
  expect(other.reference).not.toBe(first.reference);
  const { total } = await t.office.admin.registrations.list.query({ q: 'ruth@example.org' });
  expect(total).toBe(2);
});

test('without an email address, the page knows the phone that gets an SMS', async () => {
  const values = await success(await register({ ...fields, email: ' ' }));
  expect(values).toMatchObject({ reference: expect.stringMatching(/^REG/), smsTo: '0700 000 321' });
});

test('the next start is that with a free place, and gives way to a date that was written', async () => {
  const { programId, id: full } = await t.given.intake({ seats: 1 });
  const { id } = await t.given.registration({ programId, intakeId: full });
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } }));
  const free = await t.given.intake({ programId, seats: 1, startsOn: addDaysToToday(90) });
  const form = { ...fields, programId: String(programId), intakeId: 'next' };
  const sentAs = async (values: Record<string, string>) => {
    const { reference } = await success(await register({ ...form, ...values }));
    const { items } = await t.office.admin.registrations.list.query({ q: reference });
    const params = { id: items[0]?.id ?? 0 };
    const { intake, startDate } = await readData(t.office.api.registrations.get({ params }));
    return [intake?.id, startDate];
  };
  expect(await sentAs({ firstName: 'Joy' })).toEqual([free.id, free.startsOn]);
  expect(await sentAs({ startDate: addDaysToToday(10) })).toEqual([undefined, addDaysToToday(10)]);
  expect(await sentAs({ intakeId: 'other' })).toEqual([undefined, null]);
  const { id: dateless } = await t.given.program();
  expect(await sentAs({ programId: String(dateless) })).toEqual([undefined, null]);
});

test('the cookie lasts one view', async () => {
  const cookie = await register({ ...fields, firstName: 'Once' });
  const { reference, cookies } = await success(cookie);
  expect(reference).toBeDefined();
  const [name = ''] = cookie.split('=');
  expect(cookies).toMatchObject([{ name, value: '', path: '/registration-success', maxAge: 0 }]);
  // Without a reference there is nothing to end
  expect((await success('')).cookies).toEqual([]);
});

test('the reference is shown for ten minutes at most, and only with its own cookie', async () => {
  const cookie = await register({ ...fields, firstName: 'Late' });
  expect((await success(cookie.replace('=', '=x'))).reference).toBeUndefined();
  expect((await success('')).reference).toBeUndefined();
  now = start + 9 * 60_000;
  expect((await success(cookie)).reference).toBeDefined();
  now = start + 11 * 60_000;
  expect((await success(cookie)).reference).toBeUndefined();
});

test('the address in place of a cookie shows the reference once, within a minute', async () => {
  const ctx = { config: t.config, now: () => new Date(now) };
  const path = makeSealedSuccessPath(ctx, { reference: 'REG-2026-000042', smsTo: '0700 000 321' });
  expect(decodeURIComponent(path)).not.toMatch(/000042|000 321/);
  const follow = (url: string) => site.inject({ url });
  const { statusCode, headers, cookies } = await follow(path);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    303,
    '/registration-success',
    'no-store',
  ]);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join();
  expect(await success(cookie)).toMatchObject({ reference: 'REG-2026-000042', smsTo: '0700 000 321' });

  expect((await follow(path.slice(0, -3))).cookies).toEqual([]);
  now += 61_000;
  expect((await follow(path)).cookies).toEqual([]);
  now = start;
});
