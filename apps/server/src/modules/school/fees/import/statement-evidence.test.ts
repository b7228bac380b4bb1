import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { toLocalDay } from '@institute/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { testPassword, useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const owner = 'office@example.org';
const bursar = 'bursar@example.org';
const colleague = 'colleague@example.org';
const editor = 'editor@example.org';
await t.given.account();
for (const email of [bursar, colleague, editor]) {
  const { user } = await t.given.account(email);
  await t.office.admin.accounts.setRights.mutate({
    id: user.id,
    rights: email === editor ? ['content'] : ['fees'],
  });
}
const fees = (email: string) => t.as(email).admin.fees;
const today = addDaysToToday(0);

let id: number;
beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, fee_confirmations, kept_statement_lines');
  await t.sql('truncate statement_imports, statement_comparisons, charges, control_notes');
  ({ id } = await t.given.student());
});

const record = async (email: string, fields: object = {}) => {
  const payment = { amount: 90_000, method: 'mtn', operatorId: 'MP9', receivedOn: today, ...fields } as const;
  const { id: movementId } = await fees(email).record.mutate(makeFeePayment(id, payment));
  return movementId;
};
const typed = (...ids: string[]) =>
  ['Transaction ID,Date,Reason,Amount', ...ids.map((one) => `${one},${today},${payCode(id)},90000`)].join(
    '\n',
  );
const store = async (email: string, text: string, more: object = {}) => {
  const method = /Balance/.test(text) ? ('bank' as const) : ('mtn' as const);
  const { hash } = await fees(email).plan.mutate({ text, method });
  return fees(email).import.mutate({ text, method, hash, likely: [], ...more });
};
// A test that waits may end on the next day
const readControl = async () =>
  (await fees(owner).control.query({ from: today, to: toLocalDay(t.now()) })).items;
const listKinds = async () => (await readControl()).map(({ kind }) => kind).sort();
const readImports = async () => (await readControl()).flatMap(({ statement }) => statement ?? []);
const readImport = async () => {
  const [newest] = await readImports();
  if (!newest) throw new Error('Nothing was imported');
  return newest;
};

test('what a bursar invents and confirms by lines of his own stands in Control until another compares them', async () => {
  await record(bursar);
  await store(bursar, typed('MP9', 'MP8', 'MP7'));
  const items = await readControl();
  expect(items.map(({ kind, by, amount }) => [kind, by, amount]).sort()).toEqual([
    ['import', bursar, 270_000],
    ['selfConfirmed', bursar, 90_000],
  ]);
  const imported = await readImport();
  expect(imported).toMatchObject({
    by: bursar,
    method: 'mtn',
    lastDay: today,
    fileName: null,
    lines: 3,
    amount: 270_000,
    stored: 2,
    openingBalance: null,
    closingBalance: null,
    continues: null,
    missing: 0,
    comparedBy: null,
    mayCompare: true,
  });
  expect(await fees(bursar).imports.query()).toMatchObject([{ id: imported.id, mayCompare: false }]);
  expect(await fees(colleague).imports.query()).toMatchObject([{ id: imported.id, mayCompare: true }]);
  await fees(colleague).confirmImport.mutate({ id: imported.id });
  expect(await listKinds()).toEqual(['import']);
  expect(await readImport()).toMatchObject({ comparedBy: colleague, mayCompare: false });
  expect(await fees(colleague).imports.query()).toEqual([]);
});

test('a payment that another account imports is confirmed, also after an import of its own recorder', async () => {
  await record(colleague);
  await store(bursar, typed('MP9'));
  expect(await listKinds()).toEqual(['import']);
  await record(bursar, { operatorId: 'MP8', receivedOn: addDaysToToday(-1) });
  const file = typed('MP9', 'MP8');
  expect(await store(bursar, file)).toMatchObject({ confirmed: 1 });
  expect(await listKinds()).toEqual(['import', 'import', 'selfConfirmed']);
  expect(await store(bursar, file)).toMatchObject({ confirmed: 0 });
  expect(await listKinds()).toEqual(['import', 'import', 'import', 'selfConfirmed']);
  expect(await store(owner, file)).toMatchObject({ confirmed: 1 });
  expect(await listKinds()).toEqual(['import', 'import', 'import', 'import']);
});

