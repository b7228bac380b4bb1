import { randomBytes } from 'node:crypto';
import type { EntitySchema, FilterQuery } from '@mikro-orm/core';
import { LRUCache } from 'lru-cache';
import type { PagePayment, PaymentReport } from '../../../context/payment-provider.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { findRows } from '../../../database/page.ts';
import { lockOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { nameInText } from '../../../messaging/email/email.ts';
import { runInTransaction } from '../../../transaction.ts';
import { listOwners } from '../accounts/account.service.ts';
import { getSite } from '../site/site.service.ts';
import { storeUnmatchedNotice } from './payment-notice.service.ts';

const MINUTE_MS = 60_000;
/** Pauses between automatic checks, which run 5, 30 and 120 minutes after the start. */
const CHECK_DELAYS = [5 * MINUTE_MS, 25 * MINUTE_MS, 90 * MINUTE_MS] as const;

/** The provider is not asked again about an open payment within this time, but for its own notices. */
const ANSWER_REUSE_MS = 5000;
const MAX_REUSED_ANSWERS = 1000;

/** 128 bits cannot be guessed. */
const RANDOM_BYTES = 16;
export const txRefForm = /^\d{13}-[\w-]{20,80}$/;

export const makeTxRef = (now: Date) => `${now.getTime()}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** Columns of every row that is paid online. */
export interface OnlinePayment {
  id: number;
  amount: number;
  /** Started in the sandbox. */
  isTest: boolean;
  provider?: string | null | undefined;
  mismatchAt?: Date | null | undefined;
  nextCheckAt?: Date | null | undefined;
  checks: number;
}

export const confirmedPaymentMessage =
  'The payment provider has confirmed this payment, so it cannot be cancelled';

type ExpectedPayment = Omit<PaymentReport, 'status'>;

/** A kind of thing that is paid for, such as donations. Its module keeps the rows, with `onlineColumns`. */
export interface PaymentKind<Row extends OnlinePayment> {
  entity: EntitySchema<Row>;
  /** Message of the 404. */
  missing: string;
  whereTxRef(txRef: string): FilterQuery<Row>;
  expectedPayment(row: Row): ExpectedPayment;
  /** `open` also after a failed attempt. Money for an ended one is for the office to review. */
  paymentStatus(row: Row): 'open' | 'paid' | 'ended';
  /** Runs once for each payment, in the transaction that has locked the row. */
  markPaid(tx: TxCtx, row: Row): Promise<unknown>;
  markFailed(row: Row): void;
  /** Called when the provider has reported on the payment. */
  markHeard?(row: Row, now: Date): void;
}

/** Columns of a new row. It is stored before the checkout opens, so that every payment belongs to a known row. */
export function makeOnlinePayment({ payments, now }: Pick<Ctx, 'payments' | 'now'>) {
  const at = now();
  return {
    txRef: makeTxRef(at),
    isTest: payments.isTest,
    provider: payments.name,
    nextCheckAt: toNextCheck(at, 0),
  };
}

function toNextCheck(now: Date, checks: number): Date | null {
  const pause = CHECK_DELAYS[checks];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/** Throws `message` where no payments are taken online. */
export function requireCheckout({ payments }: Pick<Ctx, 'payments'>, message: string) {
  if (payments.checkout) return payments.checkout;
  throw new AppError('UNAVAILABLE', message);
}

type HostedPayment = Omit<PagePayment, 'title' | 'returnUrl'> & {
  /** Text before the name of the institute. */
  purpose: string;
  returnPath: string;
};

/** Address of the provider's page, which needs no scripts of ours. */
export async function openPaymentPage(ctx: Ctx, { purpose, returnPath, ...payment }: HostedPayment) {
  const { institute } = (await getSite(ctx)).view;
  // The provider takes no payment without an address
  const email = payment.customer.email || institute.emails[0] || (await listOwners(ctx))[0] || '';
  const link = await ctx.payments.openPage({
    ...payment,
    customer: { ...payment.customer, email },
    title: `${purpose} ${nameInText({ institute })}`,
    returnUrl: ctx.config.publicUrl + returnPath,
  });
  if (link) return link;
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
    for (const kind of kinds) if (await kind.handleNotice(ctx, txRef)) return;
  }
  await storeUnmatchedNotice(ctx, { event, txRef }, body);
}

export async function checkDuePayments(ctx: Ctx, kinds: readonly OnlinePayments[]): Promise<void> {
  for (const kind of kinds) await kind.checkDue(ctx);
}

export function makeOnlinePayments<Row extends OnlinePayment>(kind: PaymentKind<Row>) {
  const { entity, missing } = kind;
  const reusedAnswers = new WeakMap<
    Ctx['payments'],
    LRUCache<string, { askedAt: number; answer: Promise<Row> }>
  >();

  async function find({ em }: Pick<Ctx, 'em'>, txRef: string): Promise<Row | null> {
    if (!txRefForm.test(txRef)) return null;
    return em.findOne(entity, kind.whereTxRef(txRef), { disableIdentityMap: true });
  }

  async function get(ctx: Pick<Ctx, 'em'>, txRef: string): Promise<Row> {
    const row = await find(ctx, txRef);
    if (!row) throw notFoundError(missing);
    return row;
  }

  /** Asks only the provider that started the payment: the sandbox confirms any. `plan` runs with the row locked. */
  async function askProvider(ctx: Ctx, row: Row, plan?: (locked: Row) => void): Promise<Row> {
    const { txRef } = kind.expectedPayment(row);
    const report = row.provider === ctx.payments.name ? await ctx.payments.verify(txRef) : undefined;
    return runInTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const locked = await lockOrNotFound(tx, entity, kind.whereTxRef(txRef), { missing });
      // A paid payment stays paid. A failed payment can become paid by a later attempt.
      if (kind.paymentStatus(locked) !== 'open') {
        locked.nextCheckAt = null;
        return locked;
      }
      plan?.(locked);
      if (report) kind.markHeard?.(locked, tx.now());
      if (report && isSamePayment(report, kind.expectedPayment(locked))) {
        if (report.status === 'successful') await kind.markPaid(tx, locked);
        if (report.status === 'failed') kind.markFailed(locked);
      } else if (report?.status === 'successful' && !locked.mismatchAt) {
        tx.log.warn({ payment: locked.id }, 'the provider reports another payment than was asked for');
        locked.mismatchAt = tx.now();
        await storeUnmatchedNotice(tx, { event: 'Another payment than was asked for', txRef }, report);
      }
      return locked;
    });
  }

  /** Anybody with the address may reload often, so an answer is reused for a while. Paid payments need no request. */
  function askOnce(ctx: Ctx, row: Row): Promise<Row> {
    const { txRef } = kind.expectedPayment(row);
    const answers = reusedAnswers.get(ctx.payments) ?? new LRUCache({ max: MAX_REUSED_ANSWERS });
    reusedAnswers.set(ctx.payments, answers);
    const time = ctx.now().getTime();
    const known = answers.get(txRef);
    if (known && time - known.askedAt < ANSWER_REUSE_MS) return known.answer;
    const answer = askProvider(ctx, row);
    answers.set(txRef, { askedAt: time, answer });
    answer.catch(() => answers.delete(txRef));
    return answer;
  }

  const planCheck = (ctx: Pick<Ctx, 'now'>, row: Row, checks: number) => {
    row.checks = checks;
    row.nextCheckAt = toNextCheck(ctx.now(), checks);
  };

  return {
    find,
    get,

    async verify(ctx: Ctx, txRef: string): Promise<Row> {
      const row = await get(ctx, txRef);
      return kind.paymentStatus(row) === 'open' ? askOnce(ctx, row) : row;
    },

    /** Returns false for an unknown reference, and for money that the office must review. */
    async handleNotice(ctx: Ctx, txRef: string): Promise<boolean> {
      const row = await find(ctx, txRef);
      const status = row ? kind.paymentStatus(row) : 'ended';
      // Unless the provider confirms its own notice now, it is asked again later, however old the payment is
      if (row && status === 'open') await askProvider(ctx, row, (locked) => planCheck(ctx, locked, 0));
      return status !== 'ended';
    },

    async checkDue(ctx: Ctx): Promise<void> {
      const isDue = { nextCheckAt: { $lte: ctx.now() } };
      const due = await findRows(ctx.em, entity, isDue, { limit: 20, disableIdentityMap: true });
      for (const row of due) {
        await askProvider(ctx, row, (locked) => {
          // A notice may have planned a new check meanwhile
          if (locked.checks === row.checks) planCheck(ctx, locked, row.checks + 1);
        });
      }
    },
  };
}

const isSamePayment = ({ txRef, amount, currency }: PaymentReport, owed: ExpectedPayment) =>
  txRef === owed.txRef && amount === owed.amount && currency === owed.currency;
