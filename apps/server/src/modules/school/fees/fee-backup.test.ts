import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../composition/entities.ts';
import { sealingWith } from '../../../composition/prepare-database.ts';
import { writeBackup } from '../../../database/backup/backup.ts';
import { moveAll } from '../../../database/backup/move.ts';
import { restoreBackup } from '../../../database/backup/restore.ts';
import { openOrm } from '../../../database/orm.ts';
import { createTestDatabase, query } from '../../../testing/cluster.ts';
import { dayIn, feePayment } from '../../../testing/given.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { storedFiles } from '../../platform/uploads/storage.service.ts';
import { listFeeAccounts } from './fee-account.service.ts';

const t = useTestApp({}, 'test');
const files = () => storedFiles({ dataDir: t.config.dataDir, s3Url: undefined });
type Place = Pick<typeof t.db, 'connection'>;

/** An account with a line of every kind, and money of nobody. */
async function givenFees(): Promise<void> {
  const { fees, registrations } = t.office.admin;
  const { id: programId } = await t.given.program({ price: 900_000 });
  const { id: registrationId } = await t.given.registration({ programId, startDate: dayIn(0) });
  await registrations.decide.mutate({ id: registrationId, status: 'accepted' });
  const charge = { registrationId, dueOn: dayIn(30) };
  const { id: chargeId } = await fees.charge.mutate({
    ...charge,
    kind: 'extra',
    label: 'Kit',
    amount: 50_000,
  });
  await fees.reverse.mutate({ chargeId, reason: 'Has one' });
  const discount = { kind: 'discount', label: 'Sibling', amount: -10_000, reason: 'A sister' } as const;
  await fees.charge.mutate({ ...charge, ...discount });
  const received = { method: 'mtn', payerName: 'Ŋŋanda "O’"' } as const;
  for (const [operatorId, amount] of [
    ['M1', 300_000],
    ['M2', 20_000],
  ] as const) {
    await fees.record.mutate(feePayment(registrationId, { ...received, operatorId, amount }));
  }
  const mistake = { ...received, operatorId: 'M3', amount: 7000 };
  const wrong = await fees.record.mutate(feePayment(registrationId, mistake));
  await fees.counter.mutate({ movementId: wrong.id, reason: 'Typed twice' });
  await fees.refund.mutate({ registrationId, amount: 15_000, method: 'cash', reason: 'Left the hostel' });
  await fees.record.mutate(feePayment(null, { ...received, operatorId: 'M4', amount: 5000 }));
}

const readRows = async ({ connection }: Place) => ({
  charges: await query(connection, 'select * from charges order by id'),
  movements: await query(connection, 'select * from fee_movements order by id'),
  parts: await query(connection, 'select * from fee_parts order by id'),
  attempts: await query(connection, 'select * from online_fees order by id'),
  counters: await query(connection, 'select * from receipt_counters order by 1, 2'),
});

async function readAccounts({ connection }: Place) {
  const orm = openOrm(connection, entities);
  const ctx = { ...t.jobContext(), em: orm.em.fork() };
  const accounts = await listFeeAccounts(ctx, { limit: 10, offset: 0 });
  await orm.close();
  return accounts;
}

async function expectSame(from: Place, to: Place): Promise<void> {
  const rows = await readRows(from);
  expect([rows.charges.length, rows.movements.length, rows.parts.length]).toEqual([4, 6, 5]);
  expect(await readRows(to)).toEqual(rows);
  const accounts = await readAccounts(from);
  expect(accounts.items).toMatchObject([{ charged: 890_000, paid: 305_000, balance: 585_000 }]);
  expect(await readAccounts(to)).toEqual(accounts);
  for (const table of ['charges', 'fee_movements', 'fee_parts']) {
    for (const change of [`update ${table} set amount = 1`, `delete from ${table}`])
      await expect(query(to.connection, change)).rejects.toThrow('only inserted');
  }
  expect(await query(to.connection, 'select * from charges order by id')).toEqual(rows.charges);
}

test('a backup restored elsewhere has the same charges, payments, receipts and balances', async () => {
  await givenFees();
  const [to, folder] = [await createTestDatabase(), temporaryFolder()];
  onTestFinished(async () => {
    folder.remove();
    await to.drop();
  });
  const file = join(folder.path, 'institute.backup');
  await writeBackup(t.db.connection, files(), file);
  // Also over charges that stand there
  await query(
    to.connection,
    `insert into charges (registration_id, kind, label, amount, due_on) values (9, 'extra', 'x', 9, now())`,
  );
  const sealing = sealingWith(t.config.dataKeys);
  await restoreBackup(
    { connection: to.connection, files: files(), sealing, afterwards: async () => {} },
    file,
  );
  await expectSame(t.db, to);
});

test('what moves to another database has the same charges, payments, receipts and balances', async () => {
  await givenFees();
  const to = await createTestDatabase();
  onTestFinished(to.drop);
  await moveAll(
    { connection: t.db.connection, files: files() },
    { connection: to.connection, files: files() },
  );
  await expectSame(t.db, to);
});
