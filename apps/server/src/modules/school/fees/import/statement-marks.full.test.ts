import { place } from '@institute/contract/place';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../../database/migrate.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeXlsx } from '../../../../testing/files/xlsx.ts';
import { query } from '../../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../../testing/processes/older-database.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, kept_statement_lines, registrations cascade');
});

const plan = async (text: string) => (await fees().plan.mutate({ text })).lines;
const states = async (text: string) => (await plan(text)).map(({ state }) => state);
const store = async (text: string, likely: number[] = []) => {
  const { hash } = await fees().plan.mutate({ text });
  return fees().import.mutate({ text, hash, likely });
};
const sum = async () => {
  const [row] = await t.sql<{ sum: number }>(
    'select coalesce(sum(amount), 0)::int as sum from fee_movements',
  );
  return row?.sum;
};

const day = addDaysToToday(-2);
const bankLine = (balance: string, reason = 'CASH DEPOSIT - OPIO', amount = '50,000') =>
  `Date;Description;Debit;Credit;Balance\n${day};${reason};;${amount};${balance}`;

test.each([
  [
    '1,500,000.50',
    '1500000.5',
    '1500000.50',
    '1 500 000,50',
    `${place.currency} 1.500.000,5`,
    '1,500,000.50 CR',
    '1500000.5000000002',
  ],
  ['-1,500.25', '-1500.25', '(1,500.25)', '1,500.25 DR', '1500.25Dr'],
  ['0.00', '0', '0.0'],
])('the balance %s is the same however a file spells it', async (first, ...others) => {
  await store(bankLine(first));
  for (const balance of others) {
    expect([balance, await states(bankLine(balance, 'CASH DEPOSIT - OPIO', '50000.00'))]).toEqual([
      balance,
      ['known'],
    ]);
    await store(bankLine(balance));
  }
  expect(await sum()).toBe(50_000);
});

test('words are the same in other letters and signs, and where a spreadsheet takes a number for one', async () => {
  await store(bankLine('1.50', 'Cash  deposit: Zoë'));
  for (const reason of ['CASH DEPOSIT ZOE', 'ＣＡＳＨ deposit - Zoe\u0308', 'cash deposit/zoë'])
    expect(await states(bankLine('1.5', reason))).toEqual(['known']);
  expect(await states(bankLine('1.5', 'CASH DEPOSIT ZOE 2'))).toEqual(['unmatched']);
  await store(bankLine('2.5', '001239'));
  expect(await states(bankLine('2.50', '1239.0'))).toEqual(['known']);
});

test('a line that differs from one on record in its balance alone is likely that one', async () => {
  await store(bankLine('1,500,000.50'));
  const [likely] = await plan(bankLine('1,550,000.50'));
  expect(likely).toMatchObject({
    state: 'likely',
    twin: { movementId: expect.any(Number) },
    message: expect.stringMatching(/^Likely the one recorded as the unassigned payment LINE-/),
  });
  expect(await states(`Date;Description;Credit\n${day};CASH DEPOSIT OPIO;50000`)).toEqual(['likely']);
  // Both in one file are two, and so is another reason
  expect(await states(`${bankLine('1,500,000.50')}\n${day};CASH DEPOSIT OPIO;;50,000;1,550,000.50`)).toEqual([
    'known',
    'unmatched',
  ]);
  expect(await states(bankLine('1,550,000.50', 'CASH DEPOSIT OKOT'))).toEqual(['unmatched']);
  expect(await store(bankLine('1,550,000.50'))).toMatchObject({ known: 1, unmatched: 0 });
  expect(await sum()).toBe(50_000);
  expect(await store(bankLine('1,550,000.50'), [2])).toMatchObject({ likely: 1 });
  expect(await states(bankLine('1550000.5'))).toEqual(['known']);
  expect(await sum()).toBe(100_000);
});

/**
 * What the version of commit 05a70447 stored, by its own import, of the files below: day, amount, its mark, words and
 * payer. The line NO FEE was left out as no fee.
 */
