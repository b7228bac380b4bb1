import { place } from '@institute/contract/place';
import { formatDate } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { RegistrationEntity } from './registration.entity.ts';

const t = await useTestApp();
const { id: programId } = await t.given.program();
await t.given.registration({ programId });

type Query = NonNullable<Parameters<typeof t.office.api.registrations.list>[0]>['query'];
const list = (query: Query) => requireSuccess(t.office.api.registrations.list({ query }));
const applied = (fields: Parameters<typeof t.given.registration>[0] = {}) =>
  t.given.registration({ programId, ...fields });

test.each([
  ['first name', 'ZÉNAÏDE', { firstName: 'Zénaïde' }],
  ['last name', 'okello-x', { lastName: 'Okello-X' }],
  ['both names', 'amina nakato', { firstName: 'Amina', lastName: 'Nakato' }],
  ['email', 'FINDME@example', { email: 'findme@example.org' }],
  ['phone', '0777 123', { phone: '0777 123 456' }],
  ['emergency name', 'grace o', { emergencyName: 'Grace Opio' }],
  ['emergency phone', '0788', { emergencyPhone: '0788 000 000' }],
  ['emergency relation', 'godmother', { emergencyRelation: 'Godmother' }],
  ['medical conditions', 'épilepsy', { medicalConditions: 'Epilepsy' }],
  ['allergies', 'penicillin 100%', { allergies: 'Penicillin 100%' }],
  ['medications', 'insulin_b', { medications: 'Insulin_b' }],
])('a registration is found by %s', async (_, q, fields) => {
  const { id } = await applied(fields);
  const { body } = await list({ q });
  expect([body.data.map((one) => one.id), body.meta.total]).toEqual([[id], 1]);
});

test('a phone is found however it is typed', async () => {
  const people = [
    await applied({ phone: `+${place.callingCode} 700 100 200` }),
    await applied({ phone: '0700100200' }),
    await applied({ phone: `+${place.callingCode} (0)700 100 200` }),
    await applied({ phone: `00${place.callingCode} 700-100-200` }),
    await applied({ guardianName: 'Ann', guardianPhone: '0700-100-200' }),
  ];
  const typed = ['0700100200', '(0700) 100', '00100200', `00${place.callingCode} (0)700 100`, '٠٧٠٠١٠٠'];
  for (const q of [...typed, `\u202a+${place.callingCode}\u00a0700–100.200`]) {
    const { body } = await list({ q });
    expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
  }
});

test.each([
  (reference: string) => reference.replaceAll('-', ' '),
  (reference: string) => reference.toLowerCase().replaceAll('-', ''),
  (reference: string) => reference.replaceAll('-', '\u2011'),
  (reference: string) => reference.replaceAll('0', 'O'),
])('a reference is found as it is read out: %s', async (spelled) => {
  const { id, reference } = await applied({});
  await applied({});
  const { body } = await list({ q: spelled(reference) });
  expect(body.data.map((one) => one.id)).toEqual([id]);
});

test('a phone of another country is found by its international form', async () => {
  const { id } = await applied({ phone: '+44 (0)20 7946 0958' });
  const withoutZero = await applied({ phone: '772 100 200' });
  const found = async (q: string) => (await list({ q })).body.data.map((one) => one.id);
  expect(await found('0044 20 7946 0958')).toEqual([id]);
  expect(await found('0772 100 200')).toEqual([withoutZero.id]);
});

test('the end of a reference, with its zeros, finds no numbers without them', async () => {
  await applied({ phone: `+${place.callingCode} 700 991 234` });
  const { body } = await list({ q: '001234' });
  expect(body.data).toEqual([]);
});

test('registrations are found by the start and the place of their intake, and narrowed by it', async () => {
  const { id: intakeId, startsOn } = await t.given.intake({ programId, place: 'Mbarara Campus' });
  const { id } = await applied({ intakeId });
  const ids = async (query: Query) => (await list(query)).body.data.map((one) => one.id);
  expect(await ids({ q: 'mbarara' })).toEqual([id]);
  expect(await ids({ q: formatDate(startsOn) })).toEqual([id]);
  expect(await ids({ q: startsOn })).toEqual([id]);
  expect(await ids({ intakeId })).toEqual([id]);
});

test('registrations are found by their program and by a part of the reference', async () => {
  const { id: other } = await t.given.program({ name: 'Bricklaying & Masonry' });
  const { id, reference } = await applied({ programId: other });
  const ids = async (q: string) => (await list({ q })).body.data.map((one) => one.id);
  expect(await ids('masonry')).toEqual([id]);
  expect(await ids(reference.slice(4))).toEqual([id]);
  expect(await ids(reference.slice(0, 8))).toContain(id);
});

