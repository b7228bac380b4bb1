import type { StatementInput } from '@institute/contract';
import { payCode } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { readSampleStatement } from '../../../../testing/files/sample-statements.ts';
import { makeWorkbook } from '../../../../testing/files/xlsx.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const phone = `+${place.callingCode} 772 123 456`;

/** Grace, whose name and phone the statements have, and whose code they hold. */
async function givenGrace(fields: object = {}) {
  const grace = await t.given.student({ firstName: 'Grace', lastName: 'Akello', phone, ...fields });
  return { ...grace, code: payCode(grace.id) };
}
type Grace = Awaited<ReturnType<typeof givenGrace>>;

async function readStatement(name: string, { id, code, reference }: Grace): Promise<string> {
  const text = await readSampleStatement(name);
  const year = reference.slice(4, 8);
  return text.replaceAll('{CODE}', code).replaceAll('2026 {ID6}', `${year} ${String(id).padStart(6, '0')}`);
}
const plan = async (text: string) => fees().plan.mutate({ text });
const states = async (text: string) => (await plan(text)).lines.map(({ line, state }) => [line, state]);
const paid = async ({ id }: Grace) => (await fees().account.query({ registrationId: id })).paid;

beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, online_fees, registrations, outgoing_messages cascade');
});

test('a statement of MTN: quoted breaks, failed, sent, reversed, misread and repeated lines', async () => {
  const grace = await givenGrace();
  const text = await readStatement('mtn.csv', grace);
  const { lines, method } = await plan(text);
  expect(method).toBe('mtn');
  expect(lines.map(({ line, state, message }) => [line, state, message])).toEqual([
    [5, 'matched', expect.stringContaining(grace.reference)],
    [6, 'unmatched', 'No pay code, and nobody has this phone'],
    [8, 'unmatched', 'No pay code, and nobody has this phone'],
    [9, 'notMoney', 'Its state is FAILED'],
    [10, 'notMoney', 'Money that went out'],
    [11, 'notMoney', 'It was reversed in line 12'],
    [12, 'notMoney', 'Money that went out'],
    [13, 'unreadable', 'Line 13: the amount 25O,000.00 is not a number'],
    [14, 'known', 'The same transaction as line 5'],
  ]);
  expect(lines[1]).toMatchObject({
    amount: 50_000,
    operatorId: '31000000002',
    day: '2026-02-02',
    payerName: 'OKOT, JOHN',
    payerPhone: `+${place.callingCode}701555666`,
    typedReason: 'Term one second part',
  });
});

test('a statement of Airtel: a code in the reference, a day that is none, a footer', async () => {
  const grace = await givenGrace();
  const text = await readStatement('airtel.csv', grace);
  expect((await plan(text)).method).toBe('airtel');
  expect(await states(text)).toEqual([
    [2, 'matched'],
    [3, 'unmatched'],
    [4, 'unreadable'],
    [5, 'notMoney'],
    [6, 'notMoney'],
  ]);
});

test('a bank with semicolons, a preamble, points for thousands, reversals and a footer', async () => {
  const grace = await givenGrace();
  const { lines, method } = await plan(await readStatement('bank-semicolons.csv', grace));
  expect(method).toBe('bank');
  expect(lines.map(({ line, state, amount }) => [line, state, amount])).toEqual([
    [5, 'notMoney', null],
    [6, 'matched', 250_000],
    [7, 'unmatched', 50_000],
    [8, 'notMoney', null],
    [9, 'notMoney', 75_000],
    [10, 'notMoney', null],
    [11, 'unreadable', null],
    [12, 'unreadable', null],
    [13, 'notMoney', null],
    [14, 'notMoney', null],
  ]);
  expect(lines.flatMap(({ state, message }) => (state === 'unreadable' ? message : []))).toEqual([
    'Line 11: the amount 10.000,50 is not in whole shillings',
    'Line 12: the transaction ID is missing',
  ]);
});

test('a table pasted with tabs: a reference in the reason, other days, a mark and a day to come', async () => {
  const grace = await givenGrace();
  const { lines } = await plan(await readStatement('bank-tabs.txt', grace));
  expect(lines.map(({ line, state, day, amount }) => [line, state, day, amount])).toEqual([
    [2, 'matched', '2026-02-02', 250_000],
    [3, 'unmatched', '2026-02-03', 50_000],
    [4, 'notMoney', null, null],
    [5, 'unreadable', null, null],
    [7, 'notMoney', null, null],
    [8, 'notMoney', null, null],
  ]);
});

