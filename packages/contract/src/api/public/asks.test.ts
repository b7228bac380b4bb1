import { expect, test } from 'vitest';
import { type Ask, formatAsk, listAskFaults } from './asks.constants.ts';
import { asksInput } from './asks.ts';

const level = { id: 'level', kind: 'choice', label: 'Level', options: ['P7', 'S4'], needed: 'acceptance' };
const slip = { id: 's4', kind: 'document', label: 'S4 slip', needed: 'start' };

const listFaults = (asks: unknown) =>
  asksInput.safeParse(asks).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('an ask has a kind and a label, and is needed before acceptance unless it says otherwise', () => {
  expect(asksInput.parse([{ kind: 'document', label: ' Letter ' }])).toEqual([
    {
      id: '',
      kind: 'document',
      label: 'Letter',
      options: [],
      needed: 'acceptance',
      onlyIf: null,
      isPrivate: false,
    },
  ]);
});

test.each<[unknown[], string]>([
  [[{ ...level, options: [] }], '0.options: A choice has at least two options, each once'],
  [[{ ...level, options: ['S4', 'S4'] }], '0.options: A choice has at least two options, each once'],
  [[{ ...slip, options: ['S4'] }], '0.options: Only a choice has options'],
  [
    [{ ...slip, onlyIf: { ask: 'level', is: 'S4' } }, level],
    '0.onlyIf: Choose an answer of an earlier choice, or of an earlier question of yes and no',
  ],
  [
    [level, { ...slip, onlyIf: { ask: 'level', is: 'S6' } }],
    '1.onlyIf: Choose an answer of an earlier choice, or of an earlier question of yes and no',
  ],
  [
    [
      { ...level, isPrivate: true },
      { ...slip, onlyIf: { ask: 'level', is: 'S4' } },
    ],
    '1.onlyIf: Choose an answer of an earlier choice, or of an earlier question of yes and no',
  ],
  [Array.from({ length: 16 }, () => ({ kind: 'day', label: 'Day' })), ': At most 15'],
  [[{ ...slip, label: 'x'.repeat(121) }], '0.label: At most 120 characters'],
  [[{ ...level, options: Array.from({ length: 13 }, (_, n) => `${n}`) }], '0.options: At most 12 options'],
  [[{ ...slip, id: 'Über' }], '0.id: Letters a to z, digits and -, at most 40'],
])('refuses a list: %#', (asks, fault) => {
  expect(listFaults(asks)).toEqual([fault]);
});

test('a condition names an answer of an earlier choice or of yes and no, and is written out', () => {
  const child = { id: 'child', kind: 'yesno', label: 'Has a guardian' };
  const given = [
    level,
    child,
    { ...slip, onlyIf: { ask: 'level', is: 'S4' } },
    { kind: 'text', label: 'Who', onlyIf: { ask: 'child', is: 'Yes' }, needed: 'ifAny', isPrivate: true },
  ];
  const asks = asksInput.parse(given) as Ask[];
  expect(listAskFaults(asks)).toEqual([]);
  expect(asks.map((ask) => formatAsk(ask, asks))).toEqual([
    'Level (Choice, before acceptance)',
    'Has a guardian (Yes or no, before acceptance)',
    'S4 slip (Document, before the start, only if “Level” is S4)',
    'Who (Text, if you have it, only if “Has a guardian” is Yes, private)',
  ]);
});
