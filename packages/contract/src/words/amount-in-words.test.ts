import { expect, test } from 'vitest';
import { spellAmount } from './amount-in-words.ts';

test.each([
  [0, 'zero'],
  [11, 'eleven'],
  [21, 'twenty-one'],
  [40, 'forty'],
  [100, 'one hundred'],
  [342, 'three hundred and forty-two'],
  [1000, 'one thousand'],
  [1005, 'one thousand and five'],
  [12_500, 'twelve thousand five hundred'],
  [2_000_000_000, 'two billion'],
  [1_234_567, 'one million two hundred and thirty-four thousand five hundred and sixty-seven'],
])('%i is %s', (amount, words) => {
  expect(spellAmount('UGX', amount)).toBe(`${words} Uganda shillings`);
});

test('one unit is singular', () => {
  expect(spellAmount('GBP', 1)).toBe('one pound sterling');
});
