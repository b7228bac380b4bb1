import { expect, test } from 'vitest';
import { oneLineText, personName, text } from '../../fields/fields.ts';
import {
  joinFullName,
  makeRegistrationBody,
  registrationFields,
} from '../../fields/registration-fields.constants.ts';
import { searchText } from '../lists.ts';
import { contactInput } from './contact.ts';
import { donationInput } from './donations.ts';
import { registrationInput } from './registration-form.ts';

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
  expect(oneLineText(100).parse(typed)).toBe(kept);
  expect(name.parse(typed)).toBe(kept);
});

test('a text of several lines keeps its lines and spaces', () => {
  const typed = 'One  two\n\n\tthree\u00a0four\u200f';
  expect(text(100).parse(typed)).toBe(typed);
});

test('refuses a text that is empty afterwards', () => {
  expect(oneLineText(100).safeParse(' \u202e\n ').success).toBe(false);
  expect(oneLineText(3).parse('\u202eabc\n')).toBe('abc');
  expect(oneLineText(100).safeParse('a\0b').success).toBe(false);
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
  'ann＠x',
  'evil．com／win',
  'ｅｖｉｌ．ｃｏｍ',
  'evil․com',
  'evil·com',
  'evil。com',
  'evil｡com',
  'ev\u200bil.c\u2060om',
  'evil.\u00adcom',
  'evil.c\u0337om',
  'evil.\ufe0fcom',
  'ev\u{e0061}il.com',
  'a.b.co⁄x',
  '1.2.3.4/x',
  '1.2.3.4',
  '１．２．３．４／x',
  '10.1/x',
  'evil\u06d4com',
  'Ann evil.com',
])('refuses a name with the address %j', (typed) => {
  const { error } = name.safeParse(typed);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'A name holds no web or email address. Put a space after a dot',
  ]);
});

test.each([
  'pay 50000 to MTN 0772',
  'Ann 0772',
  'Ann ０７７２',
  'Ann 07\u200b72',
  'Ann ٠٧٧٢',
  'Ann ¹²³⁴',
  'Ann 2077 2012',
  'Ann 19999',
])('refuses a name with the number %j', (typed) => {
  const { error } = name.safeParse(typed);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'A name holds no numbers of four digits or more',
  ]);
});

test.each([
  ['Nak\u200bato', 'Nakato'],
  ['Nak\u00adato', 'Nakato'],
  ['\ufeffNak\u2060ato\u2064', 'Nakato'],
  ['Nak\u034fato\ufe0f', 'Nakato'],
  ['Nak\u{e0061}a\u3164to\u2800', 'Nakato'],
  ['Ann\u00a0Nakato', 'Ann Nakato'],
  ['Ann \u200b Nakato', 'Ann Nakato'],
  ['علی\u200cرضا', 'علیرضا'],
  ['ක්\u200dෂ', 'ක්ෂ'],
])('takes invisible characters out of the name %j', (typed, kept) => {
  expect(name.parse(typed)).toBe(kept);
});

test.each([
  ['Ｆｕｌｌｗｉｄｔｈ　Ａｎｎ', 'Fullwidth Ann'],
  ['ﾀﾅｶ', 'タナカ'],
  ['ﬁona ŉ', 'ﬁona ŉ'],
])('gives the letters of the name %j the usual width', (typed, kept) => {
  expect(name.parse(typed)).toBe(kept);
});

test.each(['Amina 🎉', '👩🏾‍🎓 Ouma', 'Care ❤️', '🇺🇬', '1️⃣ Bo', 'Ann \ue000', '\u{f0000}'])(
  'refuses the emoji or private letter of the name %j',
  (typed) => {
    const { error } = name.safeParse(typed);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'A name holds no emoji and no letters of a private font',
    ]);
  },
);

test.each(['Ann © Co', '李小龙', 'राम पटेल', 'ሃና ተስፋዬ'])('takes the name %j', (typed) => {
  expect(name.parse(typed)).toBe(typed);
});

test('a search finds a name that was copied with invisible characters', () => {
  expect(searchText.parse('\u202aNak\u200bato \u202c')).toBe('Nakato');
});

test('refuses a name of invisible characters alone', () => {
  expect(name.safeParse('\u200b\u3164\u2800').success).toBe(false);
});

const personNames = registrationFields.filter(({ kind }) => kind === 'name').map((field) => field.name);

test('holds for every name of a person that visitors send', () => {
  const refused = (schema: typeof registrationInput | typeof contactInput | typeof donationInput) =>
    schema
      .safeParse({
        ...Object.fromEntries(personNames.map((field) => [field, 'evil．com'])),
        name: 'evil．com',
      })
      .error?.issues.filter(({ message }) => message.startsWith('A name holds'))
      .map(({ path }) => path.join());
  expect(personNames).toEqual(expect.arrayContaining(['firstName', 'lastName', 'guardianName']));
  expect(refused(registrationInput)).toEqual(personNames);
  expect(refused(contactInput)).toEqual(['name']);
  expect(refused(donationInput)).toEqual(['name']);
});

test('somebody with one name has an empty last name, which the form sends with its box alone', () => {
  const lastNames = [
    {},
    { lastName: ' ' },
    { lastName: ' ', oneName: 'true' },
    { lastName: 'Okello', oneName: 'true' },
  ].map((values) => makeRegistrationBody(values).lastName);
  expect(lastNames).toEqual([undefined, undefined, '', 'Okello']);
  expect([
    joinFullName({ firstName: 'Ann', lastName: 'Okello' }),
    joinFullName({ firstName: 'Ann', lastName: '' }),
  ]).toEqual(['Ann Okello', 'Ann']);
});

test.each([
  'Ann Nakato',
  'J.R.R. Okello',
  'M.Okello',
  'Okello 3rd',
  'John 123',
  'Zoë Ñuñez-Łuczak',
  'St. John Ssebunya',
  'St.Mary Nakato',
  'Ann Nakato 2004',
  "Nalule-O'Brien",
  'Mary c/o Bo',
  'عبد الله',
  '王小明',
  'ຄຳ ບຸນ',
])('accepts the name %j', (typed) => {
  expect(name.parse(typed)).toBe(typed);
});
