import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { listNasalSpellings } from './search.ts';

const t = await useTestApp();

test('a name with ŋ is found however the sound is written', async () => {
  const { id: programId } = await t.given.program();
  for (const lastName of ['Kyaŋŋa', 'Maŋo', 'Basinga', 'Kyalo'])
    await t.given.registration({ programId, firstName: 'Ann', lastName, email: null });
  const find = async (q: string) => {
    const { items } = await t.office.admin.registrations.list.query({ q, limit: 9, offset: 0 });
    return items.map(({ lastName }) => lastName);
  };
  for (const q of ['kyanga', 'kyannga', 'kyanna', 'Kyaŋŋa', "kyang'a", 'KYANA'])
    expect(await find(q), q).toEqual(['Kyaŋŋa']);
  for (const q of ['mango', 'mano', 'manno']) expect(await find(q), q).toEqual(['Maŋo']);
  expect((await t.office.admin.finder.find.query({ q: 'kyanna' })).map(({ title }) => title)).toEqual([
    'Ann Kyaŋŋa',
  ]);
});

test('a long text has at most eight spellings, and others have one', () => {
  expect(listNasalSpellings('banana banana banana')).toHaveLength(8);
  for (const q of ['Nakato', 'tailoring', 'singa', '0772 123 456', ''])
    expect(listNasalSpellings(q)).toEqual(q === '' ? [''] : [q]);
});