test('a phone of one person needs a tick, also that of a guardian; without it the money is unassigned', async () => {
  const grace = await givenGrace({
    phone: '0782 999 000',
    guardianName: 'Ruth',
    guardianPhone: '0701 555 666',
    guardianConsent: true,
    dateOfBirth: addDaysToToday(-15 * 365),
  });
  const text = await readStatement('mtn.csv', grace);
  const { hash, lines } = await plan(text);
  const likely = lines.flatMap(({ state, line }) => (state === 'likely' ? line : []));
  expect(likely).toEqual([6, 8]);
  expect(await fees().import.mutate({ text, hash, likely: [6] })).toEqual({
    matched: 1,
    likely: 1,
    unmatched: 1,
    known: 1,
    differs: 0,
    notMoney: 4,
    unreadable: 1,
    waiting: 0,
    confirmed: 0,
  });
  expect(await paid(grace)).toBe(300_000);
  expect(await fees().unassigned.query({ limit: 9, offset: 0 })).toMatchObject({
    items: [{ amount: 120_000, operatorId: '31000000003', payerPhone: `+${place.callingCode}782999000` }],
  });
  const numbers = await t.sql<{ receipt_number: string }>('select receipt_number from fee_parts order by id');
  expect(numbers.map((row) => row.receipt_number.slice(-6))).toEqual(
    numbers.map((_, at) => String(Number(numbers[0]?.receipt_number.slice(-6)) + at).padStart(6, '0')),
  );
});

test('whoever imports the same file, however often and at once: each line is stored once', async () => {
  const grace = await givenGrace();
  const text = await readStatement('airtel.csv', grace);
  const { hash } = await plan(text);
  const imports = Array.from({ length: 20 }, () => fees().import.mutate({ text, hash, likely: [] }));
  const outcomes = await Promise.allSettled(imports);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await paid(grace)).toBe(250_000);
  expect(await t.sql("select 1 from outgoing_messages where kind = 'fee-receipt'")).toHaveLength(1);
  expect(await readRefusal(fees().import.mutate({ text, hash, likely: [] }))).toMatchObject({
    status: 409,
    message: 'The list has changed since the preview. Look again.',
  });
  const again = await plan(text);
  expect(again.lines.map(({ state }) => state).slice(0, 2)).toEqual(['known', 'known']);
  await fees().import.mutate({ text, hash: again.hash, likely: [] });
  expect(await paid(grace)).toBe(250_000);
});

test('a line of a statement and the desk at the same moment are one payment', async () => {
  const grace = await givenGrace();
  const text = await readStatement('airtel.csv', grace);
  const { hash } = await plan(text);
  const desk = makeFeePayment(grace.id, {
    amount: 250_000,
    method: 'airtel',
    operatorId: 'mp260202.0814.a00001',
    again: true,
  });
  await Promise.allSettled([
    ...Array.from({ length: 10 }, () => fees().record.mutate(desk)),
    ...Array.from({ length: 10 }, () => fees().import.mutate({ text, hash, likely: [] })),
  ]);
  expect(await paid(grace)).toBe(250_000);
  const told = await t.sql("select 1 from outgoing_messages where kind = 'fee-receipt'");
  expect(told).toHaveLength(1);
});

test('the preview is refused once a person has left it, and nothing is stored', async () => {
  const grace = await givenGrace();
  const text = await readStatement('mtn.csv', grace);
  const { hash } = await plan(text);
  await t.office.admin.registrations.remove.mutate({ id: grace.id });
  expect((await readRefusal(fees().import.mutate({ text, hash, likely: [] }))).status).toBe(409);
  expect(await t.sql('select 1 from fee_movements')).toEqual([]);
});

test('a bounced payment that is on record already says which receipt to cancel', async () => {
  const grace = await givenGrace();
  const text = 'Date,Transaction ID,Type,Amount,Reason\n2026-02-02,AB1234,Payment,5000,x\n';
  const { hash } = await plan(text);
  await fees().import.mutate({ text, hash, likely: [] });
  const { lines } = await plan(`${text}2026-02-03,AB1235,Reversal,-5000,Reversal of AB1234\n`);
  expect(lines.at(-1)).toMatchObject({
    state: 'notMoney',
    message: expect.stringMatching(/cancel the unassigned payment AB1234$/),
  });
  expect(grace.id).toBeGreaterThan(0);
});

