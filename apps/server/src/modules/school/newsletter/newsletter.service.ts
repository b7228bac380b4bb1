import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import * as z from 'zod';
import { type Ctx, contextWithoutCaller, type TxCtx } from '../../../context.ts';
import { signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { findForUpdate, lockRowOrNotFound } from '../../../database/row-lock.ts';
import { notFoundError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { isEmailQueuedSince, queueEmail } from '../../platform/outbox/outbox.service.ts';
import { refuseClosedSection } from '../../platform/site/site.service.ts';
import {
  type FingerprintCtx,
  openFingerprintFunction,
} from '../../platform/suppression/fingerprint.service.ts';
import { removeSubscriberFromQueue } from './delivery.service.ts';
import { SubscriberEntity, type SubscriberRow } from './newsletter.entity.ts';
import {
  newsletterConfirmationMessage,
  newsletterLeavingMessage,
  newsletterWelcomeMessage,
} from './newsletter.messages.ts';

const DAY_S = 24 * 60 * 60;
const CONFIRMATION_LIFETIME_S = 7 * DAY_S;
const UNCONFIRMED_KEPT_MS = 30 * DAY_S * 1000;
/** In this time an address gets at most one email that asks to confirm, and one that asks about leaving. */
const CONFIRMATION_INTERVAL_MS = 10 * 60 * 1000;

const confirmationClaims = z.object({ subscriber: z.int(), askedAt: z.int() });

/**
 * Asks a new subscriber to confirm. Returns nothing, so that the caller does not learn whether the address was
 * known.
 */
export async function subscribeAddress(ctx: Ctx, address: string): Promise<void> {
  const lowerCaseEmail = address.toLowerCase();
  await runInTransaction(ctx, async (tx) => {
    await refuseClosedSection(tx, 'newsletter');
    const row = (await lockSubscriber(tx, lowerCaseEmail)) ?? (await addSubscriber(tx, lowerCaseEmail));
    if (row.state === 'confirmed') return;
    // The state stays: a former subscriber is unsubscribed until the mailbox confirms
    row.email = lowerCaseEmail;
    const now = tx.now();
    const isConfirmationDue =
      !row.askedAt || row.askedAt.getTime() <= now.getTime() - CONFIRMATION_INTERVAL_MS;
    if (isConfirmationDue) row.askedAt = now;
    await tx.em.flush();
    if (!isConfirmationDue) return;
    await recordSubscriberActivity(tx, 'create', 'Newsletter subscription');
    const confirmationToken = await signToken(tx, {
      purpose: 'newsletter confirmation',
      claims: { subscriber: row.id, askedAt: now.getTime() },
      lifetimeS: CONFIRMATION_LIFETIME_S,
    });
    await queueEmail(
      tx,
      newsletterConfirmationMessage.email({
        data: { token: row.token, confirmation: confirmationToken },
        recipient: lowerCaseEmail,
      }),
    );
  });
}

/** Selects a subscriber by email in lower case, or by its hash, which is all that is stored of former subscribers. */
export const makeAddressOrHashFilter = async (ctx: FingerprintCtx, email: string) => ({
  $or: [{ email }, { leftHash: await hashAddress(ctx, email) }],
});

/** Hashes with a key, so that somebody who reads the table cannot try addresses. */
const hashAddress = async (ctx: FingerprintCtx, email: string): Promise<string> =>
  (await openFingerprintFunction(ctx, 'newsletter address'))(email);

const lockSubscriber = async (tx: TxCtx, email: string): Promise<SubscriberRow | null> =>
  findForUpdate(tx, SubscriberEntity, await makeAddressOrHashFilter(tx, email));

async function addSubscriber(tx: TxCtx, email: string): Promise<SubscriberRow> {
  const now = tx.now();
  const token = randomBytes(32).toString('base64url');
  await tx.em.execute(
    `insert into subscribers (email, token, created_at, updated_at) values (?, ?, ?, ?) on conflict (email) do nothing`,
    [email, token, now, now],
  );
  return lockRowOrNotFound(tx, SubscriberEntity, await makeAddressOrHashFilter(tx, email), {
    missing: unknownLinkMessage,
  });
}

/**
 * Emails a link for leaving, because anybody can type an address and only its owner may decide. Returns nothing,
 * so that the caller does not learn whether the address was known.
 */
export async function askToUnsubscribe(ctx: Ctx, address: string): Promise<void> {
  const lowerCaseAddress = address.toLowerCase();
  await runInTransaction(ctx, async (tx) => {
    const row = await lockSubscriber(tx, lowerCaseAddress);
    if (!row || row.state === 'unsubscribed') return;
    const leavingEmail = newsletterLeavingMessage.email({
      recipient: lowerCaseAddress,
      data: { token: row.token },
    });
    if (await isEmailQueuedSince(tx, leavingEmail, new Date(tx.now().getTime() - CONFIRMATION_INTERVAL_MS)))
      return;
    await queueEmail(tx, leavingEmail);
  });
}

export const unsubscribeByToken = (ctx: Ctx, token: string): Promise<string> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockRowOrNotFound(tx, SubscriberEntity, { token }, { missing: unknownLinkMessage });
    const unsubscribedAddress = row.email ?? '';
    await endSubscription(tx, row);
    return unsubscribedAddress;
  });

