import { payCode } from '@institute/contract/fees.constants';
import { payChannels } from '@institute/contract/place';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
let id: number;
beforeEach(async () => {
  await t.sql(
    'truncate fee_parts, fee_movements, fee_confirmations, registrations, outgoing_messages cascade',
  );
  await t.sql('truncate kept_statement_lines');
  ({ id } = await t.given.student());
});

const record = async (fields: object) => {
  const payment = { amount: 90_000, method: 'mtn', receivedOn: addDaysToToday(-3), ...fields } as const;
  const { id: movementId, receipts } = await fees().record.mutate(makeFeePayment(id, payment));
  return { movementId, receiptNumber: receipts[0]?.receiptNumber };
};
const statement = (
  method: 'mtn' | 'bank',
  ...rows: [id: string, day: string, reason: string, amount?: number][]
) => ({
  method,
  text: ['Transaction ID,Date,Reason,Amount']
    .concat(rows.map(([one, day, reason, amount = 90_000]) => [one, day, reason, amount].join(',')))
    .join('\n'),
});
type Statement = ReturnType<typeof statement>;
const store = async (input: Statement, likely: number[] = []) => {
  const { hash } = await fees().plan.mutate(input);
  return fees().import.mutate({ ...input, hash, likely });
};
const unheld = async (input: Statement) =>
  (await fees().plan.mutate(input)).unheld.map(({ operatorId }) => operatorId);

/** What Control lists so many days later, in any month. */
async function readUnconfirmed(days: number) {
  onTestFinished(() => {
    vi.useRealTimers();
    t.wait(0);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60 * 1000 });
  t.wait(0);
  const { items } = await fees().control.query({ from: addDaysToToday(-60), to: addDaysToToday(0) });
  vi.useRealTimers();
  t.wait(0);
  return items.filter(({ kind }) => kind === 'unconfirmed');
}

test('Control lists what no statement has confirmed after the days of the settings', async () => {
  const invented = await record({ operatorId: 'MP9' });
  await record({ operatorId: 'MP1', amount: 80_000 });
  await record({ method: 'cash', operatorId: null, amount: 70_000 });
  const { movementId } = await record({ operatorId: 'MP2', amount: 60_000 });
  await fees().counter.mutate({ movementId, reason: 'Twice' });
  await store(
    statement(
      'mtn',
      ['MP1', addDaysToToday(-3), payCode(id), 80_000],
      ['MP3', addDaysToToday(-3), payCode(id), 5000],
    ),
  );
  expect(await readUnconfirmed(10)).toEqual([]);
  expect(await readUnconfirmed(11)).toMatchObject([
    {
      by: 'office@example.org',
      amount: 90_000,
      registrationId: id,
      number: invented.receiptNumber,
      reason: `${payChannels.mtn.name}, MP9`,
    },
  ]);
  const { fees: site } = (await t.office.admin.site.get.query()).view;
  expect(site.confirmDays).toBe(14);
  await t.office.admin.site.update.mutate({ changes: { fees: { ...site, confirmDays: 20 } } });
  expect(await readUnconfirmed(14)).toEqual([]);
  expect(await readUnconfirmed(17)).toHaveLength(1);
  await t.office.admin.site.update.mutate({ changes: { fees: site } });
});

test('an import lists the hand-recorded payments of its days that it does not hold', async () => {
  const invented = await record({ operatorId: 'MP9' });
  await record({ operatorId: 'MP1', amount: 80_000 });
  await record({ operatorId: 'MP0', amount: 70_000, receivedOn: addDaysToToday(-6) });
  await record({ operatorId: 'AT1', method: 'airtel', amount: 60_000 });
  const file = statement(
    'mtn',
    ['MP3', addDaysToToday(-4), payCode(id), 5000],
    ['mp1', addDaysToToday(-2), 'x', 80_000],
  );
  const { unheld: listed, lines } = await fees().plan.mutate(file);
  expect(listed).toMatchObject([
    {
      movementId: invented.movementId,
      receiptNumber: invented.receiptNumber,
      operatorId: 'MP9',
      amount: 90_000,
      receivedOn: addDaysToToday(-3),
      recordedBy: 'office@example.org',
    },
  ]);
  expect(lines.map(({ confirms }) => confirms !== null)).toEqual([false, true]);
  await store(file);
  expect((await fees().plan.mutate(file)).lines.map(({ confirms }) => confirms)).toEqual([null, null]);
});

test('a slip is confirmed by the line that is likely it, and no longer by one that is another payment', async () => {
  await record({ method: 'bank', operatorId: 'SLIP 1' });
  await fees().deposit.mutate({ amount: 400_000, bankedOn: addDaysToToday(-3), bank: 'Stanbic' });
  const nobodys = {
    amount: 30_000,
    method: 'bank',
    operatorId: 'SLIP 2',
    receivedOn: addDaysToToday(-3),
  } as const;
  const { id: unassigned } = await fees().record.mutate(makeFeePayment(null, nobodys));
  expect((await readUnconfirmed(11)).map(({ number, reason }) => [number, reason])).toEqual([
    [null, 'Cash taken to the bank, Stanbic'],
    ['SLIP 2', 'Bank, SLIP 2'],
    [expect.stringMatching(/^FEE-/), 'Bank, SLIP 1'],
  ]);
  await fees().counter.mutate({ movementId: unassigned, reason: 'Rent' });
  const file = statement(
    'bank',
    ['FT1', addDaysToToday(-3), payCode(id)],
    ['FT2', addDaysToToday(-2), 'CASH DEP', 400_000],
  );
  expect(await unheld(statement('bank', ['FT5', addDaysToToday(-3), payCode(id), 1000]))).toEqual([
    'SLIP 1',
    null,
  ]);
  expect(await unheld(file)).toEqual([]);
  await store(file);
  expect(await readUnconfirmed(11)).toEqual([]);
  // A person's slip is asked about again. A deposit is one line
  const other = statement(
    'bank',
    ['FT3', addDaysToToday(-3), payCode(id)],
    ['FT4', addDaysToToday(-3), 'CASH DEP', 400_000],
  );
  expect((await fees().plan.mutate(other)).lines.map(({ state }) => state)).toEqual(['likely', 'unmatched']);
  expect(await store(file, [2])).toMatchObject({ likely: 1, known: 1 });
  expect(await readUnconfirmed(11)).toMatchObject([{ reason: 'Bank, SLIP 1' }]);
});
