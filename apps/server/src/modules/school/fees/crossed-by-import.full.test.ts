import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { payCode } from '@institute/contract/fees.constants';
import { expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../composition/entities.ts';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { restoreBackup } from '../../../database/backup/restore.ts';
import { migrate } from '../../../database/migrate.ts';
import { openOrm } from '../../../database/orm.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { makeFeePayment } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase, migrateUntil } from '../../../testing/processes/older-database.ts';
import { runInTransaction } from '../../../transaction.ts';
import { readPaidAndBalance } from './accounts/fee-account.service.ts';
import { findFeeProof } from './accounts/fee-line.service.ts';
import { insertParts } from './accounts/fee-movement.service.ts';
import { readReconciliation } from './books/fee-reconciliation.service.ts';
import { listCrossedParts, moveCrossedPartsToOwnLine } from './unassigned/crossed-part.service.ts';
import { listUnassignedMoney, moveMoneyFromPart } from './unassigned/fee-part.service.ts';

const t = await useTestApp();
const confirmed = () => ({ ...t.jobContext(), actor: confirmedOwner });

/** Of each line of a statement: transaction ID, amount, and how much of it belongs to which registration. */
type Line = [id: string, amount: number, parts: [registrationId: number, amount: number][]];

const place = (name: string) => fileURLToPath(new URL(`crossed-by-import/${name}`, import.meta.url));
const readLines = async (name: string): Promise<Line[]> =>
  JSON.parse(await readFile(place(`${name}.json`), 'utf8'));

/** Written by the version before 0100 itself, which read the clock anew for the parts. */
async function restore(name: string, connection = t.db.connection): Promise<void> {
  const files = openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
  const target = {
    connection,
    files,
    sealing: makeColumnSealing(t.config.dataKeys),
    keep: async () => async () => {},
  };
  await restoreBackup(target, place(`${name}.backup`), { eraseLost: true });
  // Its sessions are those of the backup
  t.wait(0);
}

/** A database that an earlier update left: 0100 has run, but no later migration that knows of crossed lines. */
async function openHalfUpgraded(name: string) {
  const db = await createOlderDatabase('0100');
  await restore(name, db.connection);
  await migrateUntil(db, '0144');
  const orm = openOrm(db.connection, entities);
  onTestFinished(async () => {
    await orm.close();
    await db.drop();
  });
  return {
    ctx: () => ({ ...confirmed(), em: orm.em.fork() }),
    sql: (text: string) => query(db.connection, text),
    upgrade: () => migrate(db.connection),
  };
}
type Sql = (text: string) => Promise<object[]>;

/** What stands under each of these transactions, as `readLines` has it. */
async function readStored(sql: Sql, lines: readonly Line[]) {
  const rows = await sql(`select operator_id as id, amount, coalesce((
      select json_agg(json_build_array(registration_id, amount) order by registration_id) from (
        select registration_id, sum(amount)::int as amount from fee_parts where movement_id = fee_movements.id
        group by 1 having sum(amount) <> 0) as share), '[]') as parts
    from fee_movements`);
  const stored = new Map(
    rows.map((row) => [(row as { id: string }).id, row as { amount: number; parts: [] }]),
  );
  return lines.map(([id]): Line => [id, stored.get(id)?.amount ?? 0, stored.get(id)?.parts ?? []]);
}

const sumRest = (lines: readonly Line[]) =>
  lines.flatMap(([id, amount, parts]) => {
    const rest = parts.reduce((left, [, part]) => left - part, amount);
    return rest > 0 ? [[id, rest]] : [];
  });

test('an update names both lines of all crossed payments, withholds their rests and puts them right', async () => {
  await restore('statements');
  const lines = await readLines('statements');
  const { fees, stats } = t.office.admin;
  const crossed = await fees.crossed.query();
  const holders = lines.flatMap(([id, , parts]) => parts.map(([registrationId]) => [registrationId, id]));
  expect(holders).toHaveLength(14);
  expect(crossed.map(({ registrationId, ownUnder }) => [registrationId, ownUnder])).toEqual(
    expect.arrayContaining(holders),
  );
  expect(crossed).toHaveLength(14);
  for (const { storedUnder, ownUnder, amount, ownAmount } of crossed) {
    expect(storedUnder).not.toBe(ownUnder);
    expect(amount).toBe(ownAmount);
  }
  expect(await fees.unassigned.query({ limit: 50, offset: 0 })).toEqual({ items: [], total: 0 });
  expect(await stats.attention.query()).toMatchObject({ unassignedPayments: 0, crossedPayments: 14 });
  const { items: book } = await fees.book.query({ limit: 100, offset: 0 });
  const ids = lines.map(([id]) => id).sort();
  expect(book.flatMap(({ withheld, operatorId }) => (withheld ? operatorId : [])).sort()).toEqual(ids);

  const refusal = 'This money belongs to another payment. Put it right first.';
  const movements = [...new Set(crossed.flatMap(({ storedId, ownId }) => [storedId, ownId ?? 0]))];
  expect(movements).toHaveLength(14);
  for (const movementId of movements) {
    const parts = [{ registrationId: crossed[0]?.registrationId ?? 0, amount: 1000 }];
    await expect(fees.assign.mutate({ movementId, parts })).rejects.toThrow(refusal);
    await expect(fees.counter.mutate({ movementId, reason: 'Twice' })).rejects.toThrow(refusal);
  }

  const paid = await readPaidAndBalance(
    confirmed(),
    holders.map(([id]) => Number(id)),
  );
  expect(await fees.putCrossedRight.mutate()).toEqual({ count: 14 });
  expect(await readStored(t.sql, lines)).toEqual(lines);
  expect(
    await readPaidAndBalance(
      confirmed(),
      holders.map(([id]) => Number(id)),
    ),
  ).toEqual(paid);
  const codes = await t.sql<{ code: string }>(`select receipt_code as code from fee_parts
    where id in (${crossed.map(({ id }) => id)})`);
  for (const { code } of codes)
    expect(await findFeeProof(confirmed(), code)).toMatchObject({ isCancelled: true });
  expect(await fees.crossed.query()).toEqual([]);
  expect(await fees.unassigned.query({ limit: 50, offset: 0 })).toEqual({ items: [], total: 0 });
  const { book: sum, accounts, difference, wrong } = await readReconciliation(confirmed());
  expect([sum, accounts, difference, wrong]).toEqual([696_000, 696_000, 0, []]);
  const after = await fees.book.query({ limit: 100, offset: 0 });
  expect(after.items.filter(({ withheld }) => withheld)).toEqual([]);
});

test('lines of several people and of nobody, moved money and equal amounts get their own transactions too', async () => {
  await restore('splits');
  const lines = await readLines('splits');
  const crossed = await listCrossedParts(confirmed());
  expect(crossed.map(({ registrationId, ownUnder, amount }) => [registrationId, ownUnder, amount])).toEqual(
    expect.arrayContaining([
      [1, '31000000907', 15_000],
      [18, '31000000907', 10_000],
      [2, '31000000905', 20_000],
      [3, '31000000905', 12_000],
      [17, '31000000902', 55_000],
      // Equal amounts: of these the lines themselves name the people, by pay code, phone and reference
      [11, 'MP261128.0814.B00008', 30_000],
      [12, 'MP261128.0714.B00007', 30_000],
      [13, 'MP261128.0614.B00006', 30_000],
      [19, 'MP261128.0514.B00005', 30_000],
      [16, '31000000931', 8_000],
    ]),
  );
  expect(await moveCrossedPartsToOwnLine(confirmed())).toEqual({ count: 10 });
  expect(crossed).toHaveLength(10);
  expect(await readStored(t.sql, lines)).toEqual(lines);
  const { items } = await listUnassignedMoney(confirmed(), { limit: 50, offset: 0 });
  expect(items.map(({ operatorId, amount }) => [operatorId, amount]).sort()).toEqual(sumRest(lines).sort());
  expect(await readReconciliation(confirmed())).toMatchObject({ difference: 0, wrong: [], book: 559_000 });
});

test('payments that an earlier update did not know get their lines; those put right by hand stay', async () => {
  const { ctx, sql, upgrade } = await openHalfUpgraded('statements');
  const lines = await readLines('statements');
  const unknown = await listCrossedParts(ctx());
  expect(unknown.map(({ ownId }) => ownId)).toEqual(Array(7).fill(null));
  // The import is not known, so none of its lines has a rest to assign
  expect(await listUnassignedMoney(ctx(), { limit: 50, offset: 0 })).toEqual({ items: [], total: 0 });

  const firstOf = (registrationId: number) =>
    sql(
      `select id, movement_id from fee_parts where registration_id = ${registrationId} order by id limit 1`,
    );
  const idOf = async (line: Line | undefined) =>
    (await sql(`select id from fee_movements where operator_id = '${line?.[0]}'`))[0]?.id as number;
  // Ann's and Henry's lines stand in each other's place
  for (const registrationId of [1, 8]) {
    const [part] = await firstOf(registrationId);
    await moveMoneyFromPart(ctx(), { partId: part?.id as number, reason: 'Another line' });
  }
  const assignByHand = (registrationId: number, movementId: number, amount: number) =>
    runInTransaction(ctx(), (tx) => insertParts(tx, [{ registrationId, movementId, amount }]));
  await assignByHand(1, await idOf(lines[0]), 25_000);
  await assignByHand(8, await idOf(lines[7]), 18_000);
  // The rest of Ben's line, which nobody sent
  const [ghost] = await assignByHand(20, await idOf(lines[1]), 7_000);

  await upgrade();
  const crossed = await listCrossedParts(ctx());
  expect(crossed.map(({ registrationId, ownUnder }) => [registrationId, ownUnder])).toEqual(
    expect.arrayContaining(lines.flatMap(([id], at) => (at === 0 || at === 7 ? [] : [[at + 1, id]]))),
  );
  expect(crossed).toHaveLength(12);
  await expect(moveCrossedPartsToOwnLine(ctx())).rejects.toThrow(
    'More of transaction 31000000907 is assigned than was paid. Unassign the rest of it first',
  );
  await moveMoneyFromPart(ctx(), { partId: ghost?.partId ?? 0, reason: 'Nobody sent it' });
  // Moved money is still under the wrong transaction, and its own line still has no rest to assign
  const cato = crossed.find(({ registrationId }) => registrationId === 3);
  await moveMoneyFromPart(ctx(), { partId: cato?.id ?? 0, toRegistrationId: 20, reason: 'Her sister' });
  expect(await listUnassignedMoney(ctx(), { limit: 50, offset: 0 })).toEqual({ items: [], total: 0 });
  const catosLine = lines[2]?.[2][0];
  if (catosLine) catosLine[0] = 20;
  expect(await moveCrossedPartsToOwnLine(ctx())).toEqual({ count: 12 });
  expect(await readStored(sql, lines)).toEqual(lines);
  expect(await listUnassignedMoney(ctx(), { limit: 50, offset: 0 })).toEqual({ items: [], total: 0 });
  expect(await readReconciliation(ctx())).toMatchObject({ difference: 0, wrong: [], book: 696_000 });
});

test('an import that a later version stored rightly is not named, though its ids descend', async () => {
  const { ctx, sql, upgrade } = await openHalfUpgraded('statements');
  const at = (ms: number) => `'2026-11-30T09:00:00.0${ms}Z', 'office@example.org'`;
  await sql(`insert into fee_movements (recorded_at, recorded_by, kind, method, operator_id, amount, received_on, note)
    values (${at(10)}, 'payment', 'mtn', '32000000002', 10000, '2026-11-29', '${payCode(16)}'),
      (${at(10)}, 'payment', 'mtn', '32000000001', 10000, '2026-11-29', '${payCode(17)}')`);
  await sql(`insert into fee_parts (recorded_at, recorded_by, movement_id, registration_id, amount)
    select ${at(13)}, id, left(note, -1)::int, amount from fee_movements where operator_id like '3200000000_' order by id`);
  await upgrade();
  const crossed = await listCrossedParts(ctx());
  expect(crossed.filter(({ storedUnder }) => storedUnder?.startsWith('32'))).toEqual([]);
  expect(crossed).toHaveLength(14);
});

test('no part is stored that makes the parts of a movement more than its amount, or less than nothing', async () => {
  const { id } = await t.given.student();
  const { id: movementId } = await t.given.payment(makeFeePayment(id, { amount: 10_000 }));
  const insertPart = (amount: number) =>
    `insert into fee_parts (recorded_at, movement_id, registration_id, amount)
     values (now(), ${movementId}, ${id}, ${amount})`;
  const message = 'The parts of a movement are more than its amount';
  await expect(query(t.db.connection, insertPart(1))).rejects.toThrow(message);
  await expect(query(t.db.connection, insertPart(-10_001))).rejects.toThrow(message);
  // What moves within a transaction only has to fit in the end
  await query(t.db.connection, `${insertPart(5000)}; ${insertPart(-5000)}`);
});
