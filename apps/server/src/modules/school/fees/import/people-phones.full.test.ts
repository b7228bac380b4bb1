import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
await t.given.program({ name: 'Tailoring' });

const plan = (text: string) => fees().planPeople.mutate({ text });
const program = 'Tailoring';

test.each([
  ['a column for the kind', 'Surname,First Name,Phone 1 Type,Phone 1', 'Nakato,Ann,Mobile,0772000001'],
  ['a landline first', 'First Name,Last Name,Home Phone,Mobile Phone', 'Ann,Nakato,0414000000,0772000001'],
  ['a landline last', 'First Name,Last Name,Phone,Home Phone', 'Ann,Nakato,0772000001,0414000000'],
  [
    'a landline under the better name',
    'First Name,Last Name,Mobile,Other Phone',
    'Ann,Nakato,0414000000,0772000001',
  ],
  ['an empty column first', 'First Name,Last Name,Mobile Phone,Phone', 'Ann,Nakato,,0772000001'],
  ['a name as contact', 'First Name,Last Name,Primary Contact,Telephone', 'Ann,Nakato,Rose Okot,0772000001'],
  [
    'labels of a phone book',
    'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
    `Ann,Nakato,* Home,ann@example.org,Mobile,+${place.callingCode} 772 000001`,
  ],
  ['what is required', 'First Name [Required],Last Name [Required],Phone', 'Ann,Nakato,0772000001'],
  ['one word', '*ContactName,MobileNumber', 'Ann Nakato,0772000001'],
])('the mobile phone of a person is read beside %s', async (_what, head, line) => {
  const { lines } = await plan(`${head},Program\n${line},${program}\n`);
  expect(lines).toMatchObject([
    {
      state: 'new',
      person: {
        firstName: 'Ann',
        lastName: 'Nakato',
        phone: expect.stringMatching(/^(?:0|\+\d{3} ?)772 ?000 ?001$/),
        email: head.includes('E-mail') ? 'ann@example.org' : null,
      },
    },
  ]);
});

test('a landline is read where nobody has another phone', async () => {
  const { from } = await plan(
    `Name,Mobile,Home Phone,Program\nAnn,,0414000000,${program}\nRose,,0414000001,${program}\n`,
  );
  expect(from.phone).toBe('Home Phone');
});

test('somebody without a phone is called at the parent’s, and NAKATO, Amina has the surname first', async () => {
  const { lines } = await plan(
    `Name,Phone,Parent Phone,Program\n"NAKATO, Amina",,0772000118,${program}\nOkot John,0772000119,0772000120,${program}\n`,
  );
  expect(lines.map(({ person }) => person)).toMatchObject([
    { firstName: 'Amina', lastName: 'NAKATO', phone: '0772000118', guardianPhone: '0772000118' },
    { firstName: 'Okot', lastName: 'John', phone: '0772000119' },
  ]);
});

test.each([
  ['terms', 'Term 1 Balance,Term 2 Balance,Term 3 Balance', 'Term 3 Balance'],
  ['years', 'Balance 2026,Balance 2025', 'Balance 2026'],
  ['what is carried down', 'Balance B/F,Balance C/D', 'Balance C/D'],
  ['what was brought forward', 'Balance Brought Forward,Balance', 'Balance'],
  ['an opening one', 'Opening Balance,Closing Balance', 'Closing Balance'],
])('of balances of %s the newest is proposed, and the choice is asked', async (_what, head, newest) => {
  const headings = head.split(',');
  const amounts = headings.map((_one, at) => `${100_000 * (at + 1)}`);
  const text = `Name,Phone,Program,${head}\nAnn ${_what},0772 100 001,${program},${amounts}\n`;
  const { hash, from, asked } = await plan(text);
  expect(from.owes).toBe(newest);
  if (asked.balances.length === 0) return expect(head).toContain('Brought');
  expect(asked).toEqual({ balances: headings, thousands: null });
  expect(await readRefusal(fees().importPeople.mutate({ text, hash }))).toMatchObject({
    status: 409,
    message: 'Say in the preview what the list says of debts',
  });
  const chosen = { text, columns: { ...from, owes: headings[0] } };
  const other = await fees().planPeople.mutate(chosen);
  expect(other).toMatchObject({ asked: { balances: [] }, lines: [{ person: { owes: 100_000 } }] });
  expect(await fees().importPeople.mutate({ ...chosen, hash: other.hash })).toMatchObject({ imported: 1 });
});

test.each([`Balance (${place.currency} '000)`, 'Balance in thousands', 'Balance (000s)'])(
  'whether %s is in thousands is asked',
  async (heading) => {
    const text = `Name,Phone,Program,${heading}\nAnn,0772 200 001,${program},1.5\nRose,0772 200 002,${program},"(1,250)"\n`;
    const { hash, asked } = await plan(text);
    expect(asked).toEqual({ balances: [], thousands: heading });
    expect(await readRefusal(fees().importPeople.mutate({ text, hash }))).toMatchObject({ status: 409 });
    const asWritten = await fees().planPeople.mutate({ text, inThousands: false });
    expect(asWritten.lines.map(({ person }) => person?.owes ?? null)).toEqual([null, -1250]);
    const { asked: rest, lines } = await fees().planPeople.mutate({ text, inThousands: true });
    expect(rest.thousands).toBeNull();
    expect(lines.map(({ person }) => person?.owes)).toEqual([1500, -1_250_000]);
  },
);
