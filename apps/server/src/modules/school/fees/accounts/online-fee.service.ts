import { type FeePayer, feePaymentState, feeStatement, type OnlineFeeInput } from '@institute/contract';
import {
  describeAmountAboveBalance,
  feePaymentNotFound,
  payCode,
  readPayCode,
} from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { joinFullName } from '@institute/contract/registration-fields.constants';
import { toLocalDay, toLocalYear } from '@institute/contract/time';
import { raw } from '@mikro-orm/core';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { makeView } from '../../../platform/content/content.view.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.service.ts';
import { takeNumber } from '../../../platform/numbered-documents/number-series.service.ts';
import { makeProofCode } from '../../../platform/numbered-documents/proof-code.service.ts';
import {
  makeOnlinePayment,
  makeOnlinePayments,
  openPaymentPage,
  requireCheckout,
} from '../../../platform/payments/online-payment.service.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { queueEvents } from '../../../platform/webhooks/webhook-event.service.ts';
import { RegistrationEntity } from '../../registrations/registration.entity.ts';
import { findApplicant } from '../../registrations/registration-status.service.ts';
import { lockAccountHolder, recordFeeActivity } from './charge-office.service.ts';
import { feeReceiptMessage } from './fee.messages.ts';
import { getFeeAccount, readAccountSums } from './fee-account.service.ts';
import { FeeMovementEntity } from './fee-ledger.entity.ts';
import { formatShillings, insertParts } from './fee-movement.service.ts';
import { queueHolderMessages } from './fee-notice.service.ts';
import { OnlineFeeEntity, type OnlineFeeRow } from './online-fee.entity.ts';

/** Time after which the automatic checks of a payment end. */
const PENDING_MS = 2 * 60 * 60 * 1000;

/** Time after the provider's last answer at which an unfinished payment fails. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const onlineFees = makeOnlinePayments<OnlineFeeRow>({
  entity: OnlineFeeEntity,
  missing: feePaymentNotFound,
  // The unique index contains the reference in capitals, so this condition uses it
  whereTxRef: (txRef) => ({ txRef, [raw((alias) => `upper(${alias}.tx_ref)`)]: txRef.toUpperCase() }),
  expectedPayment: ({ txRef, amount }) => ({ txRef, amount, currency: place.currency }),
  paymentStatus: ({ state }) => (state === 'received' ? 'paid' : 'open'),
  async markPaid(tx, payment) {
    const receivedOn = toLocalDay(tx.now());
    tx.em.assign(payment, { state: 'received', receivedOn, nextCheckAt: null, mismatchAt: null });
    const paymentReceipt = payment.isTest
      ? await receiveTestPayment(tx, payment)
      : await recordReceivedMoney(tx, payment, receivedOn);
    tx.em.assign(payment, paymentReceipt);
    await tx.em.flush();
    // The payment counts even if the registration is in the trash by now
    const accountHolder = await tx.em.findOne(
      RegistrationEntity,
      { id: payment.registrationId, deletedAt: null },
      { fields: ['id', 'reference'], disableIdentityMap: true },
    );
    const forHolderText = accountHolder ? ` for registration ${accountHolder.reference}` : '';
    const receivedPaymentText = `fee payment ${payment.receiptNumber} of ${formatShillings(payment.amount)}`;
    await recordFeeActivity(tx, accountHolder?.id ?? null, `Received ${receivedPaymentText}${forHolderText}`);
  },
  markFailed: (payment) => {
    payment.state = 'failed';
  },
  markHeard: (payment, now) => {
    payment.heardAt = now;
  },
});

async function recordReceivedMoney(
  tx: TxCtx,
  { registrationId, amount, txRef }: OnlineFeeRow,
  receivedOn: string,
) {
  const movementFields = {
    recordedAt: tx.now(),
    kind: 'payment',
    method: 'online',
    operatorId: txRef,
  } as const;
  const movementId = await tx.em.insert(FeeMovementEntity, { ...movementFields, amount, receivedOn });
  const [receipt] = await insertParts(tx, [{ movementId, registrationId, amount }]);
  return { receiptNumber: receipt?.receiptNumber ?? null, receiptCode: receipt?.receiptCode ?? null };
}

/** Records a payment of the sandbox. Its receipt says that no money moved, and the ledger gets no movement. */
async function receiveTestPayment(tx: TxCtx, { id, registrationId, amount }: OnlineFeeRow) {
  const receiptNumber = await takeNumber(tx, 'TEST', toLocalYear(tx.now()));
  await tx.em.flush();
  await queueEvents(tx, 'fee.paid', [{ id, reference: receiptNumber, status: 'received' }]);
  await queueHolderMessages(tx, feeReceiptMessage, [{ registrationId }], (_, about) => ({
    partId: id,
    amount,
    receiptNumber,
    isTest: true,
    ...about,
  }));
  return { receiptNumber, receiptCode: makeProofCode(receiptCodeLength) };
}