test('columns that no heading names are chosen, and the method too', async () => {
  const grace = await givenGrace();
  const text = `alpha|beta|gamma|delta\n${grace.code}|2026-02-02|T-1|20,000\nx|2026-02-02|T-2|8\n`;
  const unknown = await plan(text);
  expect(unknown).toMatchObject({
    lines: [],
    missing: ['day', 'operatorId', 'amount'],
    headings: ['alpha', 'beta', 'gamma', 'delta'],
  });
  const columns = { reason: 'alpha', day: 'beta', operatorId: 'gamma', amount: 'delta' };
  const chosen = await fees().plan.mutate({ text, columns, method: 'airtel' });
  expect(chosen.lines.map(({ state, amount }) => [state, amount])).toEqual([
    ['matched', 20_000],
    ['unmatched', 8],
  ]);
  expect(chosen.method).toBe('airtel');
});

const headings = ['Date', 'Transaction ID', 'Details', 'Credit', 'Phone'];
const writeSheet = (...ids: string[]) => [
  headings,
  ...ids.map((id) => ['02/02/2026', id, 'Fees', '5000', '0772 111 222']),
];
const writeCsv = (...ids: string[]) =>
  writeSheet(...ids)
    .map((row) => row.join())
    .join('\n');
const readWorkbook = async (...sheets: Parameters<typeof makeWorkbook>[0]) => {
  const base64 = makeWorkbook(sheets).toString('base64');
  return (await fees().planFile.mutate({ name: 'book.xlsx', base64 })).text;
};

const previews = {
  'as recognised': async () => ({ text: writeCsv('S-1', 'S-2') }),
  'with columns and a method chosen': async () => {
    const text = writeCsv('S-3', 'S-4');
    const { from } = await plan(text);
    return { text, columns: { ...from, reason: 'Phone', payerPhone: null }, method: 'airtel' as const };
  },
  'of a workbook whose sheets are one table': async () => {
    const sheets = [
      { name: 'October', rows: writeSheet('S-5') },
      { name: 'November', rows: writeSheet('S-6') },
    ];
    return { text: await readWorkbook(...sheets) };
  },
  'of the sheet that was chosen': async () => {
    const [head = [], ...rows] = writeSheet('S-9');
    const otherSheet = { name: 'Other', rows: [[...head, 'Branch'], ...rows] };
    const text = await readWorkbook({ name: 'Own', rows: writeSheet('S-7', 'S-8') }, otherSheet);
    return { text, sheets: ['Own'] };
  },
};

test('each preview is stored with its columns, sheets and method, in any order of the columns', async () => {
  for (const [name, makeInput] of Object.entries(previews)) {
    const input: StatementInput = await makeInput();
    const { hash, from, method, sheets } = await fees().plan.mutate(input);
    const read = sheets.flatMap((sheet) => (sheet.isRead ? sheet.name : []));
    const chosen = { text: input.text, method, ...(read.length > 0 && { sheets: read }) };
    const entries = Object.entries(from);
    for (const order of [entries, entries.toReversed(), entries.toSorted()]) {
      const again = await fees().plan.mutate({ ...chosen, columns: Object.fromEntries(order) });
      expect(again.hash, name).toBe(hash);
    }
    const stored = { ...chosen, hash, columns: Object.fromEntries(entries.toReversed()), likely: [] };
    expect(await fees().import.mutate(stored), name).toMatchObject({ unmatched: 2 });
  }
});

test('an open quote, nothing to read and more than 5,000 lines stop nothing else', async () => {
  const head = 'Date,Transaction ID,Amount,Reason\n';
  const open = `${head}2026-02-02,A-1,5000,"never closed\n2026-02-02,A-2,6000,y\n`;
  expect((await plan(open)).lines.map(({ line, state }) => [line, state])).toEqual([
    [2, 'unmatched'],
    [3, 'unmatched'],
  ]);
  expect((await plan('hello')).lines).toEqual([]);
  const many = Array.from({ length: 5001 }, (_, at) => `2026-02-02,B-${at},5000,z`).join('\n');
  expect(await readRefusal(plan(head + many))).toMatchObject({
    status: 400,
    details: [{ path: 'text', message: 'At most 5,000 lines. These are 5,001. Import them in parts.' }],
  });
});

