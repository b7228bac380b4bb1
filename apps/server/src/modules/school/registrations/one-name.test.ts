import { place as country } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { postTicket } from '../../../testing/app/downloads.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { id: programId } = await t.given.program({ name: 'Tailoring' });
const { id: intakeId } = await t.given.intake({ programId });
const place = { programId, intakeId };

const named = (firstName: string, lastName: string, fields = {}) =>
  t.given.registration({ ...place, firstName, lastName, ...fields });
const accept = (id: number) =>
  requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } }));

test('an empty last name is taken, but none that is missing or made of spaces', async () => {
  const send = (fields: object) =>
    t.visitor.send('POST', '/registrations', { body: { ...registration, ...place, ...fields } });
  for (const lastName of [undefined, null, ' ', '\u200b']) {
    expect(await readRefusal(send({ lastName }))).toMatchObject({
      details: [{ path: 'lastName', message: 'This is required' }],
    });
  }
  const { id } = await named('Nakalema', '');
  const read = async () => (await readData(t.office.api.registrations.get({ params: { id } }))).lastName;
  expect(await read()).toBe('');
  const change = (lastName: string) =>
    requireSuccess(t.office.api.registrations.update({ params: { id }, body: { lastName } }));
  await change('Ruth');
  expect(await read()).toBe('Ruth');
  await change('');
  expect(await read()).toBe('');
});

test('stands among the last names in the office’s list, over REST and in the class list', async () => {
  const people = [
    ['Zoe', 'Mono-A'],
    ['Mono-B', ''],
    ['Abe', 'Mono-C'],
    ['Mono-D', ''],
  ] as const;
  for (const [first, last] of people) await accept((await named(first, last)).id);
  const sorted = ['Zoe', 'Mono-B', 'Abe', 'Mono-D'];
  const { registrations } = t.office.admin;
  const firstNames = (rows: readonly { firstName: string }[]) => rows.map(({ firstName }) => firstName);
  for (const limit of [20, 1]) {
    const { items } = await registrations.list.query({ q: 'mono-', sort: 'name', limit });
    expect(firstNames(items)).toEqual(sorted.slice(0, limit));
  }
  const query = { q: 'mono-', sort: '-name' } as const;
  const { data } = (await requireSuccess(t.office.api.registrations.list({ query }))).body;
  expect(firstNames(data)).toEqual(sorted.toReversed());
  expect(firstNames((await registrations.classList.query({ id: place.intakeId })).students)).toEqual(sorted);
});

test('is found, printed and named without a gap, and is the same person under two names', async () => {
  const contact = { email: 'kizza@example.org', phone: '0772 000 111', dateOfBirth: '2001-02-03' };
  const { id, reference } = await named('Kizza', '', contact);
  const two = await named('Kizza Moses', '', { ...contact, email: 'one@example.org' });
  const split = await named('Kizza', 'Moses', { ...contact, email: 'two@example.org' });
  const { registrations, finder, trash, privacy } = t.office.admin;
  expect(await finder.find.query({ q: reference })).toMatchObject([{ id, title: 'Kizza' }]);
  expect(await privacy.find.mutate({ person: contact.email })).toMatchObject({
    registrations: [{ name: 'Kizza' }],
  });
  expect((await registrations.get.query({ id: two.id })).duplicates).toMatchObject([
    { id: split.id, same: ['phone', 'name and date of birth'] },
  ]);

  const columns = ['firstName', 'lastName', 'phone'] as const;
  const { path, ticket } = await registrations.exportTicket.mutate({ q: reference, columns: [...columns] });
  const { body } = await postTicket(t, { path, ticket });
  expect(body).toContain(`\r\nKizza,,+${country.callingCode} 772 000 111\r\n`);

  await requireSuccess(t.office.api.registrations.remove({ params: { id } }));
  expect((await trash.list.query({ q: 'kizza', limit: 20, offset: 0 })).items).toMatchObject([
    { id, title: 'Kizza' },
  ]);
});

test('the first in line is named without a gap', async () => {
  const { id: intakeId } = await t.given.intake({ programId: place.programId, seats: 1 });
  const seated = await named('Seated', 'Example', { intakeId });
  await accept(seated.id);
  const first = await named('Kato', '', { intakeId });
  const waiting = { params: { id: first.id }, body: { status: 'waiting' } } as const;
  await requireSuccess(t.office.api.registrations.update(waiting));
  const { nextInLine } = await t.office.admin.registrations.decide.mutate({
    id: seated.id,
    status: 'withdrawn',
  });
  expect(nextInLine?.name).toBe('Kato');
});
