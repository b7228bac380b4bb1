import { apiScopes } from '@institute/contract/api-keys.constants';
import { rights } from '@institute/contract/rights.constants';
import { expect, test } from 'vitest';
import { makeFeePayment } from '../app/sample-bodies.ts';
import { useTestApp } from '../app/test-app.ts';
import { lureWith, makeLuredCalls } from './lured-calls.ts';
import { findMovedMoney, readMoneyHolders } from './money-holders.ts';

const t = await useTestApp();
await t.signIn();
const { fees } = t.office.admin;

const { id: programId } = await t.given.program();
const [victim, friend, other] = await Promise.all([1, 2, 3].map(() => t.given.registration({ programId })));
const victimId = victim?.id ?? 0;
const friendId = friend?.id ?? 0;
const otherId = other?.id ?? 0;
const pay = (operatorId: string, registrationId: number | null) =>
  fees.record.mutate(
    makeFeePayment(registrationId, { amount: 50_000, method: 'mtn', operatorId, again: true }),
  );
const reason = 'A mistake';
const readPartId = (receipts: { partId: number }[]) => receipts[0]?.partId ?? 0;

const paid = await pay('MP1', victimId);
const passed = await pay('MP2', victimId);
const moved = await fees.move.mutate({
  partId: readPartId(passed.receipts),
  toRegistrationId: otherId,
  amount: 20_000,
  reason,
});
await fees.unassign.mutate({ partId: readPartId(passed.receipts), reason });
const old = await pay('MP3', null);
await t.sql('alter table fee_movements disable trigger user');
await t.sql("update fee_movements set recorded_at = now() - interval '2 days' where id = ?", [old.id]);
await t.sql('alter table fee_movements enable trigger user');
const fresh = await pay('MP4', null);
const crossed = await pay('MP5', victimId);
await t.sql('insert into crossed_fee_parts (part_id, movement_id) values (?, ?)', [
  readPartId(crossed.receipts),
  fresh.id,
]);

/** Money of somebody by its receipt, money that has moved, money without a person, and a crossed part. */
const lures = [
  { movementId: paid.id, partId: readPartId(paid.receipts) },
  { movementId: passed.id, partId: moved.id },
  { movementId: old.id, partId: readPartId(passed.receipts) },
  { movementId: crossed.id, partId: readPartId(crossed.receipts) },
].map((money) => ({
  ...money,
  id: victimId,
  ids: [victimId],
  registrationId: victimId,
  registrations: [victimId],
  toRegistrationId: friendId,
  parts: [{ registrationId: friendId, amount: 1000 }],
  amount: 1000,
  method: 'cash',
  receivedOn: makeFeePayment(null, { amount: 1 }).receivedOn,
  again: true,
  anyway: true,
  reason,
}));

async function checkHolders() {
  let before = await readMoneyHolders(t);
  return async (call: string) => {
    const after = await readMoneyHolders(t);
    expect(findMovedMoney(before, after), call).toEqual([]);
    before = after;
    await t.sql('update registrations set deleted_at = null');
  };
}

const holders = [...rights, 'owner'] as const;

test.each(holders)(
  'no money changes its person without the password for: %s',
  {
    timeout: 900_000,
  },
  async (right) => {
    const email = `${right}@doors.example`;
    const { user } = await t.given.account(email);
    const isOwner = right === 'owner';
    await t.sql('update accounts set is_owner = ?, rights = ? where id = ?', [
      isOwner,
      `{${isOwner ? rights : right}}`,
      user.id,
    ]);
    const { answered, asked } = await makeLuredCalls(t, {
      held: [right],
      listInputs: lureWith(lures),
      signIn: async () => {
        const { token } = await t.signIn(email);
        await t.sql("update sessions set confirmed_at = '2020-01-01' where account_id = ?", [user.id]);
        return token;
      },
      check: await checkHolders(),
    });
    expect(answered.size).toBeGreaterThan(0);
    if (right === 'fees' || isOwner)
      expect([...asked]).toEqual(
        expect.arrayContaining(['fees.assign', 'fees.move', 'fees.unassign', 'fees.putCrossedRight']),
      );
  },
);

test('no API key moves money', { timeout: 900_000 }, async () => {
  const { key } = await t.office.admin.apiKeys.create.mutate({ name: 'All', scopes: [...apiScopes] });
  const check = await checkHolders();
  const { answered } = await makeLuredCalls(t, {
    held: ['owner'],
    listInputs: lureWith(lures),
    signIn: async () => key,
    check,
  });
  expect(answered.size).toBeGreaterThan(0);
});
