import { expect, test } from 'vitest';
import { diffWords, type TextPart } from './comparison.tsx';

const shown = (parts: TextPart[]) =>
  parts.map(({ text, isOther }) => (isOther ? `[${text}]` : text)).join('');
const compared = (one: string, two: string) => diffWords(one, two).map(shown);

test.each([
  ['the same text', 'the same text', ['the same text', 'the same text']],
  ['', 'new words', ['', '[new words]']],
  ['Come at nine', 'Come at ten', ['Come at [nine]', 'Come at [ten]']],
  ['Mon and Wed', 'Mon, Wed', ['[Mon and ]Wed', '[Mon, ]Wed']],
  ['a b c d', 'a c d e', ['a [b ]c d', 'a c d [e]']],
  ['one two', 'one  two three', ['one two', 'one  two [three]']],
])('%j and %j are compared by words', (one, two, expected) => {
  expect(compared(one, two)).toEqual(expected);
});

test('the parts contain the whole text', () => {
  const one = '  First line\n\nand  more ';
  const two = 'First line and\nless';
  const [partsOne, partsTwo] = diffWords(one, two);
  expect(partsOne.map(({ text }) => text).join('')).toBe(one);
  expect(partsTwo.map(({ text }) => text).join('')).toBe(two);
});

test('long texts without common words are compared quickly', () => {
  const long = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join(' ');
  const [one, two] = diffWords(`Same ${long('a')} end`, `Same ${long('b')} end`);
  expect([one, two].map((parts) => parts.map(({ isOther }) => isOther))).toEqual([
    [false, true, false],
    [false, true, false],
  ]);
});
