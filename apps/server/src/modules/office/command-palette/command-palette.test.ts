import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';

const t = await useTestApp();

const found = async (q: string) =>
  (await t.office.admin.finder.find.query({ q })).map(({ type, title }) => `${type}: ${title}`);

test('finds people, posts, programs and donations by name, case and accents aside', async () => {
  const program = await t.given.program({ name: 'Nakató weaving' });
  const registration = {
    programId: program.id,
    firstName: 'Zoë',
    lastName: 'Nakato',
    email: 'zoe@example.org',
  };
  const { reference } = await t.given.registration({ ...registration, allergies: 'Peanuts' });
  await t.given.content('coaches', { name: 'Grace NAKATO' });
  await t.given.content('posts', { title: 'Nakato wins' });
  await t.given.message({ name: 'Ann Nakato', subject: 'Hours' });
  const donated = { name: 'Bo Nakato', currency: 'UGX', amount: 5000, method: 'cash' } as const;
  const { receiptNumber } = await t.office.admin.donations.record.mutate(donated);
  // A random reference may contain the short texts below
  await t.sql(`update donations set tx_ref = 'finder 0'`);

  expect((await found('nakato')).toSorted()).toEqual([
    'coach: Grace NAKATO',
    'contact: Ann Nakato: Hours',
    'donation: Bo Nakato',
    'post: Nakato wins',
    'program: Nakató weaving',
    'registration: Zoë Nakato',
  ]);
  for (const q of [reference, reference.replaceAll('-', ' '), reference.toLowerCase().replaceAll('0', 'o')])
    expect(await found(q)).toEqual(['registration: Zoë Nakato']);
  expect(await found('zoe@example')).toEqual(['registration: Zoë Nakato']);
  for (const q of [`${receiptNumber}`, `${receiptNumber}`.replaceAll('-', '').toLowerCase()])
    expect(await found(q)).toEqual(['donation: Bo Nakato']);
  expect(await found('Peanuts')).toEqual([]);
  for (const q of ['%%', '％％', '＿＿', '\u0301\u0301']) expect(await found(q)).toEqual([]);
  expect((await found('Óq')).concat(await found('zq'))).toEqual([]);
  expect(await found('oë')).toEqual(['registration: Zoë Nakato']);
});

test.each(['0772123456', `+${place.callingCode} (0)772 123 456`])(
  'finds people and donations by phone, typed as %s',
  async (q) => {
    const { id } = await t.given.registration({
      firstName: 'Ro',
      lastName: 'Ring',
      phone: `+${place.callingCode} 772 123 456`,
    });
    const { id: given } = await t.given.donation({ name: 'Don Or', phone: '0772-123-456' });
    const items = await t.office.admin.finder.find.query({ q });
    const expected = [
      { type: 'registration', id },
      { type: 'donation', id: given },
    ];
    expect(items).toEqual(expect.arrayContaining(expected.map((item) => expect.objectContaining(item))));
  },
);

test('finds a donation by its short reference, and no other', async () => {
  const { id } = await t.given.donation({ name: 'Shorty' });
  await t.given.donation({ name: `Not D${id}` });
  for (const q of [`D${id}`, `d-${id}`, `d ${id}`]) expect(await found(q)).toEqual(['donation: Shorty']);
});

test('leaves out what is in the trash, and shows five of a kind, the newest first', async () => {
  const names = ['1', '2', '3', '4', '5', '6', '7'].map((place) => `Pottery ${place}`);
  for (const name of names) await t.given.program({ name });
  const { items } = await t.office.admin.programs.list.query({ q: 'Pottery 7' });
  await t.office.admin.programs.remove.mutate({ id: items[0]?.id ?? 0 });

  expect(await found('pottery')).toEqual([6, 5, 4, 3, 2].map((place) => `program: Pottery ${place}`));
});

test('finds two letters that most of the newest hold, and two that only some old ones hold', async () => {
  await query(
    t.db.connection,
    `insert into donations (tx_ref, name, currency, amount, is_test)
     select 'finder ' || n, case when n < 4 then 'Jürgen ' else 'Xwanda ' end || n, 'UGX', 1000, false
     from generate_series(1, 600) n`,
  );
  expect(await found('XW')).toEqual([600, 599, 598, 597, 596].map((n) => `donation: Xwanda ${n}`));
  // Older donations may follow, because their references are random
  expect((await found('jü')).slice(0, 3)).toEqual([3, 2, 1].map((n) => `donation: Jürgen ${n}`));
});

test.each(['', ' ', 'a', 'x'.repeat(201)])('refuses %j', async (q) => {
  await expect(t.office.admin.finder.find.query({ q })).rejects.toThrow();
});
