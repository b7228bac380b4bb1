import { expect, test } from 'vitest';
import { toSms } from './sms-text.ts';

test.each([
  ['Hello, Ann: 50% @ UGX 10_000!', 'Hello, Ann: 50% @ UGX 10_000!'],
  ['Zoë Çelik José Ångström Ñ à', 'Zoe Çelik José Ångström Ñ à'],
  ['Jose\u0301', 'José'],
  ['Aŋom Ŋamali', 'Anom Namali'],
  ['Nyandɛ̈ŋ Ɔkɛlɔ Aɣuek Ɓala', 'Nyanden Okelo Aguek Bala'],
  ['ê ç š ž ł đ ğ œ Œuf þing ẞ', 'e c s z l d g oe OEuf thing SS'],
  ["‘one’ “two” «three» Ng'o ʼ", '\'one\' "two" "three" Ng\'o \''],
  ['2026–2027 — yes… • ﬁne ½', '2026-2027 - yes... * fine 1/2'],
  ['one\u00a0two\tthree\r\nfour\u200b five\ufeff\u00ad', 'one two three\nfour five'],
])('writes %j with the letters of the alphabet', (typed, text) => {
  expect(toSms(typed)).toMatchObject({ text, encoding: 'gsm', segments: 1, isCut: false });
});

test.each([
  ['160 letters', 'a'.repeat(160), 160, 1],
  ['161 letters', 'a'.repeat(161), 161, 2],
  ['306 letters', 'a'.repeat(306), 306, 2],
  ['80 braces, each counting two', '{'.repeat(80), 160, 1],
  ['81 braces', '{'.repeat(81), 162, 2],
  ['a euro sign', '€', 2, 1],
  ['160 letters that are not of the alphabet', 'ŋ'.repeat(160), 160, 1],
  ['nothing', '', 0, 1],
])('counts %s', (_, text, characters, segments) => {
  expect(toSms(text)).toMatchObject({ encoding: 'gsm', characters, segments, isCut: false });
});

test.each([
  ['70 letters', 'ع'.repeat(70), 70, 1],
  ['71 letters', 'ع'.repeat(71), 71, 2],
  ['134 letters', 'ع'.repeat(134), 134, 2],
  ['an emoji of two units among letters', `😀${'é'.repeat(68)}`, 70, 1],
  ['the same letters, which it must not change', 'Ŋ “ع”', 5, 1],
])('counts %s outside the alphabet', (_, text, characters, segments) => {
  expect(toSms(text)).toEqual({ text, encoding: 'ucs2', characters, segments, isCut: false });
});

test('never divides a sign of two between two parts', () => {
  const fits = `${'a'.repeat(151)}{${'a'.repeat(153)}`;
  const divided = `${'a'.repeat(152)}{${'a'.repeat(152)}`;
  expect(toSms(fits)).toMatchObject({ characters: 306, segments: 2, isCut: false });
  expect(toSms(divided)).toMatchObject({ isCut: true });
  expect(toSms(`${'ع'.repeat(66)}😀${'ع'.repeat(66)}`)).toMatchObject({ encoding: 'gsm' });
});

test('writes a text that is too long for two segments of UCS-2 with the nearest letters', () => {
  const text = `Dear Aŋom 😀😀, ${'your place is kept. '.repeat(7)}محمد`;
  expect(toSms(text)).toMatchObject({
    text: `Dear Anom ?, ${'your place is kept. '.repeat(7)}?`,
    encoding: 'gsm',
    segments: 1,
  });
});

test('cuts a text before its ending when two segments are not enough', () => {
  const cut = toSms(`${'word '.repeat(100)}`, ' - EVI');
  expect(cut).toMatchObject({ encoding: 'gsm', segments: 2, isCut: true });
  expect(cut.text).toMatch(/^(?:word )+(?:word|wor|wo|w)\.\.\. - EVI$/);
  expect(cut.characters).toBeGreaterThan(300);
  expect(toSms('ع'.repeat(135)).text).toBe('?');
  expect(toSms('a'.repeat(300), ' - EVI')).toMatchObject({ characters: 306, isCut: false });
});

test('keeps to two segments whatever is written', () => {
  const signs = ['a', 'ŋ', '{', '€', '😀', 'ع', '…', '½', 'é', '\n', '\u0301', '👩‍🍳'];
  for (let length = 0; length < 700; length += 7) {
    const text = Array.from({ length }, (_, n) => signs[(n * n + length) % signs.length]).join('');
    const sms = toSms(text, ' - EVI');
    expect(sms.segments).toBeLessThanOrEqual(2);
    expect(sms.text.endsWith(' - EVI')).toBe(true);
    expect(sms.characters).toBeLessThanOrEqual(sms.encoding === 'gsm' ? 306 : 134);
  }
});
