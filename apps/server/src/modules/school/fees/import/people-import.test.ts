import type { PeopleInput } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeWorkbook } from '../../../../testing/files/xlsx.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { lockImports } from './statement-lock.service.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;

const head = 'Name,Phone,Program,Start,Owes,Guardian Phone,E-Mail\n';
const text = `${head}Grace Akello,0772 123 456,tailoring,01/02/2026,"350,000",0701555666,Grace@Example.org
Okot,0782 999 000,Tailoring,,,
Grace Akello,+${place.callingCode}772123456,Tailoring,01/02/2026,"350,000",
Ann Nobody,0772 000 111,Flying,,5000,
Ann Nobody,12,Tailoring,,5000,
Ann Nobody,0772 000 112,Tailoring,31/02/2026,5000,
Ann Nobody,0772 000 113,Tailoring,,"1,000,000,001",
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
    [6, 'unreadable', expect.stringMatching(/^Line 6: Phone: /)],
    [7, 'unreadable', 'Line 7: the start 31/02/2026 is not a day'],
    [8, 'unreadable', 'Line 8: nobody can owe 1,000,000,001'],
    [9, 'unreadable', expect.stringMatching(/^Line 9: Name: /)],
  ]);
  const imports = Array.from({ length: 5 }, () => fees().importPeople.mutate({ text, hash }));
  const outcomes = await Promise.allSettled(imports);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([
    { status: 'fulfilled', value: { imported: 2, known: 1, differs: 0, unreadable: 5 } },
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
  const contacts = await t.sql('select guardian_phone as phone, email from registrations order by id');
  expect(contacts).toEqual([
    { phone: '0701555666', email: expect.stringMatching(/^grace@example\.org$/i) },
    { phone: null, email: null },
  ]);
  const account = await fees().account.query({ registrationId: items[1]?.id ?? 0 });
  expect(account).toMatchObject({ charged: 350_000, overdue: 350_000, nextDueOn: addDaysToToday(0) });
  expect(account.charges).toMatchObject([{ kind: 'opening', label: 'Opening balance', amount: 350_000 }]);
  expect(await t.sql('select 1 from outgoing_messages')).toEqual(before);

  const again = await fees().planPeople.mutate({ text });
  expect(again.lines.slice(0, 3).map(({ state }) => state)).toEqual(['known', 'known', 'known']);
  expect(await readRefusal(fees().importPeople.mutate({ text, hash }))).toMatchObject({ status: 409 });
});

const headings = ['Name', 'Phone', 'Other Phone', 'Program', 'Owes'];
const writeSheet = (at: number) => [
  headings,
  ['Ann Stored', `0772 555 20${at}`, `0701 555 20${at}`, 'Thatching', '5000'],
];
const writeList = (at: number) =>
  writeSheet(at)
    .map((row) => row.join())
    .join('\n');
const readWorkbook = async (...sheets: Parameters<typeof makeWorkbook>[0]) => {
  const base64 = makeWorkbook(sheets).toString('base64');
  return (await fees().planFile.mutate({ name: 'people.xlsx', base64 })).text;
};

const previews = {
  'as recognised': async () => ({ text: writeList(1) }),
  'with a column chosen': async () => {
    const text = writeList(2);
    const { from } = await fees().planPeople.mutate({ text });
    return { text, columns: { ...from, phone: 'Other Phone', owes: null } };
  },
  'of a workbook': async () => ({ text: await readWorkbook({ name: 'People', rows: writeSheet(3) }) }),
  'of the sheet that was chosen': async () => {
    const [other = [], ...rows] = writeSheet(5);
    const otherSheet = { name: 'Other', rows: [[...other, 'Email'], ...rows] };
    return { text: await readWorkbook({ name: 'Own', rows: writeSheet(4) }, otherSheet), sheets: ['Own'] };
  },
};

test('each preview is stored with its columns and sheets, in any order of the columns', async () => {
  await t.given.program({ name: 'Thatching' });
  for (const [name, makeInput] of Object.entries(previews)) {
    const input: PeopleInput = await makeInput();
    const { hash, from, sheets } = await fees().planPeople.mutate(input);
    const read = sheets.flatMap((sheet) => (sheet.isRead ? sheet.name : []));
    const chosen = { text: input.text, ...(read.length > 0 && { sheets: read }) };
    const entries = Object.entries(from);
    for (const order of [entries, entries.toReversed(), entries.toSorted()]) {
      const again = await fees().planPeople.mutate({ ...chosen, columns: Object.fromEntries(order) });
      expect(again.hash, name).toBe(hash);
    }
    const columns = Object.fromEntries(entries.toReversed());
    expect(await fees().importPeople.mutate({ ...chosen, hash, columns }), name).toMatchObject({
      imported: 1,
    });
  }
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
  await runInTransaction(t.jobContext(), async (tx) => {
    await lockImports(tx);
    const refused = { code: 'CONFLICT', message: 'Another import is running' };
    expect(await readRefusal(fees().importPeople.mutate({ text, hash }))).toMatchObject(refused);
    expect(await readRefusal(fees().import.mutate({ text, hash, likely: [] }))).toMatchObject(refused);
  });
});

test('lines that are not readable show the name', async () => {
  const lines =
    'Ann Nobody,12,Tailoring,,5000,\n,0772 000 112,Tailoring,,,\n#N/A,0772 000 113,Tailoring,,,\n';
  const plan = await fees().planPeople.mutate({ text: head + lines });
  expect(plan.lines.map(({ state, name }) => [state, name])).toEqual([
    ['unreadable', 'Ann Nobody'],
    ['unreadable', ''],
    ['unreadable', '#N/A'],
  ]);
});

const debts = [
  ['-50,000', -50_000],
  ['(50,000)', -50_000],
  ['50,000 CR', -50_000],
  ['50,000 DR', 50_000],
  [`${place.currency} 50,000/=`, 50_000],
  ['-', 0],
  ['–', 0],
  ['', null],
  ['83333.3333333333', 'the amount 83333.3333333333 is not in whole shillings'],
  ['25O,000', 'the amount 25O,000 is not a number'],
  ['#REF!', 'Owes is the error #REF!. Mend it in the spreadsheet.'],
] as const;

test('debts are read as people write them', async () => {
  await t.given.program({ name: 'Debts' });
  const rows = debts.map(([owed], at) => `Ann Owing,0772 000 ${600 + at},Debts,,"${owed}",\n`);
  const { lines } = await fees().planPeople.mutate({ text: head + rows.join('') });
  expect(
    lines.map(({ person, message }) => person?.owes ?? message?.replace(/^Line \d+: /, '') ?? null),
  ).toEqual(debts.map(([, expected]) => expected));
});

test('a credit is paid from, and the same person with another debt differs', async () => {
  await t.given.program({ name: 'Carving' });
  const listWith = (owes: string) => `${head}Ann Credit,0772 000 201,Carving,,"${owes}",\n`;
  const planWith = async (owes: string) => {
    const text = listWith(owes);
    const plan = await fees().planPeople.mutate({ text });
    return { ...plan, text, state: plan.lines[0]?.state, message: plan.lines[0]?.message };
  };
  const { text, hash } = await planWith('-50,000');
  await fees().importPeople.mutate({ text, hash });
  const { items } = await fees().list.query({ q: 'Ann Credit', limit: 20, offset: 0 });
  expect(items).toMatchObject([{ charged: -50_000, balance: -50_000, overdue: 0, nextDueOn: null }]);
  const [{ registrationId, reference }] = items as [(typeof items)[number]];
  expect(await planWith('-50,000')).toMatchObject({ state: 'known' });
  expect(await planWith('')).toMatchObject({ state: 'known' });
  const message = `On record with a credit of ${formatLocalMoney(50_000)}: ${reference}`;
  const differing = await planWith('50,000');
  expect(differing).toMatchObject({ state: 'differs', message });
  const stored = await fees().importPeople.mutate({ text: differing.text, hash: differing.hash });
  expect(stored).toEqual({ imported: 0, known: 0, differs: 1, unreadable: 0 });
  // A later list says what is owed by then, an earlier one what was owed at first
  const dueOn = addDaysToToday(0);
  await fees().charge.mutate({ registrationId, kind: 'extra', label: 'Kit', amount: 80_000, dueOn });
  expect(await planWith('30,000')).toMatchObject({ state: 'known' });
  expect(await planWith('-50,000')).toMatchObject({ state: 'known' });
  expect(await planWith('80,000')).toMatchObject({ state: 'differs' });
});

test('a list without a debt for somebody with instalments differs', async () => {
  const { id: programId } = await t.given.program({ name: 'Shoemaking', price: 900_000 });
  const own = { programId, firstName: 'Ann', lastName: 'Accepted', phone: '0772 000 205' };
  const { id, reference } = await t.given.registration(own);
  await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
  const lines = ['-', '900000'].map((owes) => `Ann Accepted,0772 000 205,Shoemaking,,${owes},\n`);
  const plan = await fees().planPeople.mutate({ text: head + lines.join('') });
  expect(plan.lines).toMatchObject([
    { state: 'differs', message: `On record with ${formatLocalMoney(900_000)}: ${reference}` },
    { state: 'known' },
  ]);
});

test('a program is found as people write it, and one of several is not guessed', async () => {
  await t.given.program({ name: 'Baking & Catering' });
  await t.given.program({ name: 'Welding' });
  await t.given.program({ name: 'WELDING ' });
  const people = ['baking AND  catering', 'Baking', 'Welding', ''].map(
    (program, at) => `Ann Learner,0772 000 30${at},${program},,,\n`,
  );
  const { lines } = await fees().planPeople.mutate({ text: head + people.join('') });
  expect(lines.map(({ state, message }) => [state, message])).toEqual([
    ['new', null],
    ['unreadable', 'Line 3: there is no program Baking. Is it Baking & Catering?'],
    ['unreadable', 'Line 4: several programs are named Welding: give them names of their own first'],
    ['unreadable', 'Line 5: the program is missing'],
  ]);
});

test('whoever has a program and the start of an intake gets it, so that his class is charged', async () => {
  const { id: programId } = await t.given.program({ name: 'Plumbing', price: 900_000 });
  const { id: otherId } = await t.given.program({ name: 'Masonry' });
  await t.given.intake({ programId: otherId, startsOn: '2025-02-03' });
  await t.given.intake({ programId: otherId, startsOn: '2025-05-05' });
  await t.given.intake({ programId: otherId, startsOn: '2025-05-05' });
  const text = `${head}Ann One,0772 000 401,Plumbing,03/02/2025,,
