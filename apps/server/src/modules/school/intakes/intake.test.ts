import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import type { BodyOf } from '../../../testing/app/content-samples.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

type Body = BodyOf<'intakes'>;
const create = (body: Body) => t.office.api.intakes.create({ body });
const update = (id: number, body: Partial<Body>) => t.office.api.intakes.update({ params: { id }, body });
const detailsOf = async (call: Promise<unknown>) => (await readRefusal(call)).details;
const read = (id: number) => readData(t.visitor.api.intakes.get({ params: { id } }));
const accept = (id: number) =>
  requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } }));

test('refuses a deadline after the start and names both, of a new intake and of the result of a change', async () => {
  const { id: programId } = await t.given.program();
  const fault = {
    path: 'appliesUntil',
    message: 'The last day to apply, 2027-03-02, is after the start, 2027-03-01',
  };
  const dates = { startsOn: '2027-03-01', appliesUntil: '2027-03-02' };
  expect(await detailsOf(create({ programId, ...dates }))).toEqual([fault]);

  const { id } = await t.given.intake({ programId, startsOn: '2027-03-01', appliesUntil: '2027-03-01' });
  expect(await detailsOf(update(id, { appliesUntil: '2027-03-02' }))).toEqual([fault]);
  expect(await detailsOf(update(id, { startsOn: '2027-02-28' }))).toMatchObject([{ path: 'appliesUntil' }]);
  await requireSuccess(update(id, { startsOn: '2027-02-28', appliesUntil: null }));
});

test('refuses a program that is not there', async () => {
  const gone = await t.given.program();
  await requireSuccess(t.office.api.programs.remove({ params: { id: gone.id } }));
  for (const programId of [gone.id, 2147483647]) {
    expect(await detailsOf(create({ programId, startsOn: '2027-03-01' }))).toEqual([
      { path: 'programId', message: 'There is no such program' },
    ]);
  }
});

test('counts the accepted registrations, and a visitor sees at once what is left', async () => {
  const { id: programId } = await t.given.program();
  const { id } = await t.given.intake({ programId, seats: 2 });
  const first = await t.given.registration({ programId, intakeId: id });
  const listed = async () => (await readData(t.visitor.api.intakes.list({ query: { programId } })))[0];
  expect([await read(id), await listed()]).toMatchObject([{ seatsLeft: 2 }, { seatsLeft: 2 }]);
  const { headers } = await requireSuccess(t.visitor.api.intakes.get({ params: { id } }));

  await accept(first.id);
  expect([await read(id), await listed()]).toMatchObject([{ seatsLeft: 1 }, { seatsLeft: 1 }]);
  const tag = headers.get('etag') ?? '';
  const extraHeaders = { 'if-none-match': tag };
  const again = await t.visitor.api.intakes.get({ params: { id }, extraHeaders });
  expect(again.status).toBe(200);
  // An accepted registration does not change the version of the form
  await requireSuccess(
    t.office.api.intakes.update({ params: { id }, headers: { 'if-match': tag }, body: { place: 'Hall' } }),
  );

  await requireSuccess(t.office.api.registrations.remove({ params: { id: first.id } }));
  expect(await read(id)).toMatchObject({ seatsLeft: 2 });
});

test('an intake without seats has no number of places left', async () => {
  const { id } = await t.given.intake({ seats: null });
  expect(await read(id)).toMatchObject({ seats: null, seatsLeft: null });
});

test('refuses fewer seats than are taken, and another program once somebody has applied', async () => {
  const { id: programId } = await t.given.program();
  const { id } = await t.given.intake({ programId, seats: 2 });
  for (const email of ['a@example.org', 'b@example.org']) {
    await accept((await t.given.registration({ programId, intakeId: id, email })).id);
  }
  expect(await detailsOf(update(id, { seats: 1 }))).toEqual([
    { path: 'seats', message: '1 seat is fewer than the 2 accepted registrations' },
  ]);
  const other = await t.given.program();
  expect(await detailsOf(update(id, { programId: other.id }))).toEqual([
    { path: 'programId', message: 'This intake has registrations, so its program stays' },
  ]);
  await requireSuccess(update(id, { seats: 3 }));
});

