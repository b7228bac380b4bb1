import { expect, test } from 'vitest';
import { email, phone } from '../fields/fields.ts';
import { code, international, start } from '../testing/sample-phone.ts';
import { parseInternationalPhone } from './international-phone.ts';
import { formatPhone, makeChatLink, makeTelLink, toDialledNumber } from './phone.ts';
import { localPhones } from './place.ts';

/** In the digits of another script, of which `zero` is the first. */
const writeDigits = (text: string, zero: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

test.each([
  [`0${start} 123 456`, `0${start} 123 456`],
  [`0${start}\u00a0123\u202f456`, `0${start} 123 456`],
  [`\u202a+${code} ${start} 123456\u202c`, `+${code} ${start} 123456`],
  [`\u200e+${code}\u2009${start}\u2007123\u3000456\ufeff`, `+${code} ${start} 123 456`],
  [`+${code} ${start}\u2011123\u2013456`, `+${code} ${start}-123-456`],
  [`0${start}−123—456`, `0${start}-123-456`],
  [`0\u00ad${start}\u200b123\u2060456`, `0${start}123456`],
  [`0${start}.123.456`, `0${start} 123 456`],
  [`${code}${start}123456.0`, `${code}${start}123456`],
  [`+${code}${start}123456,0`, international],
  [`${start}123456.00`, `${start}123456`],
  [`tel:+${code}${start}123456`, international],
  [` TEL:0${start}-123-456`, `0${start}-123-456`],
  [`0${start}·123•456`, `0${start} 123 456`],
  [`0${start}/123/456`, `0${start} 123 456`],
  [`+${code}/${start}/123/456`, `+${code} ${start} 123 456`],
  [`0${start} / 123.456`, `0${start} 123 456`],
  [`\t0${start}\t123456\n`, `0${start} 123456`],
  [writeDigits(`0${start} 123 456`, '٠'), `0${start} 123 456`],
  [writeDigits(`0${start}123456`, '۰'), `0${start}123456`],
  [writeDigits(`0${start}123456`, '०'), `0${start}123456`],
  [writeDigits(`0${start}`, '᪀') + writeDigits('123456', '᪐'), `0${start}123456`],
  [writeDigits(`＋${code}（${start}）123456`, '０'), `+${code}(${start})123456`],
])('takes the pasted number %j as %j', (pasted, meant) => {
  expect(phone.parse(pasted)).toBe(meant);
  expect(phone.parse(meant)).toBe(meant);
  expect(parseInternationalPhone(pasted)?.number).toBe(international);
});

test.each([`0${start} 123 456/7`, `0${start} 123 456 / 0701 234 567`, `0${start}123456\n0701234567`])(
  'asks for one number in place of %j',
  (pasted) => {
    expect(phone.safeParse(pasted).error?.issues[0]?.message).toBe('Write one phone number');
  },
);

test.each(['call me', '+', '...', `0${start}x123456`, `0${start},123,456`])(
  'says of %j how a number is written',
  (typed) => {
    expect(phone.safeParse(typed).error?.issues[0]?.message).toBe(`Write it like ${localPhones[0]}`);
  },
);

test.each([
  [`0${start} 123 456`, `${code}${start}123456`],
  [`+${code} ${start} 123 456`, `${code}${start}123456`],
  [`+${code} (0)${start} 123 456`, `${code}${start}123456`],
  [`00${code} ${start} 123 456`, `${code}${start}123456`],
  [`00${code} (0)${start} 123 456`, `${code}${start}123456`],
  ['(+44) 20 7946 0958', '442079460958'],
  ['0044 20 7946 0958', '442079460958'],
  [`+${code} 0`, `${code}0`],
])('%j is dialled as %j', (typed, digits) => {
  expect(toDialledNumber(typed)).toBe(digits);
});

test.each([
  [international, `+${code} ${start} 123 456`],
  [`0${start}-123456`, `+${code} ${start} 123 456`],
  [`(0${start}) 123 456`, `+${code} ${start} 123 456`],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['(+44) 20 7946 0958', '+44 20 7946 0958'],
  [`+${code} (0)${start} 123 456`, `+${code} ${start} 123 456`],
  [`00${code} ${start} 123 456`, `+${code} ${start} 123 456`],
  ['+447911123456', '+447 911 123 456'],
  ['0800123', '080 012 3'],
  ['-700-100+1', '700 100 1'],
  ['1234567', '123 456 7'],
])('writes %j in groups', (typed, grouped) => {
  expect(formatPhone(typed)).toBe(grouped);
});

test.each([
  [`+${code} (0)${start} 123 456`, `tel:+${code}${start}123456`, `${code}${start}123456`],
  [`00${code} (0)${start} 123 456`, `tel:+${code}${start}123456`, `${code}${start}123456`],
  ['0800 123 123', 'tel:0800123123', `${code}800123123`],
])('links %j to a call and a chat', (phone, call, chat) => {
  expect(makeTelLink(phone)).toBe(call);
  expect(makeChatLink(phone, 'Hi')).toBe(`https://wa.me/${chat}?text=Hi`);
});

test.each([
  '\u200bann@example.org\u200e',
  '\ufeff ann@example.org\u00a0',
  '\u202aann@example.org\u202c\u2060',
  'mailto:ann@example.org',
  'MAILTO:ann@example.org?subject=Fees',
  'Ann Nakato <ann@example.org>',
  '"Nakato, Ann" <mailto:ann@example.org>',
  '<ann@example.org>',
])('takes the address out of the pasted %j', (pasted) => {
  expect(email.parse(pasted)).toBe('ann@example.org');
});

test.each([
  ['ann@müller.ug', 'ann@xn--mller-kva.ug'],
  ['Ann <ann@MÜLLER.ug>', 'ann@xn--mller-kva.ug'],
  ['ann@mu\u0308ller.ug', 'ann@xn--mller-kva.ug'],
  ['ann@школа.example', 'ann@xn--80atdl2c.example'],
])('takes %s as a browser does', (typed, stored) => {
  expect(email.parse(typed)).toBe(stored);
});

test.each(['müller@example.ug', 'ann@müller.ug/x', 'ann@müller .ug', 'ann@ü', 'müller.ug'])(
  'refuses %j',
  (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
  },
);
