import { expect, test } from 'vitest';
import { email, phone } from '../fields/fields.ts';
import { parseInternationalPhone } from './international-phone.ts';
import { formatPhone, makeChatLink, makeTelLink, toDialledNumber } from './phone.ts';

test.each([
  ['0772 123 456', '0772 123 456'],
  ['0772\u00a0123\u202f456', '0772 123 456'],
  ['\u202a+256 772 123456\u202c', '+256 772 123456'],
  ['\u200e+256\u2009772\u2007123\u3000456\ufeff', '+256 772 123 456'],
  ['+256 772\u2011123\u2013456', '+256 772-123-456'],
  ['0772−123—456', '0772-123-456'],
  ['07\u00ad72\u200b123\u2060456', '0772123456'],
  ['0772.123.456', '0772 123 456'],
  ['256772123456.0', '256772123456'],
  ['+256772123456,0', '+256772123456'],
  ['772123456.00', '772123456'],
  ['tel:+256772123456', '+256772123456'],
  [' TEL:0772-123-456', '0772-123-456'],
  ['0772·123•456', '0772 123 456'],
  ['0772/123/456', '0772 123 456'],
  ['+256/772/123/456', '+256 772 123 456'],
  ['0772 / 123.456', '0772 123 456'],
  ['\t0772\t123456\n', '0772 123456'],
  ['٠٧٧٢ ١٢٣ ٤٥٦', '0772 123 456'],
  ['۰۷۷۲۱۲۳۴۵۶', '0772123456'],
  ['०७७२१२३४५६', '0772123456'],
  ['᪀᪇᪇᪂᪑᪒᪓᪔᪕᪖', '0772123456'],
  ['＋２５６（７７２）１２３４５６', '+256(772)123456'],
])('takes the pasted number %j as %j', (pasted, meant) => {
  expect(phone.parse(pasted)).toBe(meant);
  expect(phone.parse(meant)).toBe(meant);
  expect(parseInternationalPhone(pasted)?.number).toBe('+256772123456');
});

test.each(['0414 123 456/7', '0772 123 456 / 0701 234 567', '0772123456\n0701234567'])(
  'asks for one number in place of %j',
  (pasted) => {
    expect(phone.safeParse(pasted).error?.issues[0]?.message).toBe('Write one phone number');
  },
);

test.each(['call me', '+', '...', '0772x123456', '0772,123,456'])(
  'says of %j how a number is written',
  (typed) => {
    expect(phone.safeParse(typed).error?.issues[0]?.message).toBe('Write it like 0772 123 456');
  },
);

test.each([
  ['0772 123 456', '256772123456'],
  ['+256 772 123 456', '256772123456'],
  ['+256 (0)772 123 456', '256772123456'],
  ['00256 772 123 456', '256772123456'],
  ['00256 (0)772 123 456', '256772123456'],
  ['(+44) 20 7946 0958', '442079460958'],
  ['0044 20 7946 0958', '442079460958'],
  ['+256 0', '2560'],
])('%j is dialled as %j', (typed, digits) => {
  expect(toDialledNumber(typed)).toBe(digits);
});

test.each([
  ['+256700123456', '+256 700 123 456'],
  ['0700-123456', '+256 700 123 456'],
  ['(0414) 123 456', '+256 414 123 456'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['(+44) 20 7946 0958', '+44 20 7946 0958'],
  ['+256 (0)772 123 456', '+256 772 123 456'],
  ['00256 772 123 456', '+256 772 123 456'],
  ['+447911123456', '+447 911 123 456'],
  ['0800123', '080 012 3'],
  ['-700-100+1', '700 100 1'],
  ['1234567', '123 456 7'],
])('writes %j in groups', (typed, grouped) => {
  expect(formatPhone(typed)).toBe(grouped);
});

test.each([
  ['+256 (0)772 123 456', 'tel:+256772123456', '256772123456'],
  ['00256 (0)772 123 456', 'tel:+256772123456', '256772123456'],
  ['0800 123 123', 'tel:0800123123', '256800123123'],
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
