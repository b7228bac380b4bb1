import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { readData, readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { testPassword, useTestApp } from '../../../../testing/app/test-app.ts';
import { readPdfLines } from '../../../../testing/files/pdf-text.ts';

const t = await useTestApp();
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const payerPhone = '0772 333 444';

const grace = await t.given.student({ firstName: 'Grace', lastName: 'Akello', email: 'grace@m.example' });
const friend = await t.given.student({ firstName: 'Ben', lastName: 'Okot', email: 'friend@m.example' });
const other = await t.given.student({ firstName: 'Eve', lastName: 'Auma', email: 'eve@m.example' });

const fees = () => t.office.admin.fees;
const lines = async ({ id }: { id: number }) => (await fees().account.query({ registrationId: id })).payments;
/** The part of a person's account from which money can move. */
const partOf = async (person: { id: number }) => (await lines(person)).find(({ left }) => left > 0)?.id ?? 0;
const control = async () => {
  const { items } = await fees().control.query({ from: addDaysToToday(-1), to: addDaysToToday(9) });
  return items.filter(({ kind }) => kind === 'move' || kind === 'assignment');
};
const toAll = (movementId: number, { id }: { id: number }, amount: number) => ({
  movementId,
  parts: [{ registrationId: id, amount }],
});
const transfer = (operatorId: string, person: { id: number } | null, amount = 50_000) =>
  makeFeePayment(person?.id ?? null, { amount, method: 'mtn', operatorId, payerName: 'AKELLO', payerPhone });

/** Who is told what since the last call. */
async function readTold(): Promise<string[]> {
  const told = await t.sql<{ recipient: string; kind: string; data: Record<string, unknown> }>(
    `select recipient, kind, data from outgoing_messages
     where recipient like '%@m.example' or recipient = '+${place.callingCode}772333444' order by id`,
  );
  await t.sql('truncate outgoing_messages cascade');
  return told.map(({ recipient, kind, data: { isHere, isPast, nowOn, movedFrom } }) =>
    [recipient.replace('@m.example', ''), kind, isPast ? 'past' : isHere, nowOn, movedFrom]
      .filter((word) => word !== undefined && word !== null)
      .join(' '),
  );
}

const bursar = () => t.as('bursar@example.org').admin;

/** The bursar is signed in, and has typed no password for long. */
async function forgetPassword(): Promise<void> {
  await bursar().account.get.query();
  await t.sql(
    `update sessions set confirmed_at = '2020-01-01'
     where account_id = (select id from accounts where email = 'bursar@example.org')`,
  );
}

/** Each step is refused without the password, and then done with it. */
async function expectAsked<Answer>(step: () => Promise<Answer>): Promise<Answer> {
  await forgetPassword();
  expect(await readRefusal(step())).toMatchObject({ status: 403, code: 'PASSWORD_REQUIRED' });
  await bursar().account.confirmPassword.mutate({ currentPassword: testPassword });
  return step();
}

test('each of five steps asks, stands in Control with the whole path, and is told to all who had it', async () => {
  const paid = await t.given.payment(transfer('MP1', grace));
  const receipt = paid.receiptNumber;
  await readTold();
  const reason = 'A mistake';
  const at = await partOf(grace);
  await expectAsked(() => bursar().fees.unassign.mutate({ partId: at, reason }));
  expect(await readTold()).toEqual([
    'grace fee-change false',
    `+${place.callingCode}772333444 fee-unassigned no`,
  ]);

  const { receipts } = await expectAsked(() => bursar().fees.assign.mutate(toAll(paid.id, friend, 50_000)));
  const second = receipts[0];
  expect(await readTold()).toEqual([
    'grace fee-change past',
    `+${place.callingCode}772333444 fee-unassigned another`,
    `friend fee-receipt ${receipt}`,
  ]);
  const params = { code: second?.receiptCode ?? '' };
  expect(await readData(t.visitor.api.donations.receipt({ params }))).toMatchObject({
    number: second?.receiptNumber,
    movedFrom: receipt,
    isCancelled: false,
  });
  const { content } = await fees().receipt.query({ partId: second?.partId ?? 0 });
  const printed = readPdfLines(Buffer.from(content, 'base64')).map(({ text }) => text);
  expect(printed.join(' ').replaceAll(/\s+/g, ' ')).toContain(`Moved from ${receipt}`);

  const part = await partOf(friend);
  const move = { partId: part, toRegistrationId: other.id, amount: 20_000, reason };
  await expectAsked(() => bursar().fees.move.mutate(move));
  expect(await readTold()).toEqual([
    'grace fee-change past',
    'friend fee-change false',
    'eve fee-change true',
    `+${place.callingCode}772333444 fee-unassigned another`,
  ]);
  const moved = await partOf(other);
  await expectAsked(() => bursar().fees.unassign.mutate({ partId: moved, reason }));
  expect(await readTold()).toEqual([
    'grace fee-change past',
    'friend fee-change past',
    'eve fee-change false',
    `+${place.callingCode}772333444 fee-unassigned no`,
  ]);
  await expectAsked(() => bursar().fees.assign.mutate(toAll(paid.id, other, 20_000)));
  expect(await readTold()).toEqual([
    'grace fee-change past',
    'friend fee-change past',
    `+${place.callingCode}772333444 fee-unassigned another`,
    `eve fee-receipt ${second?.receiptNumber}`,
  ]);

  const rows = await control();
  expect(rows.map(({ kind, by, amount, path, number }) => [kind, by, amount, path, number])).toEqual(
    [
      [50_000, 'Grace Akello → unassigned'],
      [50_000, 'Grace Akello → unassigned → Ben Okot'],
      [20_000, 'Grace Akello → unassigned → Ben Okot → Eve Auma'],
      [20_000, 'Grace Akello → unassigned → Ben Okot → Eve Auma → unassigned'],
      [20_000, 'Grace Akello → unassigned → Ben Okot → Eve Auma → unassigned → Eve Auma'],
    ]
      .map(([amount, path]) => ['move', 'bursar@example.org', amount, `${receipt} ${path}`, receipt])
      .reverse(),
  );
});

test('unassigned money is assigned freely on its day, and later only as somebody’s money is', async () => {
  const { id } = await t.given.payment(transfer('MP2', null));
  const before = (await control()).length;
  await readTold();
  await forgetPassword();
  await bursar().fees.assign.mutate(toAll(id, grace, 10_000));
  expect(await readTold()).toEqual(['grace fee-receipt']);
  expect(await control()).toHaveLength(before);
  t.wait(DAY_MS);
  await readTold();
  // Part by part
  for (const person of [friend, other]) {
    await expectAsked(() => bursar().fees.assign.mutate(toAll(id, person, 20_000)));
    const name = person === friend ? 'friend' : 'eve';
    expect(await readTold()).toEqual([
      `+${place.callingCode}772333444 fee-unassigned an`,
      `${name} fee-receipt`,
    ]);
  }
  expect((await control()).slice(0, 2)).toMatchObject([
    { kind: 'assignment', amount: 20_000, path: 'unassigned → Eve Auma', number: null },
    { kind: 'assignment', amount: 20_000, path: 'unassigned → Ben Okot' },
  ]);
});

test('the day of an assignment is Kampala’s', async () => {
  const { id } = await t.given.payment(transfer('MP3', null));
  const [today] = t.now().toISOString().split('T');
  // Midnight in Kampala is 21:00 UTC of the day before
  const midnight = new Date(`${today}T21:00:00Z`).getTime() - (t.now().getUTCHours() < 21 ? DAY_MS : 0);
  for (const [at, isRefused] of [
    [midnight - 1000, true],
    [midnight + 1000, false],
  ] as const) {
    await t.sql('alter table fee_movements disable trigger user');
    await t.sql('update fee_movements set recorded_at = ? where id = ?', [new Date(at).toISOString(), id]);
    await t.sql('alter table fee_movements enable trigger user');
    await forgetPassword();
    const assigned = bursar().fees.assign.mutate(toAll(id, grace, 1000));
    if (isRefused) expect((await readRefusal(assigned)).status).toBe(403);
    else expect((await assigned).receipts).toHaveLength(1);
  }
});

test('who had it is told from the trash too, and money that passed a deleted person keeps its path', async () => {
  const passed = await t.given.student({ firstName: 'Sam', email: 'sam@m.example' });
  const paid = await t.given.payment(transfer('MP4', grace, 7000));
  const [first] = await lines(grace);
  const move = { partId: first?.id ?? 0, toRegistrationId: passed.id, reason: 'His' };
  const { id: partId } = await fees().move.mutate(move);
  await t.office.admin.registrations.remove.mutate({ id: passed.id });
  await readTold();
  await fees().unassign.mutate({ partId, reason: 'Gone' });
  await fees().assign.mutate(toAll(paid.id, friend, 7000));
  expect(await readTold()).toEqual([
    'grace fee-change past',
    'sam fee-change false',
    `+${place.callingCode}772333444 fee-unassigned no`,
    'grace fee-change past',
    'sam fee-change past',
    `+${place.callingCode}772333444 fee-unassigned another`,
    expect.stringContaining('friend fee-receipt FEE-'),
  ]);
  expect((await control())[0]?.path).toBe(
    `${paid.receiptNumber} Grace Akello → somebody deleted → unassigned → Ben Okot`,
  );
});

test('a payment that was cancelled and recorded for somebody else says so, and its payer is told', async () => {
  const { id, receiptNumber } = await t.given.payment(transfer('MP5', grace, 8000));
  await readTold();
  await fees().counter.mutate({ movementId: id, reason: 'Hers not' });
  expect(await readTold()).toEqual(['grace fee-cancelled', `+${place.callingCode}772333444 fee-unassigned`]);
  await t.given.payment({ ...transfer('MP5', friend, 8000), again: true });
  const { items } = await fees().control.query({ from: addDaysToToday(0), to: addDaysToToday(9) });
  expect(items.filter((item) => item.receiptNumber === receiptNumber)).toMatchObject([
    { kind: 'countered', name: 'Grace Akello', reason: 'Hers not. Recorded again for Ben Okot' },
  ]);
});

test('a payer who is the applicant or the guardian is told once', async () => {
  const own = await t.given.student({ email: 'own@m.example', phone: payerPhone });
  await t.given.payment(transfer('MP6', own));
  await readTold();
  await fees().unassign.mutate({ partId: await partOf(own), reason: 'Not hers' });
  expect((await readTold()).filter((line) => !line.startsWith('own'))).not.toContainEqual(
    expect.stringContaining('fee-unassigned'),
  );
});
