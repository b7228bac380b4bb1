import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { findForeignWord } from './outgoing-words.service.ts';

const { callingCode: code, currency } = place;
const small = currency.toLowerCase();
/** The code of a neighbour whose numbers look like those of the country. */
const neighbour = ['254', '256'].find((one) => one !== code);

const own = {
  publicUrl: 'https://www.institute.ac.ug',
  numbers: [
    `+${code} 700 000 000`,
    `+${neighbour} 711 222 333`,
    '0700 000 001',
    '165-432',
    'Stanbic, 9030001234567, Kampala',
    '001236',
  ],
  emails: ['office@institute.ac.ug', 'Grace@gmail.com'],
  links: ['https://www.facebook.com/institute', 'https://maps.example.org/place?q=institute', ''],
};
const find = (words: string) => findForeignWord(words, own);

const foreignNumbers = [
  ['Pay to 0779 999 999 today', '0779 999 999'],
  ['Pay to 0772-999-888', '0772-999-888'],
  [`Pay to +${code}-779-999.999`, `${code}-779-999.999`],
  [`Pay to +${code} (0)772 999 888`, '0)772 999 888'],
  ['Code 123456', '123456'],
  ['Code 123-456', '123-456'],
  [`MTN code ${currency} 123,456`, '123,456'],
  ['Account 9030 0012 34568', '9030 0012 34568'],
  ['Account 9030/0012/34568', '9030/0012/34568'],
  ['\uff10\uff17\uff17\uff19\uff19\uff19\uff19\uff19\uff19\uff19', '0779999999'],
  ['07\u200b79 99\u200b9 999', '0779 999 999'],
  ['٠٧٧٩٩٩٩٩٩٩', '0779999999'],
  [`${currency} 0779 999 999`, '0779 999 999'],
  [`${currency} 772 999 888`, '772 999 888'],
  [`${code}772999888/=`, `${code}772999888`],
  ['772,999,888/=', '772,999,888'],
  ['Call 0700 000 000 or 0779 999 999', '0779 999 999'],
  ['0700000000/0779999999', '0779999999'],
  ['0772 then 999 then 888', '0772 then 999 then 888'],
  ['772 then 999 then 888', '772 then 999 then 888'],
  ['0772, 999, 888', '0772, 999, 888'],
  ['0772 and 999 and 888', '0772 and 999 and 888'],
  ['0772*999*888', '0772*999*888'],
  [`0772 ${currency} 999 888`, `0772 ${small} 999 888`],
  ['0772 | 999 | 888', '0772 | 999 | 888'],
  ['0 7 7 2 9 9 9 8 8 8', '0 7 7 2 9 9 9 8 8 8'],
  ['O772 999 888', '0772 999 888'],
  ['О772 999 888', '0772 999 888'],
  ['07OO 123 4S6', '0700 123 4'],
  ['O7l2 999 888', '0712 999 888'],
  ['zero seven seven two nine nine nine eight eight eight', '0 7 7 2 9 9 9 8 8 8'],
  ['oh double seven two triple nine 888', '0 77 2 999 888'],
  ['0\u20e37\u20e37\u20e32\u20e3999888', '0772999888'],
  ['⁰⁷⁷²⁹⁹⁹⁸⁸⁸', '0772999888'],
  ['0772\n999\n888', '0772\n999\n888'],
  ['MTN0772999888', '0772999888'],
  ['(0772) (999) (888)', '0772) (999) (888'],
  ['Dial *165*3*772999#', '772999'],
  ['REG-0772-999888', '0772-999888'],
  [`+${neighbour} 712 345 678`, '712 345 678'],
  [`+${neighbour} 700 000 000`, `${neighbour} 700 000 000`],
  ['+44 20 7946 0123', '44 20 7946 0123'],
  ['0772.999.888', '0772.999.888'],
  ['https://institute.ac.ug/0772999888', '0772999888'],
] as const;

test.each(foreignNumbers)('finds the number of somebody else in %s', (words, number) => {
  expect(find(words)).toBe(`${number} is no number of the institute`);
});

test.each([
  ['Pay at https://pay-me.ug/now', 'pay-me.ug'],
  ['Pay at http://10.1.2.3/pay', '10.1.2.3'],
  ['Pay at www.pay-me.ug', 'pay-me.ug'],
  ['Pay at pay-me.ug.', 'pay-me.ug'],
  ['See:bit.ly/x', 'bit.ly'],
  ['PAY-ME.UG', 'pay-me.ug'],
  ['Pay-me.Com', 'pay-me.com'],
  [`wa.me/${code}772999888`, 'wa.me'],
  ['t.co/x', 't.co'],
  ['pay-me dot ug', 'pay-me.ug'],
  ['pay-me[.]ug', 'pay-me.ug'],
  ['ｐａｙ－ｍｅ．ｕｇ', 'pay-me.ug'],
  ['pay\u200b-me.ug', 'pay-me.ug'],
  ['https://www.institute.ac.ug@pay-me.ug/', 'pay-me.ug'],
  ['https://institute.ac.ug.pay-me.com', 'institute.ac.ug.pay-me.com'],
  ['facebook.com/another', 'facebook.com'],
  ['facebook.com/instituteX', 'facebook.com'],
  ['(fees.example.org)', 'fees.example.org'],
])('finds the site of somebody else in %s', (words, site) => {
  expect(find(words)).toBe(`${site} is another site`);
});