test('an owner is listed with what he recorded and imported himself', async () => {
  await record(owner);
  await store(owner, typed('MP9'));
  expect(await listKinds()).toEqual(['import', 'selfConfirmed']);
});

test('an import is compared by another account with fees and its password, once', async () => {
  await store(bursar, typed('MP9'));
  const { id: importId } = await readImport();
  const compare = (email: string) => fees(email).confirmImport.mutate({ id: importId });
  expect(await readRefusal(compare(bursar))).toMatchObject({
    status: 403,
    message: 'You imported this statement. Ask another account to compare it.',
  });
  expect(await readRefusal(compare(editor))).toMatchObject({ status: 403 });
  const { token } = await t.given.account(owner);
  const { account, fees: ownersFees } = t.withToken(token).admin;
  t.wait(10 * 60_000);
  expect(await readRefusal(ownersFees.confirmImport.mutate({ id: importId }))).toMatchObject({
    code: 'PASSWORD_REQUIRED',
  });
  expect((await readImport()).comparedBy).toBeNull();
  await account.confirmPassword.mutate({ currentPassword: testPassword });
  await ownersFees.confirmImport.mutate({ id: importId });
  expect(await readRefusal(compare(colleague))).toMatchObject({
    status: 409,
    message: 'This import is compared already',
  });
  expect(await readRefusal(fees(owner).confirmImport.mutate({ id: importId + 1 }))).toMatchObject({
    status: 404,
  });
  const { items } = await t.office.admin.activity.list.query({ limit: 5 });
  expect(items.map(({ description }) => description)).toContain(
    `Compared the statement of ${formatLocalMoney(90_000)} that ${bursar} imported`,
  );
});

test('the only owner compares his own import, one of two does not', async () => {
  await store(owner, typed('MP9'));
  expect(await readImport()).toMatchObject({ by: owner, mayCompare: true });
  await t.given.account('second@example.org');
  await t.sql(`update accounts set is_owner = true where email = 'second@example.org'`);
  const { id: importId, mayCompare } = await readImport();
  expect(mayCompare).toBe(false);
  expect(await readRefusal(fees(owner).confirmImport.mutate({ id: importId }))).toMatchObject({
    status: 403,
  });
  await t.sql(`update accounts set is_owner = false where email = 'second@example.org'`);
  await fees(owner).confirmImport.mutate({ id: importId });
  expect((await readImport()).comparedBy).toBe(owner);
});

test('what an earlier version confirmed stays confirmed', async () => {
  const movementId = await record(bursar);
  await t.sql(
    `insert into fee_confirmations (movement_id, line_id, recorded_by) values (${movementId}, 'MP9', '${bursar}')`,
  );
  await store(bursar, typed('MP9'));
  expect(await listKinds()).toEqual(['import']);
});

test('rows of imports and of what was compared are only inserted', async () => {
  await store(bursar, typed('MP9'));
  await fees(owner).confirmImport.mutate({ id: (await readImport()).id });
  for (const statement of [
    'update statement_imports set lines = 0',
    'delete from statement_imports',
    `update statement_comparisons set recorded_by = 'x'`,
    'delete from statement_comparisons',
  ])
    await expect(t.sql(statement)).rejects.toThrow('are only inserted');
});

test('the name of a file is kept as the browser says it', async () => {
  await store(bursar, typed('MP9'), { fileName: 'mtn november.csv' });
  expect(await readImport()).toMatchObject({ fileName: 'mtn november.csv' });
});

/** A bank's file with balances: days ago, money that came or went. */
const bank = (opening: number, ...moves: [id: string, daysAgo: number, amount: number][]) => {
  let balance = opening;
  const lines = moves.map(([one, daysAgo, amount]) => {
    balance += amount;
    const day = addDaysToToday(-daysAgo);
    return `${day},DEPOSIT,${one},${amount < 0 ? -amount : ''},${amount > 0 ? amount : ''},${balance.toFixed(2)}`;
  });
  return { head: 'Date,Details,Reference,Debit,Credit,Balance', lines };
};
const toText = ({ head, lines }: ReturnType<typeof bank>) => [head, ...lines].join('\n');

