import { payCode } from '@institute/contract/fees.constants';
import type { Client } from 'pg';
import { makeXlsx } from '../../server/src/testing/files/xlsx.ts';
import { seedRegistrations } from '../../server/src/testing/histories/many-registrations.ts';
import { listProcessTree, readProcessorMs } from './memory.ts';
import { callOfficeProcedure, postJson, signUp, withProduct } from './product.ts';
import { formatGroupedNumber, isShortRun, type ReportSection } from './report.ts';
import { SEARCH_ROUNDS, type SearchQuestion, timeListSearches } from './search.ts';

const ACCOUNT_COUNT = isShortRun ? 2000 : 20_000;
const WARM_UP_STATEMENTS = 5;
const STATEMENT_COUNT = isShortRun ? 20 : 200;
const STATEMENT_LINE_COUNT = isShortRun ? 500 : 5000;

const listQuestions: SearchQuestion[] = [
  { name: 'most overdue first' },
  { name: 'state overdue', state: 'overdue' },
  { name: 'by name, middle page', sort: 'name', offset: ACCOUNT_COUNT / 2 },
  { name: 'by balance', sort: '-balance' },
  { name: 'by program', sort: 'program' },
  { name: 'by next due', sort: 'nextDueOn' },
  { name: 'a name', q: 'Nakato' },
  { name: 'one program, owing', programId: 2, state: 'owing' },
];

export const measureFees = (): Promise<ReportSection> =>
  withProduct(async ({ origin, pid }, client, dataDir) => {
    const { token } = await signUp(origin);
    await seedRegistrations(client, dataDir, 0, ACCOUNT_COUNT);
    await seedChargesAndPayments(client);
    const listName = `list of ${formatGroupedNumber(ACCOUNT_COUNT)} accounts of fees, p95`;
    const timedFeeList = { name: listName, url: `${origin}/api/trpc/fees.list`, token, atMost: 120 };
    const slowestSearch = await timeListSearches(timedFeeList, listQuestions);
    const statementMs = await measureStatements(origin, pid, client);
    const { planMs, importMs } = await importStatementLines({ origin, token }, client);
    const excelImportTimes = await importStatementLines({ origin, token }, client, 'as an Excel file');
    const lineCountText = `${formatGroupedNumber(STATEMENT_LINE_COUNT)} lines of an operator`;
    return {
      title: 'Fees',
      text: `${formatGroupedNumber(ACCOUNT_COUNT)} accounts with four charges and two payments each. Twenty rows with the totals, from the request to the last byte, p95 of ${SEARCH_ROUNDS} that follow each other, the slowest of ${listQuestions.length} questions. Processor time of the product and its PostgreSQL for a person's statement, a mean of ${STATEMENT_COUNT}. At last ${lineCountText} with pay codes, imported with receipts and messages; then as many of an Excel file.`,
      figures: [
        slowestSearch,
        { name: 'processor time of a statement', value: statementMs, unit: 'ms', atMost: 30 },
        { name: `${lineCountText} planned`, value: planMs / 1000, unit: 's', atMost: 3 },
        { name: `${lineCountText} imported`, value: importMs / 1000, unit: 's', atMost: 3 },
        {
          name: `${lineCountText} as Excel: planned and imported`,
          value: (excelImportTimes.planMs + excelImportTimes.importMs) / 1000,
          unit: 's',
          atMost: 3,
        },
      ],
    };
  });

async function seedChargesAndPayments(client: Client): Promise<void> {
  await client.query(`
    insert into charges (registration_id, kind, label, amount, due_on)
    select id, 'instalment', 'Part ' || n, 200000 + 1000 * (id % 50), current_date - 90 + id % 40 + n * 30
    from registrations, generate_series(0, 3) n`);
  await client.query(`
    with paid as (
      insert into fee_movements (kind, method, operator_id, amount, received_on)
      select 'payment', 'airtel', 'S' || id || '-' || n, 100000 + 5000 * (id % 60), current_date - 60 + n * 20
      from registrations, generate_series(0, 1) n
      returning id, amount, operator_id
    )
    insert into fee_parts (movement_id, registration_id, amount)
    select id, substring(operator_id from '^S(\\d+)-')::int, amount from paid`);
  for (const tableName of ['charges', 'fee_movements', 'fee_parts'])
    await client.query(`vacuum analyze ${tableName}`);
}

/** Returns the mean processor time of one statement in ms. */
async function measureStatements(origin: string, pid: number, client: Client): Promise<number> {
  const { rows } = await client.query<{ reference: string; phone: string }>(
    'select reference, phone from registrations order by id limit $1',
    [WARM_UP_STATEMENTS + STATEMENT_COUNT],
  );
  const postStatement = (person: object) => postJson(`${origin}/api/v1/fees/statements`, person);
  for (const person of rows.slice(0, WARM_UP_STATEMENTS)) await postStatement(person);
  const processorMsBefore = readProcessorMs(listProcessTree(pid));
  for (const person of rows.slice(WARM_UP_STATEMENTS)) await postStatement(person);
  return (readProcessorMs(listProcessTree(pid)) - processorMsBefore) / STATEMENT_COUNT;
}

async function importStatementLines(
  office: { origin: string; token: string },
  client: Client,
  kind?: 'as an Excel file',
) {
  const { rows } = await client.query<{ id: number }>(
    'select id from registrations order by id desc limit $1',
    [STATEMENT_LINE_COUNT],
  );
  const today = new Date().toISOString().slice(0, 10);
  const statementLines = Array.from({ length: STATEMENT_LINE_COUNT }, (_, at) => {
    const payerCode = payCode(rows[at % rows.length]?.id ?? 0);
    const phone = `+256772${String(at).padStart(6, '0')}`;
    return [
      `${kind ? 5 : 4}${at + 1_000_000}`,
      today,
      `Payer ${at}`,
      phone,
      '50000',
      `Pay code ${payerCode}`,
    ];
  });
  const statementTable = [
    ['Transaction ID', 'Date', 'From name', 'From number', 'Amount', 'Reason'],
    ...statementLines,
  ];
  const importPlan = kind
    ? await callOfficeProcedure<{ hash: string; text: string }>(office, 'fees.planFile', {
        name: 'statement.xlsx',
        base64: makeXlsx(statementTable).toString('base64'),
      })
    : await planTextImport(office, statementTable.map((cells) => cells.join(',')).join('\n'));
  const { text, hash } = importPlan.answer;
  const planChoices = { text, hash, method: 'mtn', likely: [] };
  const importResult = await callOfficeProcedure<{ matched: number }>(office, 'fees.import', planChoices);
  if (importResult.answer.matched !== STATEMENT_LINE_COUNT)
    throw new Error(`${importResult.answer.matched} lines were matched.`);
  return { planMs: importPlan.ms, importMs: importResult.ms };
}

async function planTextImport(office: { origin: string; token: string }, text: string) {
  const importPlan = await callOfficeProcedure<{ hash: string }>(office, 'fees.plan', {
    text,
    method: 'mtn',
  });
  return { ms: importPlan.ms, answer: { ...importPlan.answer, text } };
}
