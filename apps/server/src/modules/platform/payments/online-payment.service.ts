import { randomBytes } from 'node:crypto';
import type { EntitySchema, FilterQuery } from '@mikro-orm/core';
import { LRUCache } from 'lru-cache';
import type { PaymentPageRequest, PaymentReport } from '../../../context/payment-provider.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { findRows } from '../../../database/page.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { runInTransaction } from '../../../transaction.ts';
import { listOwners } from '../accounts/account.service.ts';
import { getSite } from '../site/site.service.ts';
import { storeUnmatchedNotice } from './payment-notice.service.ts';

const MINUTE_MS = 60_000;
/** Pauses between automatic checks, which run 5, 30 and 120 minutes after the start. */
const CHECK_DELAYS_MS = [5 * MINUTE_MS, 25 * MINUTE_MS, 90 * MINUTE_MS] as const;

/** The provider is not asked again about an open payment within this time, but for its own notices. */
const ANSWER_REUSE_MS = 5000;
const MAX_REUSED_ANSWERS = 1000;

/** 128 bits cannot be guessed. */
const RANDOM_BYTES = 16;
export const txRefPattern = /^\d{13}-[\w-]{20,80}$/;

export const makeTxRef = (now: Date) => `${now.getTime()}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** Columns of every row that is paid online. */
export interface OnlinePayment {
  id: number;
  amount: number;
  /** True for a payment that was started in the sandbox. */
  isTest: boolean;
  provider?: string | null | undefined;
  mismatchAt?: Date | null | undefined;
  nextCheckAt?: Date | null | undefined;
  checks: number;
}

export const confirmedPaymentMessage =
  'The payment provider has confirmed this payment, so it cannot be cancelled';

type ExpectedPayment = Omit<PaymentReport, 'status'>;

/**
 * Something that people pay for, such as donations. The module of a kind owns the rows, which have the columns of
 * `OnlinePayment`.
 */
export interface PaymentKind<Row extends OnlinePayment> {
  entity: EntitySchema<Row>;
  /** Message of the 404. */
  missing: string;
  whereTxRef(txRef: string): FilterQuery<Row>;
  expectedPayment(row: Row): ExpectedPayment;
  /** A payment is `open` also after a failed attempt. Money for an `ended` one must be reviewed by the office. */
  paymentStatus(row: Row): 'open' | 'paid' | 'ended';
  /** Runs once for each payment, in the transaction that has locked the row. */
  markPaid(tx: TxCtx, row: Row): Promise<unknown>;
  markFailed(row: Row): void;
  /** Runs when the provider has reported on the payment, with any result. */
  markHeard?(row: Row, now: Date): void;
}

/** Columns of a new row. It is stored before the checkout opens, so that every payment belongs to a known row. */
export function makeOnlinePayment({ payments, now }: Pick<Ctx, 'payments' | 'now'>) {
  const startedAt = now();
  return {
    txRef: makeTxRef(startedAt),
    isTest: payments.isTest,
    provider: payments.name,
    nextCheckAt: computeNextCheck(startedAt, 0),
  };
}

function computeNextCheck(now: Date, checks: number): Date | null {
  const delayMs = CHECK_DELAYS_MS[checks];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}

/** Returns the checkout. Throws an error with this message where no online payments are taken. */
export function requireCheckout({ payments }: Pick<Ctx, 'payments'>, message: string) {
  if (payments.checkout) return payments.checkout;
  throw new AppError('UNAVAILABLE', message);
}

type PaymentPageInput = Omit<PaymentPageRequest, 'title' | 'returnUrl'> & {
  /** Title of the payment page, before the name of the institute. */
  purpose: string;
  returnPath: string;
};

/** Returns the address of the provider's payment page, which works without our scripts. */
export async function openPaymentPage(ctx: Ctx, { purpose, returnPath, ...payment }: PaymentPageInput) {
  const { institute } = (await getSite(ctx)).view;
  // The provider requires an email address, so the institute's or an owner's is used
  const email = payment.customer.email || institute.emails[0] || (await listOwners(ctx))[0] || '';
  const paymentPageUrl = await ctx.payments.openPage({
    ...payment,
    customer: { ...payment.customer, email },
    title: `${purpose} ${readInstituteName({ institute })}`,
    returnUrl: ctx.config.publicUrl + returnPath,
  });
  if (paymentPageUrl) return paymentPageUrl;
  throw new AppError(
    'UNAVAILABLE',
    'The payment page could not be opened. Please try again in some minutes.',
  );
}

export type OnlinePayments = Pick<ReturnType<typeof makeOnlinePayments>, 'handleNotice' | 'checkDue'>;

/** The caller has checked the secret. The notice is only a hint, so the provider is asked. */
export async function handleNotice(ctx: Ctx, kinds: readonly OnlinePayments[], body: unknown): Promise<void> {
  const { event, txRef, isOfPayment } = ctx.payments.readNotice(body);
  if (isOfPayment && txRef) {
    for (const paymentKind of kinds) if (await paymentKind.handleNotice(ctx, txRef)) return;
  }
  await storeUnmatchedNotice(ctx, { event, txRef }, body);
}

export async function checkDuePayments(ctx: Ctx, kinds: readonly OnlinePayments[]): Promise<void> {
  for (const kind of kinds) await kind.checkDue(ctx);
}

export function makeOnlinePayments<Row extends OnlinePayment>(kind: PaymentKind<Row>) {
  const { entity, missing } = kind;
  const reusedAnswersByProvider = new WeakMap<
    Ctx['payments'],
    LRUCache<string, { askedAt: number; answer: Promise<Row> }>
  >();

  async function findPaymentRow({ em }: Pick<Ctx, 'em'>, txRef: string): Promise<Row | null> {
    if (!txRefPattern.test(txRef)) return null;
    return em.findOne(entity, kind.whereTxRef(txRef), { disableIdentityMap: true });
  }

  async function getPaymentRow(ctx: Pick<Ctx, 'em'>, txRef: string): Promise<Row> {
    const row = await findPaymentRow(ctx, txRef);
    if (!row) throw notFoundError(missing);
    return row;
  }

  /** Asks only the provider that started the payment: the sandbox confirms any. `plan` runs with the row locked. */
  async function askProvider(ctx: Ctx, row: Row, plan?: (locked: Row) => void): Promise<Row> {
    const { txRef } = kind.expectedPayment(row);
    const paymentReport = row.provider === ctx.payments.name ? await ctx.payments.verify(txRef) : undefined;
    return runInTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const lockedRow = await lockRowOrNotFound(tx, entity, kind.whereTxRef(txRef), { missing });
      // A paid payment stays paid. A failed payment can become paid by a later attempt.
      if (kind.paymentStatus(lockedRow) !== 'open') {
        lockedRow.nextCheckAt = null;
        return lockedRow;
      }
      plan?.(lockedRow);
      if (paymentReport) kind.markHeard?.(lockedRow, tx.now());
      if (paymentReport && isSamePayment(paymentReport, kind.expectedPayment(lockedRow))) {
        if (paymentReport.status === 'successful') await kind.markPaid(tx, lockedRow);
        if (paymentReport.status === 'failed') kind.markFailed(lockedRow);
      } else if (paymentReport?.status === 'successful' && !lockedRow.mismatchAt) {
        tx.log.warn({ payment: lockedRow.id }, 'the provider reports another payment than was asked for');
        lockedRow.mismatchAt = tx.now();
        await storeUnmatchedNotice(tx, { event: 'Another payment than was asked for', txRef }, paymentReport);
      }
      return lockedRow;
    });
  }

  /** Anybody with the address may reload often, so an answer is reused for a while. Paid payments need no request. */
  function askProviderOnce(ctx: Ctx, row: Row): Promise<Row> {
    const { txRef } = kind.expectedPayment(row);
    const answersByTxRef =
      reusedAnswersByProvider.get(ctx.payments) ?? new LRUCache({ max: MAX_REUSED_ANSWERS });
    reusedAnswersByProvider.set(ctx.payments, answersByTxRef);
    const nowMs = ctx.now().getTime();
    const earlierAnswer = answersByTxRef.get(txRef);
    if (earlierAnswer && nowMs - earlierAnswer.askedAt < ANSWER_REUSE_MS) return earlierAnswer.answer;
    const answerPromise = askProvider(ctx, row);
    answersByTxRef.set(txRef, { askedAt: nowMs, answer: answerPromise });
    answerPromise.catch(() => answersByTxRef.delete(txRef));
    return answerPromise;
  }

  const planNextCheck = (ctx: Pick<Ctx, 'now'>, row: Row, checks: number) => {
    row.checks = checks;
    row.nextCheckAt = computeNextCheck(ctx.now(), checks);
  };

  return {
    find: findPaymentRow,
    get: getPaymentRow,

    async verify(ctx: Ctx, txRef: string): Promise<Row> {
      const row = await getPaymentRow(ctx, txRef);
      return kind.paymentStatus(row) === 'open' ? askProviderOnce(ctx, row) : row;
    },

    /** Returns false for an unknown reference, and for money that the office must review. */
    async handleNotice(ctx: Ctx, txRef: string): Promise<boolean> {
      const row = await findPaymentRow(ctx, txRef);
      const status = row ? kind.paymentStatus(row) : 'ended';
      // An open payment is checked again later, however old it is, unless the provider confirms its own notice now
      if (row && status === 'open') await askProvider(ctx, row, (locked) => planNextCheck(ctx, locked, 0));
      return status !== 'ended';
    },

    async checkDue(ctx: Ctx): Promise<void> {
      const dueFilter = { nextCheckAt: { $lte: ctx.now() } };
      const dueRows = await findRows(ctx.em, entity, dueFilter, { limit: 20, disableIdentityMap: true });
      for (const row of dueRows) {
        await askProvider(ctx, row, (locked) => {
          // A notice may have planned a new check meanwhile
          if (locked.checks === row.checks) planNextCheck(ctx, locked, row.checks + 1);
        });
      }
    },
  };
}

const isSamePayment = ({ txRef, amount, currency }: PaymentReport, owed: ExpectedPayment) =>
  txRef === owed.txRef && amount === owed.amount && currency === owed.currency;
