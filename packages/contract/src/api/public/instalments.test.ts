import { expect, test } from 'vitest';
import { formatLocalMoney } from '../../words/money.ts';
import {
  chooseInstalments,
  formatDueDays,
  formatInstalment,
  listDueInstalments,
} from './instalments.constants.ts';
import { instalmentsInput } from './instalments.ts';

const program = [
  { label: 'Registration', amount: 200_000, dueDays: null },
  { label: 'First term', amount: 800_000, dueDays: -1 },
];
const intake = [{ label: 'All', amount: 900_000, dueDays: 30 }];

test('takes the list of the intake, then of the program, then the whole price', () => {
  expect(chooseInstalments({ price: 1_000_000, program, intake })).toEqual(intake);
  expect(chooseInstalments({ price: 1_000_000, program, intake: [] })).toEqual(program);
  expect(chooseInstalments({ price: 1_000_000.5, program: [] })).toEqual([
    { label: 'Fee', amount: 1_000_001, dueDays: 0 },
  ]);
});

test('asks no fee of a free program', () => {
  expect(chooseInstalments({ price: 1, program, intake })).toEqual([]);
});

test('counts due days from the start, over the end of a year', () => {
  const days = (startsOn: string | null) =>
    listDueInstalments({ price: 1_000_000, program }, { startsOn, acceptedOn: '2026-12-05' }).map(
      ({ dueOn }) => dueOn,
    );
  expect(days('2027-01-01')).toEqual(['2026-12-05', '2026-12-31']);
  expect(days(null)).toEqual(['2026-12-05', '2026-12-05']);
  const later = { price: 1_000_000, program: intake };
  expect(listDueInstalments(later, { startsOn: null, acceptedOn: '2026-12-05' })).toMatchObject([
    { dueOn: '2027-01-04' },
  ]);
});

test('says when an instalment is due', () => {
  expect([null, 0, 1, -14].map(formatDueDays)).toEqual([
    'on acceptance',
    'at the start',
    '1 day after the start',
    '14 days before the start',
  ]);
  expect(formatInstalment({ label: 'Second term', amount: 500_000, dueDays: 84 })).toBe(
    `Second term: ${formatLocalMoney(500_000)}, 84 days after the start`,
  );
});

const one = { label: 'Fee', amount: 500, dueDays: 730 };
test.each([
  ['a list within the limits', [one, { ...one, dueDays: -60 }, { ...one, amount: 1_000_000_000 }], true],
  ['twelve', Array(12).fill(one), true],
  ['no day', [{ label: 'Fee', amount: 500 }], true],
  ['thirteen', Array(13).fill(one), false],
  ['less than 500', [{ ...one, amount: 499 }], false],
  ['more than a thousand million', [{ ...one, amount: 1_000_000_001 }], false],
  ['half a unit', [{ ...one, amount: 500.5 }], false],
  ['a sum as text', [{ ...one, amount: '500' }], false],
  ['a long label', [{ ...one, label: 'x'.repeat(41) }], false],
  ['an empty label', [{ ...one, label: ' ' }], false],
  ['a day too early', [{ ...one, dueDays: -61 }], false],
  ['a day too late', [{ ...one, dueDays: 731 }], false],
  ['a text', 'Fee', false],
])('takes instalments only within their limits: %s', (_, given, isRight) => {
  expect(instalmentsInput.safeParse(given).success).toBe(isRight);
});
