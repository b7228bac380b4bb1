import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { restoreBackup } from '../../../database/backup/restore.ts';
import { readData } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const place = (name: string) => fileURLToPath(new URL(`before-the-ledger/${name}`, import.meta.url));

/** What the version before the ledger answered of the month, when it wrote the backup. */
interface Answered {
  receipts: [code: string, number: string, amount: number, paidAt: string, isCancelled: boolean][];
  accounts: [registrationId: number, charged: number, paid: number][];
  takings: [day: string, method: string, amount: number, count: number][];
  cancelled: [receipt: string, number: string, amount: number][];
}

test('a month of a desk from before the ledger keeps its papers, sums and takings, and goes on', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T08:00:00Z') });
  const answered: Answered = JSON.parse(await readFile(place('month.json'), 'utf8'));
  const files = openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
  const sealing = makeColumnSealing(t.config.dataKeys);
  const target = { connection: t.db.connection, files, sealing, keep: async () => async () => {} };
  await restoreBackup(target, place('month.backup'), { eraseLost: true });
  const { fees } = t.office.admin;

  for (const [code, number, amount, paidAt, isCancelled] of answered.receipts) {
    const page = await readData(t.visitor.api.donations.receipt({ params: { code } }));
    expect(page).toMatchObject({ number, amount, paidAt, isCancelled, isTest: false });
  }
  const { items: accounts } = await fees.list.query({ limit: 100, offset: 0, sort: 'reference' });
  expect(accounts.map(({ registrationId, charged, paid }) => [registrationId, charged, paid])).toEqual(
    answered.accounts,
  );
  const { items: rows } = await fees.book.query({ limit: 500, offset: 0, by: 'received' });
  const standing = rows.filter(({ kind, counteredBy }) => kind !== 'counter' && counteredBy === null);
  const takings = Map.groupBy(standing, ({ receivedOn, method }) => `${receivedOn} ${method}`);
  expect(takings.size).toBe(answered.takings.length);
  for (const [day, method, amount, count] of answered.takings) {
    const taken = takings.get(`${day} ${method}`) ?? [];
    expect([taken.length, taken.reduce((sum, row) => sum + row.amount, 0)]).toEqual([count, amount]);
  }
  const paperOf = new Map(rows.map(({ id, numbers }) => [id, numbers[0]]));
  const counters = rows.filter(({ kind }) => kind === 'counter');
  const papers = counters.flatMap(({ numbers: [number], counters: id, amount }) =>
    number ? [[paperOf.get(id ?? 0), number, -amount]] : [],
  );
  expect(papers.toSorted()).toEqual(answered.cancelled.toSorted());
  expect(counters.length - papers.length).toBe(2);
  const refunds = rows.filter(({ kind }) => kind === 'refund');
  expect(refunds.map(({ numbers }) => numbers)).toEqual([[], [], [], []]);

  const [[registrationId] = [0]] = answered.accounts;
  const receivedOn = '2026-11-25';
  const { id, receipts } = await fees.record.mutate({
    parts: [{ registrationId, amount: 5000 }],
    amount: 5000,
    method: 'cash',
    receivedOn,
  });
  expect(receipts[0]?.receiptNumber).toBe('FEE-2026-000099');
  expect(await fees.counter.mutate({ movementId: id, reason: 'x' })).toMatchObject({
    number: 'CAN-2026-000007',
  });
  const refund = { registrationId, amount: 1000, method: 'cash', reason: 'x' } as const;
  expect(await fees.refund.mutate(refund)).toMatchObject({ number: 'REF-2026-000001' });
});