export async function confirmSubscription(ctx: Ctx, token: string): Promise<void> {
  const verifiedClaims = verifyToken(ctx, 'newsletter confirmation', { token, claims: confirmationClaims });
  const { subscriber: id, askedAt } = await verifiedClaims.catch(() => {
    throw notFoundError(endedLinkMessage);
  });
  await runInTransaction(ctx, async (tx) => {
    const row = await lockRowOrNotFound(tx, SubscriberEntity, { id }, { missing: endedLinkMessage });
    if (row.state === 'confirmed') return;
    await refuseClosedSection(tx, 'newsletter');
    // An older link may be from before the unsubscription, so a former subscriber needs the newest one
    const isNewestEmail = row.askedAt?.getTime() === askedAt;
    if (!row.email || (row.state === 'unsubscribed' && !isNewestEmail)) throw notFoundError(endedLinkMessage);
    Object.assign(row, { state: 'confirmed', confirmedAt: tx.now(), unsubscribedAt: null, leftHash: null });
    await tx.em.flush();
    await recordSubscriberActivity(tx, 'update', 'Newsletter subscription confirmed');
    await queueEmail(
      tx,
      newsletterWelcomeMessage.email({ data: { token: row.token }, recipient: row.email }),
    );
  });
}

async function endSubscription(tx: TxCtx, row: SubscriberRow): Promise<void> {
  if (row.email) Object.assign(row, await makeForgottenAddressFields(tx, row.email));
  const wasSubscribed = row.state !== 'unsubscribed';
  if (wasSubscribed) Object.assign(row, { state: 'unsubscribed', unsubscribedAt: tx.now() });
  await tx.em.flush();
  if (!wasSubscribed) return;
  await removeSubscriberFromQueue(tx, row.id);
  await recordSubscriberActivity(tx, 'update', 'Newsletter subscription ended');
}

/** Deletes addresses that were not confirmed in time. The hash of a former subscriber stays. */
export const purgeUnconfirmed = (ctx: Ctx): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const expiredBefore = new Date(tx.now().getTime() - UNCONFIRMED_KEPT_MS);
    const unconfirmedTooLongFilter = {
      $or: [{ askedAt: { $lt: expiredBefore } }, { askedAt: null, createdAt: { $lt: expiredBefore } }],
    };
    await tx.em.nativeDelete(SubscriberEntity, { state: 'pending', ...unconfirmedTooLongFilter });
    const formerSubscribers = await tx.em.find(
      SubscriberEntity,
      { state: 'unsubscribed', email: { $ne: null }, ...unconfirmedTooLongFilter },
      { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
    );
    for (const { id, email } of formerSubscribers) {
      await tx.em.nativeUpdate(SubscriberEntity, { id }, await makeForgottenAddressFields(tx, email ?? ''));
    }
  });

const makeForgottenAddressFields = async (tx: TxCtx, email: string) => ({
  email: null,
  leftHash: await hashAddress(tx, email),
});

export const removeSubscriber = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockRowOrNotFound(tx, SubscriberEntity, { id }, { missing: 'Subscriber not found' });
    await removeSubscriberFromQueue(tx, id);
    await tx.em.remove(row).flush();
    await recordSubscriberActivity(tx, 'delete', 'Removed a newsletter subscriber');
    return { id };
  });

/** Erases subscribers that a restored backup has brought back. */
export async function eraseSubscribers(tx: TxCtx, ids: readonly number[]): Promise<void> {
  for (const id of ids) await removeSubscriberFromQueue(tx, id);
  await tx.em.nativeDelete(SubscriberEntity, { id: { $in: [...ids] } });
}

/** Records an activity without address, id or device, because an erasure could not find such an entry. */
const recordSubscriberActivity = (tx: TxCtx, type: 'create' | 'update' | 'delete', description: string) =>
  recordActivity(tx.actor ? tx : { ...tx, ...contextWithoutCaller }, {
    type,
    entityType: 'newsletter',
    entityId: null,
    description,
  });

const unknownLinkMessage = 'This link is not valid any more';
const endedLinkMessage = `${unknownLinkMessage}. Subscribe again to get a new one`;
