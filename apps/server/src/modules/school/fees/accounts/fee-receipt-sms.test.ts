import { type FeeMethod, feeLimits, officeFeeMethods } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { payChannels } from '@institute/contract/place';
import { writeSms } from '@institute/contract/sms-template';
import { expect, test } from 'vitest';
import { makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { feeReceiptMessage } from './fee.messages.ts';

const t = await useTestApp();

const writeText = async (data: object) =>
  (await feeReceiptMessage.writeSms?.(data, {} as never))?.template ?? '';

test.each([
  [
    'mtn',
    'MP261123.1200.A1',
    `${formatLocalMoney(250_000)} by ${payChannels.mtn.operator}, MP261123.1200.A1 for REG`,
  ],
  ['airtel', '7711', `${formatLocalMoney(250_000)} by Airtel, 7711 for REG`],
  ['bank', 'FT 9', `${formatLocalMoney(250_000)} by bank, FT 9 for REG`],
  ['cheque', null, `${formatLocalMoney(250_000)} by cheque for REG`],
  ['cash', null, `${formatLocalMoney(250_000)} in cash for REG`],
] as const)(
  'the SMS of a receipt says that money came by %s, and its number',
  async (method, operatorId, words) => {
    await t.sql('truncate outgoing_messages cascade');
    const { id } = await t.given.student({ email: '', phone: '0772 123 456' });
    await t.office.admin.fees.record.mutate(makeFeePayment(id, { amount: 250_000, method, operatorId }));
    const [sms] = await t.sql<{ data: object }>(
      "select data from outgoing_messages where kind = 'fee-receipt' and channel = 'sms'",
    );
    expect(await writeText(sms?.data ?? {})).toContain(words);
  },
);

test('the longest SMS of a receipt is one, and those queued before keep their words', async () => {
  const most = {
    partId: 1,
    reference: 'REG-2027-000123',
    amount: feeLimits.amount,
    receiptNumber: 'FEE-2027-000045',
    balance: `Credit ${formatLocalMoney(1_000_000_000)}`,
  };
  const longest = async (method: FeeMethod) =>
    writeSms(
      await writeText({ ...most, method, operatorId: 'M'.repeat(feeLimits.operatorId) }),
      undefined,
      'KVI',
      { saysStop: false },
    );
  for (const method of officeFeeMethods)
    expect(await longest(method), method).toMatchObject({ segments: 1, isCut: false });
  expect(await writeText(most)).toContain(
    `We received ${formatLocalMoney(1_000_000_000)} for REG-2027-000123. Receipt FEE`,
  );
});