test('visitors see the intakes of visible programs, closed ones too', async () => {
  const { id: programId } = await t.given.program();
  const { id: hidden } = await t.given.program({ isActive: false });
  const closed = await t.given.intake({ programId, isOpen: false });
  const secret = await t.given.intake({ programId: hidden });

  const ids = async (caller = t.visitor) => (await readData(caller.api.intakes.list())).map(({ id }) => id);
  expect(await ids()).toContain(closed.id);
  expect(await ids()).not.toContain(secret.id);
  expect(await ids(t.office)).toContain(secret.id);
  expect(await t.visitor.api.intakes.get({ params: { id: secret.id } })).toMatchObject({ status: 404 });
  expect(await readData(t.visitor.api.intakes.list({ query: { programId: hidden } }))).toEqual([]);
});

test('the list and its summaries hold the intakes of one program', async () => {
  const { id: programId } = await t.given.program({ name: 'Beekeeping' });
  const later = await t.given.intake({ programId, startsOn: '2027-09-01' });
  const sooner = await t.given.intake({ programId, startsOn: '2027-05-01' });
  for (const call of [t.visitor.api.intakes.list, t.visitor.api.intakes.summaries]) {
    const found = await readData(call({ query: { programId } }));
    expect(found.map(({ id }) => id)).toEqual([sooner.id, later.id]);
  }
  const { body } = await requireSuccess(t.office.api.intakes.list({ query: { q: 'beekeep' } }));
  expect(body.meta.total).toBe(2);
  const { details } = await readRefusal(t.visitor.send('GET', '/intakes?programId=x'));
  expect(details.map(({ path }) => path)).toEqual(['programId']);
});

test('the list is searched by the start, as it is shown and as an ISO date', async () => {
  const { id: programId } = await t.given.program();
  const { id } = await t.given.intake({ programId, startsOn: '2098-03-01' });
  const found = async (q: string) =>
    (await t.office.admin.intakes.list.query({ q })).items.map((item) => item.id);
  for (const q of ['2098', '1 mar 2098', '2098-03-01']) expect(await found(q)).toEqual([id]);
  expect(await found('2 Mar 2098')).toEqual([]);
});

test('a program’s card has the earliest intake that takes registrations, also a full one', async () => {
  const { id: programId } = await t.given.program({ name: 'Carpentry' });
  const next = async () => {
    const { body } = await requireSuccess(t.visitor.api.programs.summaries({ query: { q: 'Carpentry' } }));
    return body.data[0]?.nextIntake;
  };
  await t.given.intake({ programId, startsOn: addDaysToToday(-1) });
  await t.given.intake({ programId, startsOn: addDaysToToday(20), appliesUntil: addDaysToToday(-1) });
  await t.given.intake({ programId, startsOn: addDaysToToday(25), isOpen: false });
  expect(await next()).toBeNull();

  const full = await t.given.intake({
    programId,
    startsOn: addDaysToToday(30),
    appliesUntil: addDaysToToday(0),
    seats: 1,
  });
  await t.given.intake({ programId, startsOn: addDaysToToday(40) });
  expect(await next()).toEqual({ id: full.id, startsOn: addDaysToToday(30), seatsLeft: 1 });
  await accept((await t.given.registration({ programId, intakeId: full.id })).id);
  expect(await next()).toEqual({ id: full.id, startsOn: addDaysToToday(30), seatsLeft: 0 });
});

test('keeps versions without what the server counts, and names itself in the trash', async () => {
  const { id: programId } = await t.given.program({ name: 'Weaving' });
  const { id } = await t.given.intake({ programId, startsOn: '2027-02-01', seats: 3 });
  await requireSuccess(update(id, { seats: 4 }));
  const { versions } = t.office.admin.intakes;
  const restored = await versions.restore.mutate({ id, number: 1 });
  expect(restored.view).toMatchObject({ seats: 3, seatsLeft: 3 });

  await requireSuccess(t.office.api.intakes.remove({ params: { id } }));
  const { items } = await t.office.admin.trash.list.query({ category: 'intake' });
  expect(items[0]).toMatchObject({ id, title: 'Weaving, 1 Feb 2027' });
});

