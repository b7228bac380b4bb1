import { expect, test } from 'vitest';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { forgetSmsNumbers, lockSmsNumber, readSmsNumber } from './sms-number.service.ts';

const t = await useTestApp();
const write = (number: string, change: object = {}) =>
  runInTransaction(t.jobContext(), async (tx) => {
    Object.assign(await lockSmsNumber(tx, number), change);
    await tx.em.flush();
  });
const read = (number: string) => readSmsNumber(t.jobContext(), number);

test('knows which numbers have written and which have said stop, without storing a number', async () => {
  await write('+256772000001');
  await write('+256772000002', { stoppedAt: t.now() });
  await write('+256772000002');
  expect(await read('+256772000001')).toEqual({ hasWritten: true, isStopped: false });
  expect(await read('+256772000002')).toEqual({ hasWritten: true, isStopped: true });
  expect(await read('+256772000003')).toEqual({ hasWritten: false, isStopped: false });
  const rows = await t.sql('select * from sms_numbers');
  expect(JSON.stringify(rows)).not.toContain('77200000');
});

test('forgets a number, but not its stop', async () => {
  await write('+256772000004', { thankedAt: t.now() });
  await write('+256772000005', { thankedAt: t.now(), stoppedAt: t.now() });
  await runInTransaction(t.jobContext(), (tx) => forgetSmsNumbers(tx, ['+256772000004', '+256772000005']));
  expect(await read('+256772000004')).toEqual({ hasWritten: false, isStopped: false });
  expect(await read('+256772000005')).toEqual({ hasWritten: true, isStopped: true });
});