test('a file with balances says whether it continues the one before, in either order of lines', async () => {
  const early = bank(1_000_000.5, ['FT1', 6, 50_000], ['FT2', 5, -345.25], ['FT3', 5, 20_000]);
  await store(bursar, toText(early));
  expect(await readImport()).toMatchObject({
    openingBalance: 1_000_000.5,
    closingBalance: 1_069_655.25,
    continues: null,
  });
  const later = bank(1_069_655.25, ['FT4', 4, -1000], ['FT5', 3, 70_000]);
  await store(bursar, toText({ ...later, lines: later.lines.toReversed() }));
  expect(await readImport()).toMatchObject({
    openingBalance: 1_069_655.25,
    closingBalance: 1_138_655.25,
    continues: true,
  });
  // The same days again, and more
  const whole = bank(1_069_655.25, ['FT4', 4, -1000], ['FT5', 3, 70_000], ['FT6', 2, 80_000]);
  await store(bursar, toText(whole));
  expect(await readImport()).toMatchObject({ closingBalance: 1_218_655.25, continues: true });
  const afterGap = bank(3_000_000, ['FT8', 1, 40_000]);
  await store(bursar, toText(afterGap));
  expect(await readImport()).toMatchObject({ openingBalance: 3_000_000, continues: false });
  // Another account has headings of its own
  await store(
    bursar,
    toText({ ...bank(500, ['S1', 0, 500]), head: 'Date,Narration,Trans ID,Debit,Credit,Balance' }),
  );
  expect(await readImport()).toMatchObject({ continues: null });
});

test('lines of an earlier import that a later file of the same days lacks are named', async () => {
  await store(bursar, toText(bank(0, ['FT1', 3, 50_000], ['FT2', 2, 60_000], ['FT3', 1, 70_000])));
  const real = toText(bank(0, ['FT1', 3, 50_000], ['FT4', 1, 70_000]));
  const { unheld } = await fees(bursar).plan.mutate({ text: real, method: 'bank' });
  expect(
    unheld.map(({ operatorId, amount, isImported, recordedBy }) => [
      operatorId,
      amount,
      isImported,
      recordedBy,
    ]),
  ).toEqual([
    ['FT2', 60_000, true, bursar],
    ['FT3', 70_000, true, bursar],
  ]);
  const [taken] = unheld;
  await fees(owner).counter.mutate({ movementId: taken?.movementId ?? 0, reason: 'Never came' });
  await store(bursar, real);
  expect(await readImport()).toMatchObject({ missing: 1 });
  // A file of other days, and of another account
  for (const other of [
    toText(bank(0, ['FT9', 0, 1000])),
    toText({
      ...bank(0, ['S1', 3, 500], ['S2', 0, 500]),
      head: 'Date,Narration,Trans ID,Debit,Credit,Balance',
    }),
  ])
    expect((await fees(bursar).plan.mutate({ text: other, method: 'bank' })).unheld).toEqual([]);
});

test('typed lines of an operator are held against its statements, whichever number those name', async () => {
  const real = `Transactions of ${place.callingCode}770000001\n${typed('MP1', 'MP2')}`;
  await store(bursar, real);
  const { unheld } = await fees(bursar).plan.mutate({ text: typed('MP2', 'MP3'), method: 'mtn' });
  expect(unheld).toMatchObject([{ operatorId: 'MP1', isImported: true }]);
  const another = `Transactions of ${place.callingCode}770000002\n${typed('MP4')}`;
  expect((await fees(bursar).plan.mutate({ text: another, method: 'mtn' })).unheld).toEqual([]);
});

test('a line that waited for an owner still names the import that brought it', async () => {
  const old = addDaysToToday(-20);
  await store(bursar, `Transaction ID,Date,Reason,Amount\nMP1,${old},${payCode(id)},90000`);
  expect(await readImport()).toMatchObject({ lines: 1, stored: 0 });
  const { items } = await fees(owner).waiting.query();
  await fees(owner).confirmWaiting.mutate({ ids: items.map((line) => line.id) });
  expect(await readImport()).toMatchObject({ lines: 1, stored: 1 });
});