const stored = [
  ['bank', '2026-11-20', 50_000, 'LINE-20261120-E984F9978A', 'CASH DEPOSIT OPIO'],
  ['bank', '2026-11-20', 50_000, 'LINE-20261120-9FC13CD3EE', 'CASH DEPOSIT OPIO'],
  ['bank', '2026-11-20', 70_000, 'LINE-20261120-788B5D72A5', 'TRANSFER - NAKATO, AMINA'],
  ['bank', '2026-11-20', 5000, 'LINE-20261120-E8EE0572FD', 'EQUAL LINES'],
  ['bank', '2026-11-20', 5000, 'LINE-20261120-E8EE0572FD-2', 'EQUAL LINES'],
  ['bank', '2026-11-21', 6000, 'LINE-20261121-EDDBA0F379', 'WHOLE BALANCE'],
  ['bank', '2026-11-21', 7000, 'LINE-20261121-B18C28BFE1', 'OVERDRAWN'],
  ['bank', '2026-11-22', 50_000, 'LINE-20261122-F0648F19FC', 'SAVED BY EXCEL'],
  ['bank', '2026-11-22', 50_001, 'LINE-20261122-B7B6DF5FD6', 'IN POINTS'],
  ['bank', '2026-11-22', 11_000, 'LINE-20261122-784DAAC540', 'CASH DEPOSIT'],
  ['bank', '2026-11-22', 11_000, 'LINE-20261122-784DAAC540-2', 'CASH DEPOSIT'],
  ['mtn', '2026-11-22', 12_000, 'LINE-20261122-82B8E9F095', 'Fees', 'RITAH B', '+256763000027'],
] as const;
const leftOut = ['bank', '2026-11-21', 8000, 'LINE-20261121-9C7D86A417'] as const;

const files: (readonly [
  head: string,
  ...rows: (readonly [line: string, balance: string, excel: string])[],
])[] = [
  [
    'Date;Description;Debit;Credit;Balance',
    ['20/11/2026;CASH DEPOSIT OPIO;;50,000;', '1,500,000.50', '1500000.5'],
    ['20/11/2026;CASH DEPOSIT OPIO;;50,000;', '1,550,000.50', '1550000.5'],
    ['20/11/2026;TRANSFER - NAKATO, AMINA;;70,000.00;', 'UGX 1,620,000.25 CR', '1620000.25'],
    ['20/11/2026;EQUAL LINES;;5,000;', '1,625,000.75', '1625000.75'],
    ['20/11/2026;EQUAL LINES;;5,000;', '1,625,000.75', '1625000.75'],
    ['21/11/2026;WHOLE BALANCE;;6,000;', '2,000,000.00', '2000000'],
    ['21/11/2026;OVERDRAWN;;7,000;', '-1,500.50', '-1500.5'],
    ['21/11/2026;NO FEE;;8,000;', '2,008,000.50', '2008000.5'],
  ],
  [
    'Date;Description;Debit;Credit;Balance',
    ['22/11/2026;SAVED BY EXCEL;;50000;', '1500000.5', '1,500,000.50'],
    ['22/11/2026;IN POINTS;;50.001;', '1.500.001,50', '1500001.5'],
  ],
  [
    'Date;Description;Debit;Credit',
    ['22/11/2026;CASH DEPOSIT;;11,000', '', ''],
    ['22/11/2026;CASH DEPOSIT;;11,000', '', ''],
  ],
  [
    'Date;From;From name;To;To message;Amount;Balance',
    [
      '22/11/2026 13:10;FRI:256763000027/MSISDN;RITAH B;FRI:256778000018/MSISDN;Fees;12000;',
      '5,000.50',
      '5000.5',
    ],
  ],
];
const writeFile = ([head, ...rows]: (typeof files)[number], column: 1 | 2) =>
  [head, ...rows.map((row) => row[0] + row[column])].join('\n');

async function givenStoredRows(
  sql: (text: string, values?: unknown[]) => Promise<unknown>,
  isImported = true,
) {
  for (const [method, on, amount, mark, note, payerName = null, payerPhone = null] of stored) {
    await sql(
      `insert into fee_movements (kind, method, operator_id, amount, received_on, recorded_by, note, payer_name,
         payer_phone, is_imported) values ('payment', ?, ?, ?, ?, 'a@example.org', ?, ?, ?, ?)`,
      [method, mark, amount, on, note, payerName, payerPhone, isImported],
    );
  }
}

