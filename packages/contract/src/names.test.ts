import { expect, test } from 'vitest';
import { line, personName, text } from './fields.ts';

const name = personName(100);

test.each([
  ['Ann\u202egnaw', 'Anngnaw'],
  ['\u2066Bo\u2069 \u202aOkello\u202c', 'Bo Okello'],
  ['Ann\r\nBcc: x', 'Ann Bcc: x'],
  ['Ann\u2028\tNakato\u0007', 'Ann Nakato'],
  ['Kiz\u0001za', 'Kizza'],
  ['Kiz\u200eza\u200f \u061cAnn', 'Kizza Ann'],
  ['  Ann   Marie\n\n Nakato ', 'Ann Marie Nakato'],
  ['Ann\u0085Nakato\u009fb', 'Ann Nakatob'],
  ['Ann\u00a0 \u3000Nakato', 'Ann Nakato'],
  ['Ann \u0007 \u202e Nakato', 'Ann Nakato'],
])('takes control and direction characters out of %j, and leaves single spaces', (typed, kept) => {
  expect(line(100).parse(typed)).toBe(kept);
  expect(name.parse(typed)).toBe(kept);
});

test('a text of several lines keeps its lines and spaces', () => {
  const typed = 'One  two\n\n\tthree\u00a0four\u200f';
  expect(text(100).parse(typed)).toBe(typed);
});

test('refuses a text that is empty afterwards', () => {
  expect(line(100).safeParse(' \u202e\n ').success).toBe(false);
  expect(line(3).parse('\u202eabc\n')).toBe('abc');
  expect(line(100).safeParse('a\0b').success).toBe(false);
});

test.each([
  'Win at https://evil.example',
  'www.evil',
  'evil.example',
  'evil\u0001.exa\u202emple',
  'Ann EVIL.COM now',
  'bit.ly/abc',
  't.co/abc',
  'ann@example',
  'ann＠x'.normalize('NFKC'),
])('refuses a name with the address %j', (typed) => {
  expect(name.safeParse(typed).success).toBe(false);
});

test.each([
  'Ann Nakato',
  'J.R.R. Okello',
  'M.Okello',
  'St. John Ssebunya',
  "Nalule-O'Brien",
  'Mary c/o Bo',
  'عبد الله',
  '王小明',
  'ຄຳ ບຸນ',
])('accepts the name %j', (typed) => {
  expect(name.parse(typed)).toBe(typed);
});
