import { place } from '@institute/contract/place';
import { beforeEach, expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { downloadPersonCopy } from '../../../testing/app/downloads.ts';
import { addDaysToToday, makeFeePayment } from '../../../testing/app/sample-bodies.ts';
import { findTablesWith } from '../../../testing/app/stored.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { eraseExpiredData } from '../../office/privacy/retention.service.ts';

const email = 'canary@example.org';
const phone = `+${place.callingCode} 772 123 456`;
const t = useTestAppPerTest();
beforeEach(async () => void (await t.given.account()));
const admin = () => t.office.admin;

const canary = { payerName: 'CANARY B', payerPhone: '0772 123456', note: 'From Canary' };
const receive = (registrationId: number | null, amount: number, payer: object = canary) =>
  admin().fees.record.mutate(
    makeFeePayment(registrationId, { amount, method: 'mtn', operatorId: `M${amount}`, ...payer }),
  );

/** Canary has paid for two students, and unassigned money. */
async function givenPayer() {
  const { id: programId } = await t.given.program({ price: 900_000 });
  const names = { firstName: 'Canary', lastName: 'Bird' };
  const student = { programId, startDate: addDaysToToday(0) };
  const { id } = await t.given.registration({ ...student, ...names, email, phone });
  await admin().registrations.decide.mutate({ id, status: 'accepted' });
  const { id: friend } = await t.given.registration({ ...student, email: null, phone: '0701 000 000' });
  const payments = [
    await receive(id, 300_000),
    await receive(null, 5000),
    await receive(friend, 7000),
    await receive(null, 9000, { payerName: 'Okello', payerPhone: '0701 000 000' }),
  ];
  return { id, payments };
}
const copiedAmounts = async (person: string) =>
  (await downloadPersonCopy(t, person)).data.fees?.payments.map(({ amount }) => amount).toSorted();

test('a copy holds charges and payments, and by phone also what came from it and is unassigned', async () => {
  const { id } = await givenPayer();
  const { data: copy } = await downloadPersonCopy(t, email);
  expect(copy.fees).toMatchObject({
    charges: [{ registrationId: id, kind: 'instalment', label: 'Fee', amount: 900_000 }],
    payments: [{ registrationId: id, amount: 300_000, payerName: 'CANARY B', note: 'From Canary' }],
  });
  expect(await copiedAmounts(phone)).toEqual([300_000, 5000, 7000]);
  expect(await copiedAmounts('0701 000 000')).toEqual([7000, 9000]);
});

test('an erasure takes names, phones and notes, and leaves lines, sums and receipts', async () => {
  const { payments } = await givenPayer();
  const read = () =>
    t.sql(
      `select movement.id, registration_id, movement.amount, operator_id, receipt_number from fee_movements as movement
       left join fee_parts on movement_id = movement.id order by 1`,
    );
  const charges = await t.sql('select * from charges');
  const before = await read();
  for (const person of [email, phone]) await admin().privacy.erase.mutate({ person, confirm: person });

  expect(await findTablesWith(t, 'canary')).toEqual([]);
  expect(await findTablesWith(t, '772%123%456')).toEqual([]);
  expect(await t.sql('select * from charges')).toEqual(charges);
  expect(await read()).toEqual(before);
  expect(
    await t.sql('select payer_name, payer_phone, note from fee_movements where payer_name is not null'),
  ).toEqual([{ payer_name: 'Okello', payer_phone: '0701 000 000', note: null }]);
  for (const { receiptCode: code, receiptNumber: number } of payments.flatMap(({ receipts }) => receipts)) {
    expect(await readData(t.visitor.api.donations.receipt({ params: { code } }))).toMatchObject({ number });
  }
});

test('an erasure by email reaches unassigned payers of the own phone, and reasons of moves', async () => {
  const { payments } = await givenPayer();
  const { id: other } = await t.given.student({ phone: '0703 000 000' });
  const [, , { receipts } = { receipts: [] }] = payments;
  const partId = receipts[0]?.partId ?? 0;
  const friend = receipts[0]?.registrationId ?? 0;
  await admin().fees.move.mutate({ partId, toRegistrationId: other, amount: 100, reason: 'Of Canary' });
  await admin().privacy.erase.mutate({ person: email, confirm: email });
  expect(await t.sql("select payer_name from fee_movements where payer_name like 'CANARY%'")).toEqual([
    { payer_name: 'CANARY B' },
  ]);
  await t.sql('update registrations set email = ? where id = ?', ['friend@example.org', friend]);
  await admin().privacy.erase.mutate({ person: 'friend@example.org', confirm: 'friend@example.org' });
  expect(await t.sql('select reason from fee_parts where reason is not null')).toEqual([]);
  expect(await t.sql('select 1 from fee_movements where payer_name is not null')).toEqual([]);
});

test('somebody is found and erased whose money is unassigned, and who never applied', async () => {
  await receive(null, 5000);
  const { privacy } = admin();
  const found = await privacy.find.mutate({ person: phone });
  expect(found.registrations).toEqual([]);
  expect(found.feePayments).toMatchObject([
    { receiptNumber: null, amount: 5000, receivedOn: addDaysToToday(0) },
  ]);
  const { erased } = await privacy.erase.mutate({ person: phone, confirm: phone });
  expect(erased).toContain('1 fee payment');
  expect((await privacy.find.mutate({ person: phone })).feePayments).toEqual([]);
});

test('an erasure removes what the provider told of the payments of a person, and nothing of others', async () => {
  const { id } = await givenPayer();
  await t.sql(`insert into online_fees (registration_id, tx_ref, amount) values (?, 'tx-9', 1)`, [id]);
  const notices = [
    ['tx-9', '{"customer":{"name":"Canary Bird"}}'],
    ['tx-8', `{"customer":{"name":"Canary Bird","phone":"${phone}"}}`],
    ['tx-7', `{"customer":{"name":"Canary Bird","email":"${email}"}}`],
    ['tx-6', '{"customer":{"name":"Okello"}}'],
  ];
  for (const notice of notices)
    await t.sql(`insert into payment_notices (event, tx_ref, body) values ('charge', ?, ?)`, notice);
  for (const person of [email, phone]) await admin().privacy.erase.mutate({ person, confirm: person });
  expect(await t.sql('select tx_ref from payment_notices')).toEqual([{ tx_ref: 'tx-6' }]);
});

test('a charge can lose its texts, and nothing else of it changes', async () => {
  await givenPayer();
  for (const change of ['amount = 1', "label = 'Other'", "reason = 'Why'", "label = '', amount = 1"])
    await expect(t.sql(`update charges set ${change}`)).rejects.toThrow('only inserted');
  await expect(t.sql('delete from charges')).rejects.toThrow('only inserted');
  await t.sql("update charges set label = '', reason = null");
});

test('retention takes the payers of old money that is still unassigned', async () => {
  const { site } = admin();
  const { retention } = (await site.get.query()).view;
  await givenPayer();
  await site.update.mutate({ changes: { retention: { ...retention, personMonths: 12 } } });
  await t.sql('alter table fee_movements disable trigger user');
  await t.sql('update fee_movements set recorded_at = ? where amount = 5000', [
    new Date(t.now().getTime() - 400 * 24 * 60 * 60_000),
  ]);
  await t.sql('alter table fee_movements enable trigger user');
  await eraseExpiredData(t.jobContext(t.now));
  const named = await t.sql(
    'select distinct amount from fee_movements where payer_name is not null order by 1',
  );
  expect(named).toEqual([{ amount: 7000 }, { amount: 9000 }, { amount: 300_000 }]);
});