test('sorts newest first; by name, the last name comes before the first', async () => {
  const people = [
    ['Zoe', 'Sortable-A'],
    ['Ben', 'Sortable-B'],
    ['Abe', 'Sortable-B'],
  ];
  for (const [firstName, lastName] of people) await applied({ firstName, lastName });
  const names = async (query: Query = {}) =>
    (await list({ q: 'sortable-', ...query })).body.data.map(({ firstName }) => firstName);
  expect(await names()).toEqual(['Abe', 'Ben', 'Zoe']);
  expect(await names({ sort: 'createdAt' })).toEqual(['Zoe', 'Ben', 'Abe']);
  expect(await names({ sort: 'name' })).toEqual(['Zoe', 'Abe', 'Ben']);
  expect(await names({ sort: '-name' })).toEqual(['Ben', 'Abe', 'Zoe']);
  const { body, headers } = await list({ q: 'sortable-', limit: 2, sort: 'name' });
  expect(body.meta).toEqual({ total: 3, limit: 2, offset: 0, nextCursor: null });
  expect(headers.get('link')).toContain('rel="next"');
  expect(await readRefusal(t.office.send('GET', '/registrations?sort=phone'))).toMatchObject({ status: 400 });
});

test('narrows the list by status, program and day of submission, and by the time of the last change', async () => {
  const program = await t.given.program();
  const first = await applied({ programId: program.id });
  const second = await applied({ programId: program.id });
  const em = t.em();
  // The last minute of 2 May in Kampala
  await em.nativeUpdate(RegistrationEntity, first.id, { createdAt: new Date('2026-05-02T20:59:00Z') });
  await em.nativeUpdate(RegistrationEntity, second.id, { createdAt: new Date('2026-05-02T21:00:00Z') });
  const own = { programId: program.id };
  const ids = async (query: Query) => (await list({ ...own, ...query })).body.data.map(({ id }) => id);
  expect(await ids({})).toEqual([second.id, first.id]);
  expect(await ids({ from: '2026-05-02', to: '2026-05-02' })).toEqual([first.id]);
  expect(await ids({ from: '2026-05-03' })).toEqual([second.id]);
  expect(await ids({ to: '2026-05-01' })).toEqual([]);

  const { body } = await requireSuccess(
    t.office.api.registrations.update({ params: { id: first.id }, body: { status: 'reviewing' } }),
  );
  expect(await ids({ status: 'reviewing' })).toEqual([first.id]);
  expect(await ids({ updatedSince: body.data.updatedAt })).toEqual([first.id]);
});

test('a cursor leads through the list, also while new registrations arrive', async () => {
  const { id: own } = await t.given.program();
  for (let one = 0; one < 5; one += 1) await applied({ programId: own });
  const all = (await list({ programId: own })).body.data.map(({ id }) => id);

  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await list({ programId: own, limit: 2, cursor });
    seen.push(...body.data.map(({ id }) => id));
    expect(body.meta.total).toBeGreaterThanOrEqual(5);
    expect(headers.get('link') === null).toBe(body.meta.nextCursor === null);
    cursor = body.meta.nextCursor ?? undefined;
    await applied({ programId: own });
  } while (cursor);
  expect(seen).toEqual(all);
});

test('an altered cursor is refused, and so is one of another list', async () => {
  await t.given.donation();
  await t.given.donation();
  await applied();
  await applied();
  const ours = (await list({ limit: 1 })).body.meta.nextCursor ?? '';
  const { meta } = (await requireSuccess(t.office.api.donations.list({ query: { limit: 1 } }))).body;
  const letter = (at: number) => ours.slice(0, at) + (ours.at(at) === 'A' ? 'B' : 'A') + ours.slice(at + 1);
  const altered = [...Array.from(ours, (_, at) => letter(at)), ours.slice(1), `${ours}A`, meta.nextCursor];
  for (const cursor of altered) {
    expect(await readRefusal(t.office.send('GET', `/registrations?cursor=${cursor}`))).toMatchObject({
      status: 400,
      details: [{ path: 'cursor', message: 'This cursor is not complete' }],
    });
  }
});

test.each([
  ['from=2026-05-02&to=2026-05-01', 'from', 'From (2026-05-02) is after To (2026-05-01)'],
  ['from=yesterday', 'from', 'A date as yyyy-mm-dd'],
  ['cursor=MTIz&offset=20', 'offset', 'A cursor continues its own list, so offset cannot be given with it'],
  ['cursor=MTIz&offset=0', 'offset', 'A cursor continues its own list, so offset cannot be given with it'],
  ['cursor=MTIz&sort=name', 'sort', 'A cursor continues its own list, so sort cannot be given with it'],
  ['cursor=MTIz', 'cursor', 'This cursor is not complete'],
  ['cursor=a%20b', 'cursor', 'This cursor is not complete'],
  ['status=late', 'status', expect.any(String)],
  ['programId=0', 'programId', expect.any(String)],
  ['updatedSince=2026', 'updatedSince', 'A date and time as in ISO 8601'],
])('refuses the list of %s', async (query, path, message) => {
  expect(await readRefusal(t.office.send('GET', `/registrations?${query}`))).toMatchObject({
    status: 400,
    details: [{ path, message }],
  });
});
