import type { Donation, DonationInput, DonationState } from '@institute/contract';
import { donationNotFound } from '@institute/contract/donations.constants';
import type { Ctx, PaymentReport, TxCtx } from '../../context.ts';
import { newRow, takeId } from '../../database/insert-all.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { newActivity } from '../activity/activity.service.ts';
import { type Once, storeOnce } from '../idempotency/idempotency-key.service.ts';
import { getSite } from '../site/site.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { stateView } from './donation.view.ts';
import { findDonation, getDonation, newTxRef } from './donation-list.service.ts';
import { markPaid } from './receipt.service.ts';

const PAYMENT_OPTIONS = 'card, mobilemoney, ussd';

const MINUTE = 60_000;
/** Pauses between automatic checks, which run 5, 30 and 120 minutes after the start. */
const checkAfter = [5 * MINUTE, 25 * MINUTE, 90 * MINUTE] as const;

type Started = Pick<Donation, 'id' | 'txRef' | 'createdAt'>;

/** Stores the donation before the checkout opens, so that every payment belongs to a known donation. */
export async function startDonation(ctx: Ctx, input: DonationInput, key?: string): Promise<Once<Donation>> {
  const { name, email, phone = null, currency, amount } = input;
  const { checkout, isTest } = ctx.payments;
  if (!checkout) throw new AppError('UNAVAILABLE', 'Online giving is not set up yet.');
  const content = { name, email, phone, currency, amount };
  const once = await storeOnce<Started>(ctx, { route: 'donations', key, content }, async () => {
    const id = await takeId(ctx, DonationEntity);
    const now = ctx.now();
    const txRef = newTxRef(now);
    const nextCheckAt = new Date(now.getTime() + checkAfter[0]);
    const rows = [
      newRow(ctx, DonationEntity, {
        ...content,
        id,
        txRef,
        isTest,
        nextCheckAt,
        createdAt: now,
        updatedAt: now,
      }),
      newActivity(ctx, {
        type: 'create',
        entityType: 'donation',
        entityId: id,
        description: 'New donation',
      }),
    ];
    return { answer: { id, txRef, createdAt: now.toISOString() }, rows };
  });
  const answer: Donation = {
    ...once.answer,
    amount,
    currency,
    status: 'pending',
    ...checkout,
    paymentOptions: PAYMENT_OPTIONS,
    isTest,
  };
  return { ...once, answer };
}

export async function paymentPage(ctx: Ctx, txRef: string): Promise<string> {
  const donation = await getDonation(ctx, txRef);
  const { institute } = (await getSite(ctx)).view;
  const { amount, currency, name, email, phone } = donation;
  const link = await ctx.payments.openPage({
    txRef,
    amount,
    currency,
    paymentOptions: PAYMENT_OPTIONS,
    customer: { name, email: email ?? '', phone: phone ?? null },
    title: `Donation to ${institute.name}`,
    returnUrl: `${ctx.config.publicUrl}/donations/${txRef}`,
  });
  if (link) return link;
  throw new AppError(
    'UNAVAILABLE',
    'The payment page could not be opened. Please try again in some minutes.',
  );
}

export async function verifyDonation(ctx: Ctx, txRef: string): Promise<DonationState> {
  const donation = await getDonation(ctx, txRef);
  if (isSettled(donation)) return stateView(donation);
  return stateView(await askProvider(ctx, donation));
}

/** The caller has checked the secret. The notice is only a hint, so the provider is asked. */
export async function takeNotice(ctx: Ctx, body: unknown): Promise<void> {
  const { event, txRef } = ctx.payments.readNotice(body);
  const donation = event === 'charge.completed' && txRef ? await findDonation(ctx, txRef) : null;
  // The office must review money for a cancelled donation
  if (!donation || donation.status === 'cancelled') return keepNotice(ctx, { event, txRef }, body);
  if (donation.status === 'successful') return;

  const settled = await askProvider(ctx, donation);
  // The provider did not confirm its own notice, so check again later, however old the donation is
  if (settled.status === 'pending') await checkAnew(ctx, settled);
}

export async function checkDueDonations(ctx: Ctx): Promise<void> {
  const due = await ctx.em.find(
    DonationEntity,
    { nextCheckAt: { $lte: ctx.now() }, status: { $ne: 'successful' } },
    { orderBy: { nextCheckAt: 'asc' }, limit: 20, disableIdentityMap: true },
  );
  for (const donation of due) {
    const { id, checks } = donation;
    const next = checkAfter[checks + 1];
    const nextCheckAt = next === undefined ? null : new Date(ctx.now().getTime() + next);
    await askProvider(ctx, donation);
    // Skipped when a notice has planned a new check meanwhile
    const unchanged = { id, checks, status: { $ne: 'successful' } } as const;
    await ctx.em.nativeUpdate(DonationEntity, unchanged, { checks: checks + 1, nextCheckAt });
  }
}

/** Asks only the provider that started the donation, because the sandbox confirms any payment. */
async function askProvider(ctx: Ctx, { txRef, isTest }: DonationRow): Promise<DonationRow> {
  const report = isTest === ctx.payments.isTest ? await ctx.payments.verify(txRef) : undefined;
  return settleDonation(ctx, txRef, report);
}

/** A paid donation stays paid. A failed one can become paid by a later attempt. */
function settleDonation(ctx: Ctx, txRef: string, report: PaymentReport | undefined): Promise<DonationRow> {
  return transaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const donation = await lockOrNotFound(tx, DonationEntity, { txRef }, { missing: donationNotFound });
    if (isSettled(donation) || !report) return donation;
    if (!isAbout(report, donation)) {
      if (report.status === 'successful' && !donation.mismatchAt) await keepForReview(tx, donation, report);
      return donation;
    }
    if (report.status === 'successful') await markPaid(tx, donation);
    if (report.status === 'failed') donation.status = 'failed';
    return donation;
  });
}

const isSettled = ({ status }: DonationRow) => status === 'successful' || status === 'cancelled';

const isAbout = ({ txRef, amount, currency }: PaymentReport, donation: DonationRow) =>
  txRef === donation.txRef && amount === donation.amount && currency === donation.currency;

async function keepForReview(tx: TxCtx, donation: DonationRow, report: PaymentReport): Promise<void> {
  tx.log.warn({ donation: donation.id }, 'the provider reports another payment than was asked for');
  donation.mismatchAt = tx.now();
  await keepNotice(tx, { event: 'Another payment than was asked for', txRef: donation.txRef }, report);
}

async function checkAnew({ em, now }: Ctx, { id }: DonationRow): Promise<void> {
  const nextCheckAt = new Date(now().getTime() + checkAfter[0]);
  await em.nativeUpdate(DonationEntity, { id, status: { $ne: 'successful' } }, { checks: 0, nextCheckAt });
}

async function keepNotice(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { event, txRef }: { event: string | null; txRef: string | null },
  body: unknown,
): Promise<void> {
  await em.execute(`insert into payment_notices (created_at, event, tx_ref, body) values (?, ?, ?, ?)`, [
    now(),
    toStorable(event),
    toStorable(txRef),
    (JSON.stringify(body) ?? '').slice(0, 20_000),
  ]);
}

/** PostgreSQL refuses the NUL character in text. */
const toStorable = (text: string | null) => text?.replaceAll('\0', '').slice(0, 100).toWellFormed() ?? null;