test('is sorted by the name of the program and by the seats that are left', async () => {
  const place = `Hall ${crypto.randomUUID()}`;
  const made = [];
  for (const [name, seats] of [
    ['Weaving', 3],
    ['Baking', null],
    ['Masonry', 1],
  ] as const) {
    const { id: programId } = await t.given.program({ name });
    made.push(await t.given.intake({ programId, seats, place }));
  }
  const [weaving, baking, masonry] = made.map(({ id }) => id);
  const { id } = await t.given.registration({ programId: made[0]?.programId, intakeId: weaving });
  const sorted = async (sort: 'program' | '-program' | 'seatsLeft') =>
    (await t.office.admin.intakes.list.query({ q: place, sort })).items.map((item) => item.id);
  expect(await sorted('program')).toEqual([baking, masonry, weaving]);
  expect(await sorted('-program')).toEqual([weaving, masonry, baking]);
  expect(await sorted('seatsLeft')).toEqual([masonry, weaving, baking]);
  await accept(id);
  await t.office.api.intakes.update({ params: { id: masonry ?? 0 }, body: { seats: 5 } });
  expect(await sorted('seatsLeft')).toEqual([weaving, masonry, baking]);
});

test('programs are sorted by their next start, those without one last in both directions', async () => {
  const words = `Course ${crypto.randomUUID()}`;
  const made: number[] = [];
  for (const starts of [[], [90, 40], [60]]) {
    const { id: programId } = await t.given.program({ name: words });
    made.push(programId);
    for (const days of starts) await t.given.intake({ programId, startsOn: addDaysToToday(days) });
  }
  const [none, soon, later] = made;
  await t.given.intake({ programId: later ?? 0, startsOn: addDaysToToday(10), isOpen: false });
  const sorted = async (sort: 'nextIntake' | '-nextIntake') =>
    (await readData(t.visitor.api.programs.summaries({ query: { q: words, sort } }))).map(({ id }) => id);
  expect(await sorted('nextIntake')).toEqual([soon, later, none]);
  expect(await sorted('-nextIntake')).toEqual([later, soon, none]);
  const { items } = await t.office.admin.programs.list.query({ q: words, sort: '-nextIntake' });
  expect(items.map(({ id }) => id)).toEqual([later, soon, none]);
});

test('the dashboard names the next starts from today on, with the places that are left', async () => {
  const { id: programId, name } = await t.given.program({ name: 'Starts' });
  await t.sql('update intakes set deleted_at = now()');
  const start = (days: number, more: Partial<Body> = {}) =>
    t.given.intake({ programId, startsOn: addDaysToToday(days), ...more });
  await start(-1);
  const later = await start(9);
  const today = await start(0, { seats: 2 });
  const removed = await start(3);
  await requireSuccess(t.office.api.intakes.remove({ params: { id: removed.id } }));
  const closed = await start(5, { seats: 1, isOpen: false });
  const taken = await t.given.registration({ programId, intakeId: today.id });
  await accept(taken.id);
  const hidden = await t.given.program({ name: 'Removed' });
  await t.given.intake({ programId: hidden.id, startsOn: addDaysToToday(1) });
  await requireSuccess(t.office.api.programs.remove({ params: { id: hidden.id } }));

  const listed = (id: number, days: number, seatsLeft: number | null) => ({
    id,
    program: name,
    startsOn: addDaysToToday(days),
    seatsLeft,
  });
  const next = [listed(today.id, 0, 1), listed(closed.id, 5, 1), listed(later.id, 9, null)];
  expect(await t.office.admin.stats.nextStarts.query()).toEqual(next);
  for (const days of [10, 11]) await start(days);
  expect(await t.office.admin.stats.nextStarts.query()).toHaveLength(4);
});
