import { randomBytes } from 'node:crypto';
import type { Donation, DonationInput, DonationState } from '@institute/contract';
import type { OfficeMethod } from '@institute/contract/donations.constants';
import type { Currency } from '@institute/contract/money';
import { kampalaYear } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { laterText, newRow } from '../../database/insert-together.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { AppError, notFound } from '../../errors.ts';
import type { PaymentReport } from '../../payment-provider.ts';
import { transaction } from '../../transaction.ts';
import { newActivity, recordActivity } from '../activity/activity.service.ts';
import { queueEmail } from '../emails/email.service.ts';
import { publicForm } from '../idempotency/public-form.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { stateView } from './donation.view.ts';

const PAYMENT_OPTIONS = 'card, mobilemoney, ussd';
/** 128 of them are more than anybody can guess. */
const RANDOM_BYTES = 16;
const txRefForm = /^\d{13}-[\w-]{20,80}$/;

const MINUTE = 60_000;
/** From one question that nobody asked for to the next: 5, 30 and 120 minutes after the start. */
const checkAfter = [5 * MINUTE, 25 * MINUTE, 90 * MINUTE] as const;

interface NewDonation extends Required<Pick<DonationInput, 'name' | 'email' | 'currency' | 'amount'>> {
  phone: string | null;
  txRef: string;
  isTest: boolean;
  nextCheckAt: Date;
}

const submit = publicForm<NewDonation, Pick<Donation, 'id' | 'txRef' | 'createdAt'>>('donations', (given) => {
  const { name, email, phone, currency, amount, txRef, isTest, nextCheckAt, now } = given;
  const donation = newRow(DonationEntity, {
    ...{ name, email, phone, currency, amount },
    ...{ txRef, isTest, nextCheckAt, createdAt: now, updatedAt: now },
  });
  const id = donation.get('id');
  const description = 'New donation';
  return {
    rows: [
      donation,
      newActivity(given, { type: 'create', entityType: 'donation', entityId: id, description }),
    ],
    answer: { id, txRef, createdAt: laterText`${given.createdAt}` },
  };
});

/** Stored before the checkout opens, so that every payment that arrives is a known one. */
export async function startDonation(ctx: Ctx, input: DonationInput, key?: string): Promise<Donation> {
  const { name, email, phone = null, currency, amount } = input;
  const { publicKey, checkoutScriptUrl, isTest } = ctx.payments;
  const content = { name, email, phone, currency, amount };
  const now = ctx.now();
  const nextCheckAt = new Date(now.getTime() + checkAfter[0]);
  const values = { ...content, txRef: newTxRef(now), isTest, nextCheckAt };
  const started = await submit(ctx, { values, content, key });
  if (!started) throw new Error('The donation was not stored');
  return {
    ...started,
    ...{ amount, currency, status: 'pending' },
    ...{ publicKey, checkoutScriptUrl, paymentOptions: PAYMENT_OPTIONS },
  };
}

