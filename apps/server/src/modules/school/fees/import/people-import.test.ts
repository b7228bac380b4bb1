import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/answers.ts';
import { dayIn } from '../../../../testing/given.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { transaction } from '../../../../transaction.ts';
import { lockImports } from './statement-lock.service.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;

const head = 'Name,Phone,Program,Start,Owes,Guardian Phone\n';
const text = `${head}Grace Akello,0772 123 456,tailoring,01/02/2026,"350,000",0701555666
Okot,0782 999 000,Tailoring,,,
Grace Akello,+256772123456,Tailoring,01/02/2026,"350,000",
Ann Nobody,0772 000 111,Flying,,5000,
Ann Nobody,12,Tailoring,,5000,
Ann Nobody,0772 000 112,Tailoring,31/02/2026,5000,
Ann Nobody,0772 000 113,Tailoring,,-5,
http://x.example Ann,0772 000 114,Tailoring,,5,
`;

test('people who study already become accepted registrations with what they owe', async () => {
  await t.given.program({ name: 'Tailoring', price: 900_000 });
  const before = await t.sql('select 1 from outgoing_messages');
  const { hash, lines } = await fees().planPeople.mutate({ text });
  expect(lines.map(({ line, state, message }) => [line, state, message])).toEqual([
    [2, 'new', null],
    [3, 'new', null],
    [4, 'known', 'On record already: line 2'],
    [5, 'unreadable', 'Line 5: there is no program Flying'],
    [6, 'unreadable', expect.stringMatching(/^Line 6: the phone: /)],
    [7, 'unreadable', 'Line 7: the start 31/02/2026 is not a day'],
    [8, 'unreadable', 'Line 8: nobody can owe -5'],
    [9, 'unreadable', expect.stringMatching(/^Line 9: the name: /)],
  ]);
  const imports = Array.from({ length: 5 }, () => fees().importPeople.mutate({ text, hash }));
  const outcomes = await Promise.allSettled(imports);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([
    { status: 'fulfilled', value: { imported: 2, known: 1, unreadable: 5 } },
  ]);
  const { items } = await t.office.admin.registrations.list.query({
    limit: 9,
    offset: 0,
    status: 'accepted',
  });
  expect(items).toMatchObject([
    { firstName: 'Okot', lastName: '', startDate: null },
    { firstName: 'Grace', lastName: 'Akello', startDate: '2026-02-01' },
  ]);
  const guardians = await t.sql('select guardian_phone as phone from registrations order by id');
  expect(guardians).toEqual([{ phone: '0701555666' }, { phone: null }]);
  const account = await fees().account.query({ registrationId: items[1]?.id ?? 0 });
  expect(account).toMatchObject({ charged: 350_000, overdue: 350_000, nextDueOn: dayIn(0) });
  expect(account.charges).toMatchObject([{ kind: 'opening', label: 'Opening balance', amount: 350_000 }]);
  expect(await t.sql('select 1 from outgoing_messages')).toEqual(before);

  const again = await fees().planPeople.mutate({ text });
  expect(again.lines.slice(0, 3).map(({ state }) => state)).toEqual(['known', 'known', 'known']);
  expect(await readRefusal(fees().importPeople.mutate({ text, hash }))).toMatchObject({ status: 409 });
});

test('names may stand in two columns', async () => {
  await t.given.program({ name: 'Weaving' });
  const text =
    'Surname,First Name,Phone,Program\nNakato,Mary Ann,0772 444 001,Weaving\nOkot,,0772 444 002,Weaving\n';
  const { lines } = await fees().planPeople.mutate({ text });
  expect(lines).toMatchObject([
    { state: 'new', person: { firstName: 'Mary Ann', lastName: 'Nakato' } },
    { state: 'new', person: { firstName: 'Okot', lastName: '' } },
  ]);
});

test('while another import runs, the next one says so at once', async () => {
  const { hash } = await fees().planPeople.mutate({ text });
  await transaction(t.jobContext(), async (tx) => {
    await lockImports(tx);
    const refused = { code: 'CONFLICT', message: 'Another import is running' };
    expect(await readRefusal(fees().importPeople.mutate({ text, hash }))).toMatchObject(refused);
    expect(await readRefusal(fees().import.mutate({ text, hash, likely: [] }))).toMatchObject(refused);
  });
});

test('a list without the columns of people says which ones it needs', async () => {
  expect(await readRefusal(fees().planPeople.mutate({ text: 'a,b\n1,2\n' }))).toMatchObject({
    status: 400,
    details: [{ path: 'text', message: expect.stringContaining('Name, Phone, Program') }],
  });
});
