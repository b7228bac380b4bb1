import { toLocalDay } from '@institute/contract/time';
import { expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../../composition/entities.ts';
import { migrate } from '../../../../database/migrate.ts';
import { openOrm } from '../../../../database/orm.ts';
import { makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { readPdfLines } from '../../../../testing/files/pdf-text.ts';
import { query } from '../../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../../testing/processes/older-database.ts';
import { listControlEvents } from '../books/fee-control.service.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;

const isCopy = async (partId: number) => {
  const { content } = await fees().receipt.query({ partId, size: 'roll' });
  return readPdfLines(Buffer.from(content, 'base64')).some(({ text }) => text.includes('Copy'));
};
const reprints = async () =>
  (await fees().control.query({ month: toLocalDay(t.now()).slice(0, 7) })).items.filter(
    ({ kind }) => kind === 'reprint',
  );

test('of twenty prints at once one is the original, and what the log says changes nothing', async () => {
  const { id } = await t.given.student();
  const { id: movementId, receipts } = await fees().record.mutate(makeFeePayment(id, { amount: 50_000 }));
  const partId = receipts[0]?.partId ?? 0;
  const copies = await Promise.all(Array.from({ length: 20 }, () => isCopy(partId)));
  expect(copies.filter((one) => !one)).toHaveLength(1);
  await t.sql('truncate activities');
  expect(await isCopy(partId)).toBe(true);
  expect(await reprints()).toHaveLength(20);
  expect((await reprints())[0]).toMatchObject({
    by: 'office@example.org',
    amount: 50_000,
    registrationId: id,
    number: receipts[0]?.receiptNumber,
    receiptCode: receipts[0]?.receiptCode,
  });
  // The counter-receipt is another paper
  const { number } = await fees().counter.mutate({ movementId, reason: 'Twice' });
  expect([await isCopy(partId), await isCopy(partId)]).toEqual([false, true]);
  expect((await reprints())[0]).toMatchObject({ number });
  await expect(t.sql('delete from fee_prints')).rejects.toThrow('only inserted');
});

const older = `
insert into fee_movements (id, kind, method, amount, received_on, counters, number) values
  (1, 'payment', 'cash', 5000, '2026-03-01', null, null), (2, 'refund', 'cash', -700, '2026-03-02', null, 'REF-2026-000001'),
  (3, 'payment', 'cash', 9000, '2026-03-03', null, null), (4, 'counter', 'cash', -9000, '2026-03-04', 3, 'CAN-2026-000001');
insert into fee_parts (id, movement_id, registration_id, amount, receipt_number) values
  (11, 1, 7, 5000, 'FEE-2026-000001'), (12, 2, 7, -700, null), (13, 3, 7, 8000, 'FEE-2026-000002'),
  (14, 3, 8, 1000, 'FEE-2026-000003'), (15, 4, 7, -8000, null), (16, 4, 8, -1000, null);
insert into activities (type, entity_type, entity_id, user_email, created_at, description) values
  ('view', 'registration', 7, 'a@x', '2026-03-01T08:00Z', 'Printed receipt FEE-2026-000001 of UGX 5,000'),
  ('view', 'registration', 7, 'b@x', '2026-03-05T08:00Z', 'Printed receipt FEE-2026-000001 of UGX 5,000'),
  ('view', 'registration', 7, 'a@x', '2026-03-05T08:00Z', 'Printed receipt REF-2026-000001 of UGX 700'),
  ('view', 'registration', 8, 'a@x', '2026-03-05T08:00Z', 'Printed receipt CAN-2026-000001 of UGX 1,000'),
  ('view', 'registration', 8, 'a@x', '2026-03-05T08:00Z', 'Printed receipt FEE-2026-999999 of UGX 1'),
  ('update', 'registration', 7, 'a@x', '2026-03-05T08:00Z', 'Printed receipt FEE-2026-000001 of UGX 5,000');
`;

test('prints of before are carried over from the log', async () => {
  const db = await createOlderDatabase('0113');
  for (const statement of older.split(';\n').filter((sql) => sql.trim()))
    await query(db.connection, statement);
  await migrate(db.connection);
  const orm = openOrm(db.connection, entities);
  onTestFinished(async () => {
    await orm.close();
    await db.drop();
  });
  const printed = await query(
    db.connection,
    'select part_id, number, recorded_by from fee_prints order by recorded_at, number',
  );
  expect(printed).toEqual([
    { part_id: 11, number: 'FEE-2026-000001', recorded_by: 'a@x' },
    { part_id: 14, number: 'CAN-2026-000001', recorded_by: 'a@x' },
    { part_id: 11, number: 'FEE-2026-000001', recorded_by: 'b@x' },
    { part_id: 12, number: 'REF-2026-000001', recorded_by: 'a@x' },
  ]);
  const rows = await listControlEvents(
    { ...t.jobContext(), em: orm.em.fork() },
    { from: '2026-03-01', until: '2026-04-01' },
  );
  expect(rows.filter(({ kind }) => kind === 'reprint')).toMatchObject([
    { by: 'b@x', amount: 5000, number: 'FEE-2026-000001' },
  ]);
});
