import { expect, test } from 'vitest';
import { createTestDatabase, query } from '../testing/processes/cluster.ts';
import { foldToPlainLetters } from './fold-text.ts';

const letters = Array.from({ length: 0x24f - 0xc0 + 1 }, (_, at) => String.fromCodePoint(0xc0 + at)).filter(
  (letter) => letter !== 'ŀ' && letter !== 'Ŀ',
);
const words = [
  'Épilepsie',
  'EPİLEPSI',
  'ŋŋanda',
  'Straße',
  'don’t',
  '“nuts” – dust',
  'Ελληνικά',
  'Жук',
  '100%',
  '🫁',
];

test('folds letters as the database does', async () => {
  const db = await createTestDatabase();
  const rows = await query<{ given: string; folded: string }>(
    db.connection,
    'select given, lower(unaccent(given)) as folded from unnest($1::text[]) given',
    [[...letters, ...words]],
  );
  await db.drop();
  const known = rows.filter(({ given, folded }) => words.includes(given) || /^\p{ASCII}*$/u.test(folded));
  expect(known.length).toBeGreaterThan(300);
  expect(known.map(({ given }) => [given, foldToPlainLetters(given)])).toEqual(
    known.map(({ given, folded }) => [given, folded]),
  );
});