// The marks hold the currency and the phones of Uganda, where that version ran
test.runIf(String(place.country) === 'UG')(
  'what an earlier version stored is known, in the spelling of then and in others',
  async () => {
    await givenStoredRows(t.sql);
    const [method, on, amount, mark] = leftOut;
    await t.sql(
      `insert into kept_statement_lines (state, method, operator_id, amount, received_on, recorded_by)
     values ('notFee', ?, ?, ?, ?, 'a@example.org')`,
      [method, mark, amount, on],
    );
    const before = await sum();
    for (const file of files) {
      for (const column of [1, 2] as const) {
        const text = writeFile(file, column);
        const lines = await plan(text);
        const expected = file.slice(1).map((row) => (row[0].includes('NO FEE') ? 'notMoney' : 'known'));
        expect([text, lines.map(({ state }) => state)]).toEqual([text, expected]);
        await store(text);
      }
    }
    expect(await sum()).toBe(before);
    // More of them than on record are new ones
    const [, , noBalance] = files;
    const [head = '', line = ['']] = noBalance ?? [];
    const three = [head, line[0], line[0], line[0]].join('\n');
    expect(await states(three)).toEqual(['known', 'known', 'unmatched']);
    await store(three);
    expect(await states(three)).toEqual(['known', 'known', 'known']);
  },
);

test('a line that has confirmed a slip in an earlier version stays the one that has', async () => {
  const slip = makeFeePayment(null, {
    amount: 50_000,
    method: 'bank',
    operatorId: 'SLIP 7',
    receivedOn: '2026-11-22',
  });
  const { id: movementId } = await fees().record.mutate(slip);
  // The mark of SAVED BY EXCEL, above
  await t.sql(`insert into fee_confirmations (movement_id, line_id) values (?, 'LINE-20261122-F0648F19FC')`, [
    movementId,
  ]);
  const head = 'Date;Description;Debit;Credit;Balance';
  const text = [
    head,
    '22/11/2026;ANOTHER;;50,000;1,450,000.50',
    '22/11/2026;SAVED BY EXCEL;;50,000;1,500,000.50',
  ].join('\n');
  expect(await plan(text)).toMatchObject([{ state: 'unmatched' }, { state: 'likely', twin: { movementId } }]);
});

test('a mark that no spelling gives is likely that of an earlier version, also after an erasure', async () => {
  await givenStoredRows(t.sql);
  const text = 'Date;Description;Debit;Credit;Balance\n22/11/2026;saved by excel;;50,000;1,500,000.51';
  expect(await states(text)).toEqual(['likely']);
  await t.sql('update fee_movements set note = null');
  expect(await states(text)).toEqual(['likely']);
});

test('the update marks what the first versions imported, and counts equal IDs as one', async () => {
  const db = await createOlderDatabase('0146');
  onTestFinished(() => db.drop());
  const insert = (values: string) =>
    query(
      db.connection,
      `insert into fee_movements (kind, method, operator_id, amount, received_on, recorded_at, recorded_by) values ${values}`,
    );
  await query(
    db.connection,
    `update mikro_orm_migrations set executed_at = '2026-11-25' where name like '0103-%'`,
  );
  await insert(`
    ('payment', 'bank', 'LINE-20261120-E984F9978A', 1, '2026-11-20', '2026-11-21', 'a@x'),
    ('payment', 'bank', 'LINE-20261120-E8EE0572FD-2', 2, '2026-11-20', '2026-11-21', 'a@x'),
    ('payment', 'bank', 'LINE-20261120-9FC13CD3EE', 3, '2026-11-20', '2026-11-28', 'a@x'),
    ('payment', 'bank', 'LINE-20261119-788B5D72A5', 4, '2026-11-20', '2026-11-21', 'a@x'),
    ('payment', 'bank', 'LINE-900', 5, '2026-11-20', '2026-11-21', 'a@x'),
    ('payment', 'mtn', '7654321', 6, '2026-11-20', '2026-11-21', 'a@x'),
    ('payment', 'mtn', '0007654321', 7, '2026-11-20', '2026-11-21', 'a@x'),
    ('payment', 'mtn', '000', 8, '2026-11-20', '2026-11-21', 'a@x')`);
  await migrate(db.connection);
  expect(
    await query(
      db.connection,
      'select amount, is_imported, turn, plain_id(operator_id) as id from fee_movements order by amount',
    ),
  ).toMatchObject([
    { is_imported: true },
    { is_imported: true },
    { is_imported: false },
    { is_imported: false },
    { is_imported: false, id: 'LINE-900' },
    { turn: 0, id: '7654321' },
    { turn: 1, id: '7654321' },
    { turn: 0, id: '0' },
  ]);
  await expect(query(db.connection, 'update fee_movements set turn = 3')).rejects.toThrow('only inserted');
});