test('a code with a mistake names the person whom its other digits mean, who gets nothing', async () => {
  const grace = await givenGrace();
  const wrong = grace.code.slice(0, -1) + ((Number(grace.code.at(-1)) + 1) % 10);
  const text = [
    'Date,Transaction ID,Amount,Reason',
    `2026-02-02,C-1,5000,${wrong}`,
    `2026-02-02,C-2,5000,pay code ${wrong}`,
    `2026-02-02,C-3,5000,room ${wrong}`,
    `2026-02-02,C-4,5000,0772 999 888`,
  ].join('\n');
  const question = `The pay code ${wrong} has a mistake: did you mean ${grace.code}, Grace Akello?`;
  expect((await plan(text)).lines.map(({ state, message }) => [state, message])).toEqual([
    ['unmatched', question],
    ['unmatched', question],
    ['unmatched', 'No pay code and no phone'],
    ['unmatched', 'No pay code, and nobody has this phone'],
  ]);
});

test('an amount, a code with a mistake and the codes of two people match nobody', async () => {
  const grace = await givenGrace();
  const wrong = grace.code.slice(0, -1) + ((Number(grace.code.at(-1)) + 1) % 10);
  const other = await givenGrace();
  const rows = [
    `${grace.code},for ${grace.code}`,
    `5000,fees ${wrong}`,
    `5000,${grace.code} and ${other.code}`,
  ];
  const text = `Amount,Reason,Date,Transaction ID\n${rows.map((row, at) => `${row},2026-02-02,C-${at}`).join('\n')}`;
  expect((await plan(text)).lines.map(({ state }) => state)).toEqual(['unmatched', 'unmatched', 'unmatched']);
});

test('a number matches nobody by itself: it is the whole reason, called a code, or name or phone agree', async () => {
  const { id, code } = await givenGrace();
  expect(code).toMatch(/^\d{6,}$/);
  const old = String(Number(code));
  const reasons = [
    [`TELLER ${code} CASH DEPOSIT OPIO MARK`, 'likely'],
    [`AGENT CODE ${old} OPIO MARK`, 'likely'],
    [`Akello ${code}`, 'likely'],
    [code, 'matched'],
    [old, 'matched'],
    [`${code.slice(0, 3)} ${code.slice(3)}`, 'matched'],
    [`Fees of my son: pay code ${old}`, 'matched'],
    [`Code ${code} term one`, 'matched'],
    [`OPIO MARK Code No. ${code}`, 'matched'],
    [`Code No.${old}`, 'matched'],
    [`AGENT CODE NO. ${code} OPIO`, 'likely'],
    [`TELLER ${code} AKELLO GRACE`, 'matched'],
    [`TELLER ${code},AKELLO G. GRACE,`, 'matched'],
    [`TELLER ${code},OPIO MARK,0772123456`, 'matched'],
  ] as const;
  const rows = reasons.map(([reason], at) => `2026-02-02,TX-${at},50000,${reason}`);
  const text = ['Date,Transaction ID,Amount,Reason,Name,Phone', ...rows].join('\n');
  const { lines } = await plan(text);
  expect(lines.map(({ typedReason, state }) => [typedReason, state])).toEqual(
    reasons.map(([reason, state]) => [reason.split(',')[0], state]),
  );
  expect(new Set(lines.map(({ registrationId }) => registrationId))).toEqual(new Set([id]));
});

test('a year among other words is no pay code', async () => {
  await t.sql(`select setval(pg_get_serial_sequence('registrations', 'id'), 201)`);
  expect(await givenGrace()).toMatchObject({ code: '002024' });
  const lines = ['Fees of 2024', '2024'].map((reason, at) => `1/2/2026,TX-${at},50000,${reason}`);
  const text = ['Date,Transaction ID,Credit,Narration', ...lines].join('\n');
  expect(await states(text)).toEqual([
    [2, 'unmatched'],
    [3, 'matched'],
  ]);
});

test('a statement may be larger than other calls of the office', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `1/2/2026,LONG-${at},500,${'x'.repeat(100_000)}`);
  expect(await states(['Date,Transaction ID,Credit,Narration', ...lines].join('\n'))).toHaveLength(12);
});
