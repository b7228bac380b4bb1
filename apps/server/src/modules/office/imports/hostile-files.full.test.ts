import { postLimits } from '@institute/contract/posts.constants';
import { expect, test } from 'vitest';
import { sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
const plan = async (kind: string, file: string) =>
  t.office.admin.imports.plan.query(await sendImport(t, { kind, file }));

/** As long as a text may be, without the signs that the file needs. */
const fill = (text: string, length = 190_000) => text.repeat(Math.floor(length / text.length));

test.each([
  ['spaces within a line', `a${' '.repeat(80_000)}b`],
  ['beginnings of blocks', fill('<!-- wp:a ')],
  ['entities', fill('&amp;')],
  ['shortcodes without an end', fill('[vc_raw_js ')],
  ['blank lines', `a${fill('\n ')}b`],
])('a text of WordPress of %s is planned', async (title, content) => {
  const { create, leftOut } = await plan(
    'wordpress',
    writeWordPressExport({ items: [{ id: 1, title, content: `<p>Text</p>${content}` }] }),
  );
  expect({ create, leftOut }).toEqual({ create: 1, leftOut: [] });
});

test('texts that are too long or nested too deep are left out with their titles, and others come', async () => {
  const { create, leftOut } = await plan(
    'wordpress',
    writeWordPressExport({
      items: [
        { id: 1, title: 'Long', content: 'a'.repeat(200_001) },
        { id: 2, title: 'Deep', content: fill('<b>', 90_000) + fill('</i>', 90_000) },
        { id: 3, title: 'Fine' },
      ],
    }),
  );
  expect(create).toBe(1);
  expect(leftOut).toEqual([
    {
      what: 'Texts of more than 200,000 letters: shorten them and export again',
      count: 1,
      titles: ['Long'],
    },
    {
      what: `Texts with more than ${postLimits.depth} tags within each other: shorten them and export again`,
      count: 1,
      titles: ['Deep'],
    },
  ]);
});

test('a million entities in a text are too long for an item', async () => {
  const file = writeWordPressExport({ items: [{ id: 1, title: 'Entities' }] }).replace(
    '<![CDATA[<p>Text</p>]]>',
    '&amp;'.repeat(1_000_000),
  );
  expect(await plan('wordpress', file)).toMatchObject({
    create: 0,
    leftOut: [{ what: 'Texts of more than 200,000 letters: shorten them and export again' }],
  });
});

test.each([
  ['columns', `name${',a'.repeat(60)}\n`, 'Line 1 has more than 60 columns'],
  ['commas', ','.repeat(1_400_000), 'Line 1 has more than 60 columns'],
  ['letters', `name,bio\nAnn,${'a'.repeat(200_001)}\n`, 'Line 2 has a text of more than 200,000 letters'],
  [
    'commas in line 2',
    `name,bio\n${','.repeat(1_400_000)}\n`,
    'A line of this file has more than 500,000 letters',
  ],
  ['lines', `name,bio\n${'Ann,b\n'.repeat(20_001)}`, 'This file has more than 20,000 lines'],
])('a CSV of too many %s is refused with its line', async (_name, file, message) => {
  await expect(plan('coaches', file)).rejects.toThrow(message);
});

test('instalments of a CSV that are all spaces are a fault of their line', async () => {
  const { leftOut } = await plan('programs', `name,instalments\nTailoring,"x;${' '.repeat(190_000)}y"\n`);
  expect(leftOut).toMatchObject([{ count: 1, titles: ['Line 2'] }]);
});
