import type { StatementImport } from '@institute/contract';
import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { beforeEach, expect, test } from 'vitest';
import { listAttention } from '../../../../composition/attention.ts';
import { contentInfos } from '../../../../composition/resources.ts';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { listRightsBut } from '../../../../testing/app/rights.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const owner = () => t.office.admin.fees;
const bursar = () => t.as('till@example.org').admin.fees;
// The first account is the owner
await t.given.student();
await t.given.account('till@example.org');
let id: number;
beforeEach(async () => {
  await t.sql(
    'truncate kept_statement_lines, fee_parts, fee_movements, registrations, outgoing_messages cascade',
  );
  ({ id } = await t.given.student({ phone: '0700 000 009' }));
});

const old = addDaysToToday(-30);
type Row = readonly [id: string, day: string, reason: string, amount: number];
const statement = (...rows: readonly Row[]) =>
  ['Transaction ID,Date,Description,Credit', ...rows.map((cells) => cells.join(','))].join('\n');
const store = async (
  fees: ReturnType<typeof owner>,
  text: string,
  chosen: Partial<Pick<StatementImport, 'likely' | 'choices'>> = {},
) => {
  const { hash } = await fees.plan.mutate({ text });
  return fees.import.mutate({ text, hash, likely: [], ...chosen });
};
const paid = async (registrationId = id) => (await owner().account.query({ registrationId })).paid;
const listWaiting = async () => (await owner().waiting.query()).items;
const listIds = async () => (await listWaiting()).map((line) => line.id);
const file = () =>
  statement(
    ['N1', addDaysToToday(-7), payCode(id), 1000],
    ['O1', old, payCode(id), 20_000],
    ['O2', old, 'from nobody we know', 3000],
  );

test('of a file with older lines a bursar stores the rest, and an owner confirms them at once', async () => {
  const other = await t.given.student();
  const parts = [
    { registrationId: id, amount: 1000 },
    { registrationId: other.id, amount: 2000 },
  ];
  expect(await store(bursar(), file(), { choices: [{ line: 4, parts }] })).toMatchObject({
    matched: 1,
    unmatched: 0,
    waiting: 2,
  });
  expect(await paid()).toBe(1000);
  expect(await t.sql("select 1 from outgoing_messages where kind = 'fee-receipt'")).toHaveLength(1);
  const attention = await listAttention({
    em: t.em(),
    config: t.config,
    content: contentInfos,
    now: t.now,
    hasImage: async () => true,
    actor: { isOwner: true, rights: listRightsBut('content') },
  });
  expect(attention.waitingLines).toEqual({ count: 2, months: [old.slice(0, 7)] });

  // A newer file has them again
  const states = (await owner().plan.mutate({ text: file() })).lines.map((one) => [one.state, one.message]);
  const waits = ['known', 'On record: the lines that wait for an owner'];
  expect(states).toEqual([['known', expect.stringMatching(/FEE-/)], waits, waits]);
  expect(await store(owner(), file())).toMatchObject({ known: 3, waiting: 0 });
  expect((await bursar().waiting.query()).items).toMatchObject([
    {
      state: 'waiting',
      method: 'bank',
      operatorId: 'O1',
      amount: 20_000,
      receivedOn: old,
      recordedBy: 'till@example.org',
      parts: [{ registrationId: id, amount: 20_000 }],
    },
    { operatorId: 'O2', parts: [{ amount: 1000 }, { registrationId: other.id, amount: 2000 }] },
  ]);

  const ids = await listIds();
  expect((await readRefusal(bursar().confirmWaiting.mutate({ ids }))).status).toBe(403);
  expect(await owner().confirmWaiting.mutate({ ids })).toEqual({ count: 2 });
  expect([await paid(), await paid(other.id)]).toEqual([22_000, 2000]);
  expect((await owner().book.query({ q: 'O1', limit: 9, offset: 0 })).items).toMatchObject([
    { receivedOn: old, isBackdated: true, recordedBy: expect.not.stringContaining('till@') },
  ]);
  expect(await listWaiting()).toEqual([]);
  expect((await owner().plan.mutate({ text: file() })).lines.map(({ state }) => state)).toEqual([
    'known',
    'known',
    'known',
  ]);
});