const withIds = (...rows: string[]) =>
  ['Date,Transaction ID,Description,Amount', ...rows.map((row) => `${day},${row}`)].join('\n');

test('an ID whose zeros a spreadsheet leaves out is one transaction, in files and at the desk', async () => {
  const sheet = makeXlsx([
    ['Date', 'Transaction ID', 'Description', 'Amount'],
    [new Date(day), 7_654_321, 'fees', 30_000],
  ]);
  const planSheet = () => fees().planFile.mutate({ name: 'a.xlsx', base64: sheet.toString('base64') });
  await store(withIds('0007654321,fees,30000'));
  const { lines, hash, text } = await planSheet();
  expect(lines).toMatchObject([{ state: 'known' }]);
  await fees().import.mutate({ text, hash, likely: [] });
  expect(await sum()).toBe(30_000);
  const { id } = await t.given.student();
  const desk = makeFeePayment(id, { amount: 30_000, method: 'bank', operatorId: '07654321', again: true });
  await expect(fees().record.mutate(desk)).rejects.toThrow('on record already');
  await t.sql('truncate fee_parts, fee_movements');
  await fees().record.mutate({ ...desk, receivedOn: day });
  expect((await planSheet()).lines).toMatchObject([{ state: 'known' }]);
  expect(await fees().unassigned.query({ limit: 9, offset: 0 })).toMatchObject({ items: [] });
});

test('IDs that differ in their zeros are two when the file has both, or amount or day differ', async () => {
  const both = withIds('000123,fees,30000', '123,fees,30000');
  expect(await states(both)).toEqual(['unmatched', 'unmatched']);
  await store(both);
  expect(await sum()).toBe(60_000);
  expect(await states(both)).toEqual(['known', 'known']);
  expect(await states(withIds('00123,fees,31000'))).toEqual(['unmatched']);
  expect(await states(withIds('00123,fees,30000').replaceAll(day, addDaysToToday(-6)))).toEqual([
    'unmatched',
  ]);
  await store(withIds('00123,fees,31000'));
  expect(await states(both)).toEqual(['known', 'known']);
});

test('a reversal takes back the transaction of its amount alone, however its number is written', async () => {
  const text = (amount: number) => withIds('0007654321,fees,30000', `R1,refund of 7654321,-${amount}`);
  expect(await states(text(500))).toEqual(['unmatched', 'notMoney']);
  expect(await states(text(30_000))).toEqual(['notMoney', 'notMoney']);
});

test('a number of the institute that a payer typed hides no money', async () => {
  const { institute } = await t.visitor.api.site
    .get()
    .then(({ body }) => ('data' in body ? body.data : fail()));
  await t.office.api.site.update({
    body: { institute: { ...institute, phones: [`+${place.callingCode} 776 000 075`] } },
  });
  onTestFinished(async () => void (await t.office.api.site.update({ body: { institute } })));
  const [line] = await plan(withIds('A1,fees to 0776000075,30000'));
  expect(line).toMatchObject({
    state: 'likely',
    payerPhone: null,
    message: 'Likely money of the institute itself, whose number it names',
  });
});

function fail(): never {
  throw new Error('The site has no institute');
}
