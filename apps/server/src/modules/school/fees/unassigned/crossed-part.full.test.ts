import { payCode } from '@institute/contract/fees.constants';
import { expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../../composition/entities.ts';
import { migrate } from '../../../../database/migrate.ts';
import { openOrm } from '../../../../database/orm.ts';
import { confirmedOwner, listRightsBut } from '../../../../testing/app/rights.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { query } from '../../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../../testing/processes/older-database.ts';
import { findFeeProof } from '../accounts/fee-line.service.ts';
import { countCrossed, listCrossed, putCrossedRight } from './crossed-part.service.ts';
import { moveFromPart } from './fee-part.service.ts';

const t = await useTestApp();

interface Line {
  id: string;
  amount: number;
  /** Id of a registration. */
  person?: number;
  reason?: string;
  phone?: string;
}

const names = ['Ann', 'Ben', 'Cato', 'Dina', 'Esther'];
const phones = names.map((_, at) => `+25677200000${at + 1}`);

const literal = (text: string | undefined): string => (text === undefined ? 'null' : `'${text}'`);

/** Rows of an import as the version before stored them: in the order of the ids, or of the lines. */
function rowsOfImport(lines: readonly Line[], { at, isCrossed }: { at: string; isCrossed: boolean }): string {
  const sorted = lines.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const places = isCrossed ? sorted : lines;
  const movements = lines.map(
    ({ id, amount, reason, phone }) =>
      `('${at}', 'office@example.org', 'payment', 'bank', '${id}', ${amount}, '2026-03-01', ${literal(phone)}, ${literal(reason)})`,
  );
  const parts = lines.flatMap(({ person, amount, id }, line) =>
    person === undefined
      ? []
      : `('${at}', 'office@example.org', (select id from fee_movements where operator_id = '${places[line]?.id}'), ${person}, ${amount}, 'FEE-${id}', 'CODE-${id}')`,
  );
  return `
insert into fee_movements (recorded_at, recorded_by, kind, method, operator_id, amount, received_on, payer_phone, note)
  values ${movements};
insert into fee_parts (recorded_at, recorded_by, movement_id, registration_id, amount, receipt_number, receipt_code)
  values ${parts}`;
}

async function openUpgraded(rows: readonly string[]) {
  const db = await createOlderDatabase('0100');
  const people = names.map(
    (name, at) =>
      `('${name}', '', '${name}@example.org', '${phones[at]}', '${phones[at]}', true, 'accepted')`,
  );
  const statements = [
    `insert into registrations (first_name, last_name, email, phone, phone_international, consent, status)
     values ${people}`,
    ...rows,
  ];
  for (const statement of statements) await query(db.connection, statement);
  await migrate(db.connection);
  const orm = openOrm(db.connection, entities);
  onTestFinished(async () => {
    await orm.close();
    await db.drop();
  });
  return {
    ctx: () => ({ ...t.jobContext(), em: orm.em.fork(), actor: confirmedOwner }),
    sql: (text: string) => query(db.connection, text),
  };
}

const day = (of: number) => `2026-03-0${of}T08:00Z`;

const crossed = rowsOfImport(
  [
    { id: 'B2', amount: 100_000, person: 1, reason: payCode(1) },
    { id: 'B9', amount: 50_000, reason: 'nobody' },
    { id: 'B1', amount: 200_000, person: 2, reason: payCode(2) },
  ],
  { at: day(1), isCrossed: true },
);
const equalAmounts = rowsOfImport(
  [
    { id: 'C3', amount: 70_000, person: 3, phone: phones[2] ?? '' },
    { id: 'C1', amount: 70_000, person: 4, reason: `School fees ${payCode(4)}` },
    { id: 'C2', amount: 70_000, person: 5, reason: 'REG 2026 000005' },
  ],
  { at: day(2), isCrossed: true },
);
const stillRight = rowsOfImport(
  [
    { id: 'D2', amount: 10_000, person: 1, reason: payCode(1) },
    { id: 'D1', amount: 10_000, person: 2, reason: payCode(2) },
  ],
  { at: day(3), isCrossed: false },
);

test('an update names the parts that an import crossed, and all are put right at once, with the same debts', async () => {
  const { ctx, sql } = await openUpgraded([crossed, equalAmounts, stillRight]);
  const found = await listCrossed(ctx());
  expect(found.map((one) => [one.registrationId, one.storedUnder, one.ownUnder])).toEqual(
    expect.arrayContaining([
      [1, 'B1', 'B2'],
      [2, 'B9', 'B1'],
      [3, 'C1', 'C3'],
      [4, 'C2', 'C1'],
      [5, 'C3', 'C2'],
    ]),
  );
  expect(found).toHaveLength(5);
  expect(found.find(({ registrationId }) => registrationId === 1)).toMatchObject({
    name: 'Ann',
    receiptNumber: 'FEE-B2',
    amount: 100_000,
    storedAmount: 200_000,
    storedReason: payCode(2),
    ownAmount: 100_000,
    ownReason: payCode(1),
  });
  expect(await countCrossed(ctx())).toBe(5);

  const readPaid = () =>
    sql('select registration_id, sum(amount)::int as paid from fee_parts group by 1 order by 1');
  const before = await readPaid();
  expect(await putCrossedRight(ctx())).toEqual({ count: 5 });
  expect(await readPaid()).toEqual(before);
  expect(
    await sql(`select operator_id as id, registration_id as person, sum(fee_parts.amount)::int as paid
      from fee_movements join fee_parts on movement_id = fee_movements.id
      group by 1, 2 having sum(fee_parts.amount) <> 0 order by 1`),
  ).toEqual([
    { id: 'B1', person: 2, paid: 200_000 },
    { id: 'B2', person: 1, paid: 100_000 },
    { id: 'C1', person: 4, paid: 70_000 },
    { id: 'C2', person: 5, paid: 70_000 },
    { id: 'C3', person: 3, paid: 70_000 },
    { id: 'D1', person: 2, paid: 10_000 },
    { id: 'D2', person: 1, paid: 10_000 },
  ]);
  expect(await findFeeProof(ctx(), 'CODE-B2')).toMatchObject({ isCancelled: true });
  expect(await countCrossed(ctx())).toBe(0);
  expect(await putCrossedRight(ctx())).toEqual({ count: 0 });

  const insertPart = (amount: number) =>
    `insert into fee_parts (recorded_at, movement_id, registration_id, amount)
     select now(), id, 1, ${amount} from fee_movements where operator_id = 'D1'`;
  await expect(sql(insertPart(1))).rejects.toThrow('The parts of a movement are more than its amount');
  await expect(sql(insertPart(-10_001))).rejects.toThrow('The parts of a movement are more than its amount');
  // What moves within a transaction only has to fit in the end
  await sql(`${insertPart(5000)}; ${insertPart(-5000)}`);
});

test('nothing is put right while the rest is assigned, and a part that was unassigned is not named', async () => {
  const { ctx, sql } = await openUpgraded([crossed]);
  const assignRest = (amount: number) =>
    sql(`insert into fee_parts (recorded_at, movement_id, registration_id, amount)
      select '${day(5)}', id, 5, ${amount} from fee_movements where operator_id = 'B2'`);
  await assignRest(50_000);
  await expect(putCrossedRight(ctx())).rejects.toThrow(
    'More of transaction B2 is assigned than was paid. Unassign the rest of it first',
  );
  expect(await countCrossed(ctx())).toBe(2);
  await assignRest(-50_000);

  const [first] = (await listCrossed(ctx())).filter(({ registrationId }) => registrationId === 1);
  const { user } = await t.given.account();
  const actor = { ...user, isOwner: true, rights: listRightsBut(), sessionId: '', confirmedAt: new Date() };
  await moveFromPart({ ...ctx(), actor }, { partId: first?.id ?? 0, reason: 'Another line' });
  expect((await listCrossed(ctx())).map(({ registrationId }) => registrationId)).toEqual([2]);
  expect(await putCrossedRight(ctx())).toEqual({ count: 1 });
  expect(
    await sql(`select operator_id as id, sum(fee_parts.amount)::int as paid from fee_movements
      join fee_parts on movement_id = fee_movements.id group by 1 order by 1`),
  ).toEqual([
    { id: 'B1', paid: 200_000 },
    { id: 'B2', paid: 0 },
    { id: 'B9', paid: 0 },
  ]);
});