test('an owner who confirms twice, or two owners at once, store each line once', async () => {
  await store(bursar(), file());
  const ids = await listIds();
  const calls = Array.from({ length: 6 }, () => owner().confirmWaiting.mutate({ ids }));
  const done = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(1);
  expect(await paid()).toBe(21_000);
  expect(await readRefusal(owner().confirmWaiting.mutate({ ids }))).toMatchObject({
    status: 409,
    message: 'These lines have changed. Look again.',
  });
});

test('two who import the same older lines at once leave them waiting once', async () => {
  const { hash } = await bursar().plan.mutate({ text: file() });
  const imports = Array.from({ length: 6 }, () => bursar().import.mutate({ text: file(), hash, likely: [] }));
  const done = (await Promise.allSettled(imports)).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(1);
  expect(await listIds()).toHaveLength(2);
});

test('what was recorded meanwhile is not stored a second time, and says where it is', async () => {
  await store(bursar(), file());
  const slip = { amount: 20_000, method: 'bank', receivedOn: old, again: true } as const;
  const [receipt] = (await owner().record.mutate(makeFeePayment(id, { ...slip, operatorId: 'SLIP 1' })))
    .receipts;
  const [first, second] = await listWaiting();
  const message = expect.stringMatching(new RegExp(`^Likely the one recorded as ${receipt?.receiptNumber}`));
  expect(first).toMatchObject({ state: 'likely', message, twin: { receiptNumber: receipt?.receiptNumber } });
  const ids = await listIds();
  expect(await readRefusal(owner().confirmWaiting.mutate({ ids }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(`^${formatLocalMoney(20_000)} of .*: Likely the one recorded as FEE-`),
  });
  expect(await paid()).toBe(21_000);
  expect(await owner().confirmWaiting.mutate({ ids, another: [first?.id ?? 0] })).toEqual({ count: 2 });
  expect(await paid()).toBe(41_000);

  await store(bursar(), statement(['O3', old, payCode(id), 500]));
  await owner().record.mutate(makeFeePayment(id, { ...slip, amount: 500, operatorId: 'o3' }));
  const [known] = await listWaiting();
  expect(known).toMatchObject({ state: 'known', message: expect.stringMatching(/^On record: FEE-/) });
  const again = owner().confirmWaiting.mutate({ ids: [known?.id ?? 0], another: [known?.id ?? 0] });
  expect((await readRefusal(again)).message).toMatch(
    new RegExp(`^${formatLocalMoney(500)} of .*: On record: FEE-`),
  );
  expect(second).toMatchObject({ state: 'waiting', parts: [] });
});

test('a line of somebody who was deleted is not confirmed, and an owner leaves it out', async () => {
  await store(bursar(), file());
  await owner().confirmWaiting.mutate({ ids: [(await listIds())[1] ?? 0] });
  await t.office.admin.registrations.remove.mutate({ id });
  const [line] = await listWaiting();
  expect(line).toMatchObject({ parts: [{ registrationId: id, name: null }] });
  const ids = await listIds();
  expect(await readRefusal(owner().confirmWaiting.mutate({ ids }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(`^${formatLocalMoney(20_000)} of .*: the person was deleted`),
  });
  expect((await readRefusal(bursar().leaveOutWaiting.mutate({ ids }))).status).toBe(403);
  expect(await owner().leaveOutWaiting.mutate({ ids })).toEqual({ count: 1 });
  expect(await listWaiting()).toEqual([]);
  expect((await owner().plan.mutate({ text: file() })).lines[1]).toMatchObject({
    state: 'notMoney',
    notFee: true,
  });
});

test('an older line of a batch is confirmed beside the lines of the batch that are on record', async () => {
  const batch = statement(['B1', addDaysToToday(-1), payCode(id), 1000], ['B1', old, payCode(id), 2000]);
  expect(await store(bursar(), batch)).toMatchObject({ matched: 1, waiting: 1 });
  const [line] = await listWaiting();
  expect(line).toMatchObject({
    state: 'likely',
    message: expect.stringMatching(`^On record as ${formatLocalMoney(1000)} in FEE-`),
  });
  const ids = [line?.id ?? 0];
  await owner().confirmWaiting.mutate({ ids, another: ids });
  expect(await paid()).toBe(3000);
  expect((await owner().plan.mutate({ text: batch })).lines.map(({ state }) => state)).toEqual([
    'known',
    'known',
  ]);
});