test.each([
  ['Write to pay@gmail.com', 'pay@gmail.com'],
  ['Write to Pay [at] Gmail (dot) com', 'pay@gmail.com'],
  ['office@institute.ac.ug.pay-me.com', 'office@institute.ac.ug.pay-me.com'],
])('finds the address of somebody else in %s', (words, address) => {
  expect(find(words)).toBe(`${address} is no address of the institute`);
});

test.each([
  `Bring 2 passport photos, 1 ream of paper A4 and ${currency} 50,000`,
  'Term 2: 3 May 2027 to 6 August 2027, 8:30 am',
  'Room 204, block B, plot 1234 Kampala Road',
  `Call 0700 000 000, +${code} 700 000 000 or 0700000001`,
  `Call +${neighbour} 711 222 333, 00${neighbour} 711 222333 or +${neighbour}711222333`,
  'Call 0700000000/0700000001 (8 am to 5 pm)',
  'Pay by MTN code 165 432 or 165432 or to account 9030 0012 34567',
  `${currency} 1,500,000 is due on 2027-02-01, or 1/2/2027; 1500000/= in all, Shs 250 000`,
  `Pay ${currency} 250 000 or ${currency} 80 000-90 000`,
  'Class of 2026-2027, 8.00-10.30, room 12, on 1 Feb 2027, 10:00',
  'Your pay code is {payCode}, balance {balance}',
  'Reg 2026 000005 and REG-2026-000006',
  'Your pay code is 001236, your reference REG-2027-000123, receipt FEE-2027-000017',
  `The fees are 1,500,000 per term, or ${currency} 500,000-750,000 for part-time`,
  'Pay 150000 before Friday and 2,000,000 before 30.06.2027',
  'Academic year 2026/2027 and 2027/28',
  'Rooms 204, 205 and 206; room 701, 702 and 703',
  'Senior 1, 2, 3, 4, 5, 6 and 7 meet at 14:00',
  'In 2025, 2026 and 2027 we had 120, 135 and 150 girls',
  'Monday 8:30, 10:30, 12:00 and 14:15',
  'Open 0800-1700 hrs',
  'P.O. Box 7062, Kampala',
  'P. O. Box 123456 Kampala',
  'Read pages 120-135 and 140',
  'Your index number is U0001/123',
  'You have 85.5% in tailoring and 7/10 in maths',
  'Our site is institute.ac.ug, or www.institute.ac.ug/fees, or https://institute.ac.ug/news/123456',
  'Follow us: https://www.facebook.com/institute or facebook.com/institute/posts/1.',
  'Write to office@institute.ac.ug, grace@gmail.com or fees@institute.ac.ug',
  `Chat: https://wa.me/${code}700000000`,
  'Mr.Okello and J.R.Okello, St.Mary and Dr.Amina meet at 9.30 a.m. or 2 p.m.',
  'Bring your photos.Bring also pens, books, etc.and a bag',
  'No.of students: 45. e.g. 20 boys, i.e. less than half.',
  '1.Bring soap 2.Bring sugar 3.Come at 8.am',
  'Fill in the form.pdf and the list.xlsx',
  '01.05.27 and 3/5/27 8:30',
  'The bus leaves at 7.30 a.m... be there!',
  'You got a one, two threes and a four',
  'Buy 10l of oil, 5 m of cloth 150 x 200 cm, needles no. 8/10/12',
  'Level II, Senior III, block 4, bed 12, dormitory 3',
  'The exam is on 12, 14, 16 and 18 November 2027 at 09:00',
  `Balance: Credit ${currency} 20,000. ${currency} 750,000/= of ${currency} 1,000,000 is paid`,
  'Students 001 to 120: come on Monday. 121 to 240: on Tuesday',
  'Class list:\n1. Ann\n2. Brian\n3. Cissy\n4. David',
  'Your child was absent on 3, 4 and 5 May; please call the class teacher.',
  `You owe ${currency} 1,250,000 (tuition 900,000; hostel 350,000)`,
  '50% now = 450,000, the rest on 15th July',
  'Graduation: Sat 4/12/2027, 10.00 am, gate 2. Dress code: black & white.',
])('leaves alone: %s', (words) => {
  expect(find(words)).toBeUndefined();
});