Ben Two,0772 000 402,Plumbing,03/02/2025,,
Cam Three,0772 000 403,Masonry,03/02/2025,,
Dan Four,0772 000 404,Masonry,05/05/2025,,
Eva Five,0772 000 405,Masonry,,,
`;
  const start = { programId, program: 'Plumbing', startsOn: '2025-02-03', people: 2 };
  const offered = await fees().planPeople.mutate({ text });
  expect(offered.intakes).toMatchObject([
    { ...start, intakeId: null },
    { programId: otherId, people: 1 },
  ]);
  expect(offered.lines[3]).toMatchObject({
    message: 'Several intakes start on this day: choose one afterwards',
    person: { intakeId: null },
  });
  // Smaller than its class: the people study already
  const { id } = await t.given.intake({ programId, startsOn: '2025-02-03', seats: 1, isOpen: false });
  const refused = await readRefusal(fees().importPeople.mutate({ text, hash: offered.hash }));
  expect(refused).toMatchObject({ status: 409 });
  const { hash, intakes } = await fees().planPeople.mutate({ text });
  expect(intakes[0]).toEqual({ ...start, intakeId: id, seatsLeft: 1 });
  await fees().importPeople.mutate({ text, hash });
  const { students } = await t.office.admin.registrations.classList.query({ id });
  expect(students).toHaveLength(2);
  const kit = { registrations: { intakeId: id }, label: 'Kit', amount: 50_000 };
  expect(await fees().planChargeMany.mutate(kit)).toMatchObject({ count: 2, total: 100_000 });
});

test('a list without the columns of people says which ones it needs', async () => {
  expect(await fees().planPeople.mutate({ text: 'a,b\n1,2\n' })).toMatchObject({
    missing: ['name', 'phone', 'program'],
    headings: ['a', 'b'],
    lines: [],
  });
});
