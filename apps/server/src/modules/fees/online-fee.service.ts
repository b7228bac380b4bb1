import { type FeePayer, feePaymentState, feeStatement, type OnlineFeeInput } from '@institute/contract';
import { aboveBalance, feePaymentNotFound, payCode, readPayCode } from '@institute/contract/fees.constants';
import { fullName } from '@institute/contract/registration-fields.constants';
import { kampalaDay } from '@institute/contract/time';
import { raw } from '@mikro-orm/core';
import type { Ctx, TxCtx } from '../../context.ts';
import { invalidInput } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { makeView } from '../content/content.view.ts';
import { answeredOnce } from '../idempotency/idempotency-key.service.ts';
import {
  newOnlinePayment,
  onlinePayments,
  openPaymentPage,
  requireCheckout,
} from '../payments/online-payment.service.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import { findApplicant } from '../registrations/registration-status.service.ts';
import { getSite } from '../site/site.service.ts';
import { lockAccountHolder, recordFeeActivity } from './charge-office.service.ts';
import { getFeeAccount, sumAccount } from './fee-account.service.ts';
import { FeePaymentEntity, type FeePaymentRow } from './fee-payment.entity.ts';
import { markReceived } from './fee-payment.service.ts';

/** Automatic checks of a payment end in this time. */
const UNDER_WAY_MS = 2 * 60 * 60 * 1000;

export const feePayments = onlinePayments<FeePaymentRow>({
  entity: FeePaymentEntity,
  missing: feePaymentNotFound,
  // The unique index has the reference in capitals
  whereTxRef: (operatorId) => ({
    method: 'online',
    operatorId,
    state: { $ne: 'cancelled' },
    [raw((alias) => `upper(${alias}.operator_id)`)]: operatorId.toUpperCase(),
  }),
  whereDue: (now) => ({ nextCheckAt: { $lte: now } }),
  readOwed: ({ operatorId, amount }) => ({ txRef: operatorId ?? '', amount, currency: 'UGX' }),
  readStanding: ({ state }) =>
    state === 'received' ? 'paid' : state === 'pending' || state === 'failed' ? 'open' : 'ended',
  async markPaid(tx, payment) {
    tx.em.assign(payment, { receivedOn: kampalaDay(tx.now()), nextCheckAt: null, mismatchAt: null });
    await tx.em.flush();
    await markReceived(tx, [payment.id], payment.isTest ? 'TEST' : 'FEE');
    await tx.em.refresh(payment);
    // Money counts although the registration is in the trash meanwhile
    const holder = await tx.em.findOne(
      RegistrationEntity,
      { id: payment.registrationId ?? 0, deletedAt: null },
      { fields: ['id', 'reference'], disableIdentityMap: true },
    );
    const whose = holder ? ` for registration ${holder.reference}` : '';
    await recordFeeActivity(tx, holder?.id ?? null, `Received fee payment ${payment.receiptNumber}${whose}`);
  },
  markFailed: (payment) => {
    payment.state = 'failed';
  },
});

export const { view: paymentStateView } = makeView(
  FeePaymentEntity,
  feePaymentState,
  ({ operatorId, mismatchAt }) => ({
    txRef: operatorId ?? '',
    currency: 'UGX' as const,
    needsReview: mismatchAt != null,
  }),
);

interface Caller {
  network: string;
  key: string | undefined;
}

const findPayer = (ctx: Ctx, { reference = '', payCode: code, phone }: FeePayer, network: string) => {
  const named = code === undefined ? { reference } : { reference: code, id: readPayCode(code) ?? 0 };
  return findApplicant(ctx, { ...named, phone }, network);
};

/** The key stores no sums, so that no copy of them stays behind. */
export async function getStatement(ctx: Ctx, payer: FeePayer, { network, key }: Caller) {
  const { id } = await findPayer(ctx, payer, network);
  const sent = { route: 'fee statements', key, content: payer };
  const { isReplayed } = await answeredOnce<object>(ctx, sent, async (keep) => {
    await keep(ctx, { id });
    return { id };
  });
  const account = await getFeeAccount(ctx, id);
  const since = new Date(ctx.now().getTime() - UNDER_WAY_MS).toISOString();
  // Leaves out what the contract does not name, such as payers and notes
  const answer = feeStatement.parse({
    ...account,
    payments: account.payments.filter(
      ({ state, createdAt }) => state === 'received' || (state === 'pending' && createdAt > since),
    ),
    payTo: (await getSite(ctx)).view.fees,
    online: ctx.config.onlineGiving,
  });
  return { answer, isReplayed };
}

/**
 * Whoever presses again, or comes back, goes on with the payment that is under way: the provider takes money for
 * one reference once.
 */
async function takePayment(tx: TxCtx, registrationId: number, amount: number): Promise<string> {
  const same = {
    registrationId,
    amount,
    isTest: tx.payments.isTest,
    method: 'online',
    state: 'pending',
    mismatchAt: null,
  } as const;
  const known = await tx.em.findOne(
    FeePaymentEntity,
    { ...same, createdAt: { $gt: new Date(tx.now().getTime() - UNDER_WAY_MS) } },
    { disableIdentityMap: true },
  );
  if (known?.operatorId) return known.operatorId;
  const { txRef, ...online } = newOnlinePayment(tx);
  const at = { receivedOn: kampalaDay(tx.now()), createdAt: tx.now(), updatedAt: tx.now() };
  await tx.em.insert(FeePaymentEntity, { ...same, ...online, ...at, operatorId: txRef });
  return txRef;
}

/** Stores the payment before the provider's page opens. A repeated key opens the page of the same payment. */
export async function startFeePayment(ctx: Ctx, input: OnlineFeeInput, { network, key }: Caller) {
  requireCheckout(ctx, 'Online payment is not set up yet.');
  const { id } = await findPayer(ctx, input, network);
  const { amount } = input;
  const sent = { route: 'fee payments', key, content: input };
  const once = await answeredOnce<{ txRef: string }>(ctx, sent, (keep) =>
    transaction(ctx, async (tx) => {
      await lockAccountHolder(tx, id);
      const { balance } = await sumAccount(tx, id);
      if (amount > balance) throw invalidInput([{ path: 'amount', message: aboveBalance(balance) }]);
      const answer = { txRef: await takePayment(tx, id, amount) };
      await keep(tx, answer);
      return answer;
    }),
  );
  const { txRef } = once.answer;
  const { email, phone, ...names } = await ctx.em.findOneOrFail(RegistrationEntity, id, {
    fields: ['firstName', 'lastName', 'email', 'phone'],
    disableIdentityMap: true,
  });
  const url = await openPaymentPage(ctx, {
    txRef,
    amount,
    currency: 'UGX',
    customer: { name: fullName(names), email: email ?? '', phone },
    purpose: `Fees ${payCode(id)},`,
    returnPath: `/fees/${txRef}`,
  });
  return { ...once, answer: { txRef, url } };
}
