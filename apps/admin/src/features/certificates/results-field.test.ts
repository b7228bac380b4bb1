import { expect, test } from 'vitest';
import { readResults } from './results-field.tsx';

const people = [
  { name: 'Ann Akello', reference: 'REG-2027-000001' },
  { name: 'Bo Bird', reference: 'REG-2027-000002' },
  { name: 'Bo Bird', reference: 'REG-2027-000003' },
];
const read = (text: string) => {
  const found = readResults(text, people);
  return 'fault' in found ? found.fault : Object.fromEntries(found.results);
};

test.each<[text: string, results: object]>([
  ['Distinction\r\nMerit\r\n Pass \r\n', { 0: 'Distinction', 1: 'Merit', 2: 'Pass' }],
  ['Distinction\n\n\n\n', { 0: 'Distinction', 1: '', 2: '' }],
  ['reg 2027 000003\tPass\nann  AKELLO\tMerit\n', { 2: 'Pass', 0: 'Merit' }],
  ['Ann Akello\t82\tDistinction', { 0: 'Distinction' }],
])('reads the pasted column %j', (text, results) => {
  expect(read(text)).toEqual(results);
});

test.each([
  ['Distinction\nMerit', '2 lines for 3 people. Give each person one line, in this order.'],
  ['Ann Akello\tMerit\nCy Cole\tPass', 'Line 2: Cy Cole is not in this list.'],
  ['Bo Bird\tPass', 'Line 1: several people are called Bo Bird. Use their references.'],
  ['Ann Akello\tPass\nREG-2027-000001\tMerit', 'Line 2: REG-2027-000001 stands in an earlier line too.'],
  [`a\nb\n${'c'.repeat(41)}`, 'Line 3: at most 40 letters.'],
  ['\tPass', 'Line 1: an empty name is not in this list.'],
])('says of %j why nothing is filled in', (text, fault) => {
  expect(read(text)).toBe(fault);
});