/** The millisecond, and what nobody can guess. */
const newTxRef = (now: Date): string => `${now.getTime()}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** What has become of a donation; the provider is asked unless it is paid. */
export async function verifyDonation(ctx: Ctx, txRef: string): Promise<DonationState> {
  const donation = await findDonation(ctx, txRef);
  if (!donation) throw notFound(missing);
  if (donation.status === 'successful') return stateView(donation);
  return stateView(await settle(ctx, txRef, await ctx.payments.verify(txRef)));
}

/** A notice whose secret was right. */
export async function takeNotice(ctx: Ctx, body: unknown): Promise<void> {
  const { event, txRef } = ctx.payments.readNotice(body);
  const donation = event === 'charge.completed' && txRef ? await findDonation(ctx, txRef) : null;
  if (!donation) return keepNotice(ctx, { event, txRef }, body);
  if (donation.status === 'successful') return;

  const settled = await settle(ctx, donation.txRef, await ctx.payments.verify(donation.txRef));
  // the provider says it is done and yet does not confirm it: ask again, however old the donation is
  if (settled.status === 'pending') await checkAnew(ctx, settled);
}

/** Asks about the donations that are due, those that waited longest first. */
export async function checkDueDonations(ctx: Ctx): Promise<void> {
  const due = await ctx.em.find(
    DonationEntity,
    { nextCheckAt: { $lte: ctx.now() }, status: { $ne: 'successful' } },
    { orderBy: { nextCheckAt: 'asc' }, limit: 20, disableIdentityMap: true },
  );
  for (const { txRef, id, checks } of due) {
    const next = checkAfter[checks + 1];
    const nextCheckAt = next === undefined ? null : new Date(ctx.now().getTime() + next);
    await settle(ctx, txRef, await ctx.payments.verify(txRef));
    // unless a notice has changed the plan meanwhile
    const unchanged = { id, checks, status: { $ne: 'successful' } } as const;
    await ctx.em.nativeUpdate(DonationEntity, unchanged, { checks: checks + 1, nextCheckAt });
  }
}

async function findDonation({ em }: Pick<Ctx, 'em'>, txRef: string): Promise<DonationRow | null> {
  if (!txRefForm.test(txRef)) return null;
  return em.findOne(DonationEntity, { txRef }, { disableIdentityMap: true });
}

/**
 * Writes down what the provider says, under the row's lock: a donation becomes paid once, however many
 * learn of it, and stays so. A failed one that a later try pays counts.
 */
function settle(ctx: Ctx, txRef: string, report: PaymentReport | undefined): Promise<DonationRow> {
  return transaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const donation = await lockOrNotFound(tx, DonationEntity, { txRef }, { missing });
    if (donation.status === 'successful' || !report) return donation;
    if (!isAbout(report, donation)) {
      tx.log.warn({ donation: donation.id }, 'the provider reports another payment than was asked for');
      return donation;
    }
    if (report.status === 'successful') await markPaid(tx, donation);
    if (report.status === 'failed') donation.status = 'failed';
    return donation;
  });
}

const isAbout = ({ txRef, amount, currency }: PaymentReport, donation: DonationRow) =>
  txRef === donation.txRef && amount === donation.amount && currency === donation.currency;

/** Number, state and email come in the one transaction or not at all. */
async function markPaid(tx: TxCtx, donation: DonationRow): Promise<void> {
  const now = tx.now();
  donation.status = 'successful';
  donation.paidAt = now;
  donation.nextCheckAt = null;
  donation.receiptNumber = await nextReceiptNumber(tx, kampalaYear(now));
  await tx.em.flush();
  await recordActivity(tx, {
    type: 'update',
    entityType: 'donation',
    entityId: donation.id,
    description: `Donation received: ${donation.receiptNumber}`,
  });
  if (donation.email) await queueReceipt(tx, donation.id, donation.email);
}

const queueReceipt = (tx: TxCtx, donationId: number, recipient: string): Promise<void> =>
  queueEmail(tx, { kind: 'donation-receipt', data: { donationId }, recipient });

/** How the office has learnt that money came; the provider knows nothing of it. */
export interface Arrival {
  method: OfficeMethod;
  note?: string | null | undefined;
}

/** A donation that was announced here and came another way: real money, even where the announcement was a trial. */
export function markReceived(ctx: Ctx, id: number, { method, note }: Arrival): Promise<DonationRow> {
  return transaction(ctx, async (tx) => {
    const donation = await lockOrNotFound(tx, DonationEntity, { id }, { missing });
    if (donation.status === 'successful') throw new AppError('CONFLICT', 'This donation is paid already');
    tx.em.assign(donation, { method, note: note ?? null, isTest: false });
    await markPaid(tx, donation);
    return donation;
  });
}

export interface ReceivedDonation extends Arrival {
  name: string;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  currency: Currency;
  amount: number;
}

/** A donation of which the site knew nothing until it stood on the account. */
export function recordDonation(ctx: Ctx, received: ReceivedDonation): Promise<DonationRow> {
  return transaction(ctx, async (tx) => {
    const now = tx.now();
    const made = { txRef: newTxRef(now), isTest: false, createdAt: now, updatedAt: now };
    const donation = tx.em.create(DonationEntity, { ...received, ...made });
    await markPaid(tx, donation);
    return donation;
  });
}

export function resendReceipt(ctx: Ctx, id: number): Promise<{ id: number }> {
  return transaction(ctx, async (tx) => {
    const { status, email, receiptNumber } = await lockOrNotFound(tx, DonationEntity, { id }, { missing });
    if (status !== 'successful') throw new AppError('CONFLICT', 'This donation is not paid');
    if (!email) throw new AppError('CONFLICT', 'There is no address to send the receipt to');
    await queueReceipt(tx, id, email);
    await recordActivity(tx, {
      type: 'update',
      entityType: 'donation',
      entityId: id,
      description: `Sent receipt ${receiptNumber} again`,
    });
    return { id };
  });
}

/** The counter's row stays locked until the payment is committed, so no number is left out. */
async function nextReceiptNumber({ em }: Pick<TxCtx, 'em'>, year: number): Promise<string> {
  const [row] = await em.execute<{ last: number }[]>(
    `insert into receipt_counters (year, last) values (?, 1)
     on conflict (year) do update set last = receipt_counters.last + 1 returning last`,
    [year],
  );
  return `RCP-${year}-${String(row?.last).padStart(6, '0')}`;
}

async function checkAnew({ em, now }: Ctx, { id }: DonationRow): Promise<void> {
  const nextCheckAt = new Date(now().getTime() + checkAfter[0]);
  await em.nativeUpdate(DonationEntity, { id, status: { $ne: 'successful' } }, { checks: 0, nextCheckAt });
}

async function keepNotice(
  { em, now }: Ctx,
  { event, txRef }: { event: string | null; txRef: string | null },
  body: unknown,
): Promise<void> {
  await em.execute(`insert into payment_notices (created_at, event, tx_ref, body) values (?, ?, ?, ?)`, [
    now(),
    storable(event),
    storable(txRef),
    (JSON.stringify(body) ?? '').slice(0, 20_000),
  ]);
}

/** A database's text holds no NUL. */
const storable = (text: string | null) => text?.replaceAll('\0', '').slice(0, 100).toWellFormed() ?? null;

const missing = 'Donation not found';
