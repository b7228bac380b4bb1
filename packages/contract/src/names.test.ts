import { expect, test } from 'vitest';
import { line, personName } from './fields.ts';

const name = personName(100);

test.each([
  ['Ann\u202egnaw', 'Anngnaw'],
  ['\u2066Bo\u2069 \u202aOkello\u202c', 'Bo Okello'],
  ['Ann\r\nBcc: x', 'Ann Bcc: x'],
  ['Ann\u2028\tNakato\u0007', 'Ann Nakato'],
])('removes line breaks, control characters and direction marks from %j', (typed, kept) => {
  expect(line(100).parse(typed)).toBe(kept);
  expect(name.parse(typed)).toBe(kept);
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