export const feePayments = {
  ...onlineFees,

  /** Also ends abandoned payments. A payment that succeeds after that still counts. */
  async checkDue(ctx: Ctx): Promise<void> {
    await onlineFees.checkDue(ctx);
    const abandonedBefore = new Date(ctx.now().getTime() - ABANDONED_MS);
    const abandonedPayments = { state: 'pending', heardAt: { $lt: abandonedBefore } } as const;
    await ctx.em.nativeUpdate(OnlineFeeEntity, abandonedPayments, { state: 'failed', updatedAt: ctx.now() });
  },
};

export const { view: paymentStateView } = makeView(
  OnlineFeeEntity,
  feePaymentState,
  ({ mismatchAt, receivedOn, createdAt }) => ({
    currency: place.currency,
    needsReview: mismatchAt != null,
    receivedOn: receivedOn ?? toLocalDay(createdAt),
  }),
);

interface PublicCaller {
  network: string;
  key: string | undefined;
}

const findPayingApplicant = (
  ctx: Ctx,
  { reference = '', payCode: code, phone }: FeePayer,
  network: string,
) => {
  const registrationKey =
    code === undefined ? { reference } : { reference: code, id: readPayCode(code) ?? 0 };
  return findApplicant(ctx, { ...registrationKey, phone }, network);
};

/** The stored answer of the idempotency key holds the id alone, so that no copy of the sums is kept. */
export async function getStatement(ctx: Ctx, payer: FeePayer, { network, key }: PublicCaller) {
  const { id } = await findPayingApplicant(ctx, payer, network);
  const keyedCall = { route: 'fee statements', key, content: payer };
  const { isReplayed } = await withIdempotencyKey<object>(ctx, keyedCall, (keep) => keep(ctx, { id }));
  const statementAccount = await getFeeAccount(ctx, id);
  const pendingSince = new Date(ctx.now().getTime() - PENDING_MS).toISOString();
  // The contract's schema drops all other fields, such as payers and notes
  const statementAnswer = feeStatement.parse({
    ...statementAccount,
    payments: statementAccount.payments.filter(
      ({ state, createdAt }) => state === 'received' || (state === 'pending' && createdAt > pendingSince),
    ),
    payTo: (await getSite(ctx)).view.fees,
    online: ctx.config.onlineGiving,
  });
  return { answer: statementAnswer, isReplayed };
}

/**
 * Continues the pending payment when a payer presses again or comes back, because the provider charges a reference
 * once.
 */
async function findOrCreatePayment(tx: TxCtx, registrationId: number, amount: number): Promise<string> {
  const onlinePaymentFields = {
    registrationId,
    amount,
    isTest: tx.payments.isTest,
    provider: tx.payments.name,
    state: 'pending',
    mismatchAt: null,
  } as const;
  const pendingPayment = await tx.em.findOne(
    OnlineFeeEntity,
    { ...onlinePaymentFields, createdAt: { $gt: new Date(tx.now().getTime() - PENDING_MS) } },
    { disableIdentityMap: true },
  );
  if (pendingPayment) return pendingPayment.txRef;
  const newPayment = makeOnlinePayment(tx);
  const timestamps = { heardAt: tx.now(), createdAt: tx.now(), updatedAt: tx.now() };
  await tx.em.insert(OnlineFeeEntity, { ...onlinePaymentFields, ...newPayment, ...timestamps });
  return newPayment.txRef;
}

/** Stores the payment before the provider's page opens. A repeated key opens the page of the stored payment. */
export async function startFeePayment(ctx: Ctx, input: OnlineFeeInput, { network, key }: PublicCaller) {
  requireCheckout(ctx, 'Online payment is not set up yet.');
  const { id } = await findPayingApplicant(ctx, input, network);
  const { amount } = input;
  const keyedCall = { route: 'fee payments', key, content: input };
  const keyedPayment = await withIdempotencyKey<{ txRef: string }>(ctx, keyedCall, (keep) =>
    runInTransaction(ctx, async (tx) => {
      await lockAccountHolder(tx, id);
      const { balance } = await readAccountSums(tx, id);
      if (amount > balance)
        throw invalidInputError([{ path: 'amount', message: describeAmountAboveBalance(balance) }]);
      return keep(tx, { txRef: await findOrCreatePayment(tx, id, amount) });
    }),
  );
  const { txRef } = keyedPayment.answer;
  const { email, phone, ...names } = await ctx.em.findOneOrFail(RegistrationEntity, id, {
    fields: ['firstName', 'lastName', 'email', 'phone'],
    disableIdentityMap: true,
  });
  const paymentPageUrl = await openPaymentPage(ctx, {
    txRef,
    amount,
    currency: place.currency,
    customer: { name: joinFullName(names), email: email ?? '', phone },
    purpose: `Fees ${payCode(id)},`,
    returnPath: `/fees/${txRef}`,
  });
  return { ...keyedPayment, answer: { txRef, url: paymentPageUrl } };
}

/** Lists the references by which the provider's notices name the payments. */
export async function listOnlineReferences({ em }: Pick<TxCtx, 'em'>, registrations: readonly number[]) {
  const rows = await em.find(
    OnlineFeeEntity,
    { registrationId: { $in: [...registrations] } },
    { fields: ['txRef'], disableIdentityMap: true },
  );
  return rows.map(({ txRef }) => txRef);
}
