import { expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { usePaymentStandIn, writeVerifiedBody } from '../../../testing/app/payment-stand-in.ts';

const { t, provider } = usePaymentStandIn();
const verify = (txRef: string) => t.visitor.api.donations.verify({ params: { txRef } });
const says = (txRef: string, fields: object = {}) =>
  provider.answer({
    body: writeVerifiedBody({ tx_ref: txRef, amount: 5, currency: 'USD', status: 'successful', ...fields }),
  });

test('the donor is told of an email only when one has left, and of a file only in a test', async () => {
  const unpaid = await t.given.donation();
  says(unpaid.txRef, { status: 'pending' });
  expect(await readData(verify(unpaid.txRef))).toMatchObject({ status: 'pending', receiptEmail: null });
  const { txRef } = await t.given.donation();
  const receiptEmail = async () => (await readData(verify(txRef))).receiptEmail;
  says(txRef);
  expect(await receiptEmail()).toBe('queued');
  for (const [state, isFile, isTest, expected] of [
    ['sent', false, false, 'sent'],
    ['delivered', false, false, 'sent'],
    ['sent', true, false, null],
    ['sent', true, true, 'sent'],
    ['failed', false, false, null],
    ['parked', false, false, null],
  ] as const) {
    await t.sql('update donations set is_test = ? where tx_ref = ?', [isTest, txRef]);
    await t.sql(
      `update outgoing_messages set state = ?, is_file = ? where data->>'donationId' =
         (select id::text from donations where tx_ref = ?)`,
      [state, isFile, txRef],
    );
    expect([state, isFile, isTest, await receiptEmail()]).toEqual([state, isFile, isTest, expected]);
  }
});
