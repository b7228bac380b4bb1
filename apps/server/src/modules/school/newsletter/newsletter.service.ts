import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import * as z from 'zod';
import { type Ctx, noCaller, type TxCtx } from '../../../context.ts';
import { signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { findForUpdate, lockOrNotFound } from '../../../database/row-lock.ts';
import { notFoundError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { isQueuedSince, queueEmail } from '../../platform/outbox/outbox.service.ts';
import { refuseClosed } from '../../platform/site/site.service.ts';
import { type FingerprintCtx, openFingerprints } from '../../platform/suppression/fingerprint.service.ts';
import { removeFromQueue } from './delivery.service.ts';
import { SubscriberEntity, type SubscriberRow } from './newsletter.entity.ts';
import {
  newsletterConfirmationMessage,
  newsletterLeavingMessage,
  newsletterWelcomeMessage,
} from './newsletter.messages.ts';

const DAY_S = 24 * 60 * 60;
const CONFIRMATION_LIFETIME_S = 7 * DAY_S;
const UNCONFIRMED_KEPT_MS = 30 * DAY_S * 1000;
/** An address gets at most one email that asks for a confirmation, or for leaving, in this time. */
const CONFIRMATION_INTERVAL_MS = 10 * 60 * 1000;

const confirmation = z.object({ subscriber: z.int(), askedAt: z.int() });

/** Returns nothing, so that the caller does not learn whether the address was known. */
export async function subscribeAddress(ctx: Ctx, address: string): Promise<void> {
  const email = address.toLowerCase();
  await runInTransaction(ctx, async (tx) => {
    await refuseClosed(tx, 'newsletter');
    const row = (await lockAddress(tx, email)) ?? (await addAddress(tx, email));
    if (row.state === 'confirmed') return;
    // A former subscriber stays unsubscribed until the mailbox confirms
    row.email = email;
    const now = tx.now();
    const isDue = !row.askedAt || row.askedAt.getTime() <= now.getTime() - CONFIRMATION_INTERVAL_MS;
    if (isDue) row.askedAt = now;
    await tx.em.flush();
    if (!isDue) return;
    await recordSubscriber(tx, 'create', 'Newsletter subscription');
    const token = await signToken(tx, {
      purpose: 'newsletter confirmation',
      claims: { subscriber: row.id, askedAt: now.getTime() },
      lifetimeS: CONFIRMATION_LIFETIME_S,
    });
    await queueEmail(
      tx,
      newsletterConfirmationMessage.email({
        data: { token: row.token, confirmation: token },
        recipient: email,
      }),
    );
  });
}

/** `email` is in lower case. Of former subscribers only the hash is stored. */
export const whereAddressOrHash = async (ctx: FingerprintCtx, email: string) => ({
  $or: [{ email }, { leftHash: await hashAddress(ctx, email) }],
});

/** Keyed, so that a reader of the table cannot try addresses. */
const hashAddress = async (ctx: FingerprintCtx, email: string): Promise<string> =>
  (await openFingerprints(ctx, 'newsletter address'))(email);

const lockAddress = async (tx: TxCtx, email: string): Promise<SubscriberRow | null> =>
  findForUpdate(tx, SubscriberEntity, await whereAddressOrHash(tx, email));

async function addAddress(tx: TxCtx, email: string): Promise<SubscriberRow> {
  const now = tx.now();
  const token = randomBytes(32).toString('base64url');
  await tx.em.execute(
    `insert into subscribers (email, token, created_at, updated_at) values (?, ?, ?, ?) on conflict (email) do nothing`,
    [email, token, now, now],
  );
  return lockOrNotFound(tx, SubscriberEntity, await whereAddressOrHash(tx, email), {
    missing: unknownLinkMessage,
  });
}

/**
 * Anybody can type an address, so its reader decides by the link of an email. Returns nothing, so that the caller
 * does not learn whether the address was known.
 */
export async function askToUnsubscribe(ctx: Ctx, address: string): Promise<void> {
  const recipient = address.toLowerCase();
  await runInTransaction(ctx, async (tx) => {
    const row = await lockAddress(tx, recipient);
    if (!row || row.state === 'unsubscribed') return;
    const leaving = newsletterLeavingMessage.email({ recipient, data: { token: row.token } });
    if (await isQueuedSince(tx, leaving, new Date(tx.now().getTime() - CONFIRMATION_INTERVAL_MS))) return;
    await queueEmail(tx, leaving);
  });
}

export const unsubscribeByToken = (ctx: Ctx, token: string): Promise<string> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockOrNotFound(tx, SubscriberEntity, { token }, { missing: unknownLinkMessage });
    const address = row.email ?? '';
    await endSubscription(tx, row);
    return address;
  });

export async function confirmSubscription(ctx: Ctx, token: string): Promise<void> {
  const verified = verifyToken(ctx, 'newsletter confirmation', { token, claims: confirmation });
  const { subscriber: id, askedAt } = await verified.catch(() => {
    throw notFoundError(endedLink);
  });
  await runInTransaction(ctx, async (tx) => {
    const row = await lockOrNotFound(tx, SubscriberEntity, { id }, { missing: endedLink });
    if (row.state === 'confirmed') return;
    await refuseClosed(tx, 'newsletter');
    // A former subscriber needs the newest email, sent after the unsubscription
    const isNewest = row.askedAt?.getTime() === askedAt;
    if (!row.email || (row.state === 'unsubscribed' && !isNewest)) throw notFoundError(endedLink);
    Object.assign(row, { state: 'confirmed', confirmedAt: tx.now(), unsubscribedAt: null, leftHash: null });
    await tx.em.flush();
    await recordSubscriber(tx, 'update', 'Newsletter subscription confirmed');
    await queueEmail(
      tx,
      newsletterWelcomeMessage.email({ data: { token: row.token }, recipient: row.email }),
    );
  });
}

async function endSubscription(tx: TxCtx, row: SubscriberRow): Promise<void> {
  if (row.email) Object.assign(row, await toForgottenAddress(tx, row.email));
  const wasSubscribed = row.state !== 'unsubscribed';
  if (wasSubscribed) Object.assign(row, { state: 'unsubscribed', unsubscribedAt: tx.now() });
  await tx.em.flush();
  if (!wasSubscribed) return;
  await removeFromQueue(tx, row.id);
  await recordSubscriber(tx, 'update', 'Newsletter subscription ended');
}

/** Deletes addresses that were not confirmed in time. The hash of a former subscriber stays. */
export const purgeUnconfirmed = (ctx: Ctx): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const before = new Date(tx.now().getTime() - UNCONFIRMED_KEPT_MS);
    const late = { $or: [{ askedAt: { $lt: before } }, { askedAt: null, createdAt: { $lt: before } }] };
    await tx.em.nativeDelete(SubscriberEntity, { state: 'pending', ...late });
    const formerSubscribers = await tx.em.find(
      SubscriberEntity,
      { state: 'unsubscribed', email: { $ne: null }, ...late },
      { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
    );
    for (const { id, email } of formerSubscribers) {
      await tx.em.nativeUpdate(SubscriberEntity, { id }, await toForgottenAddress(tx, email ?? ''));
    }
  });

const toForgottenAddress = async (tx: TxCtx, email: string) => ({
  email: null,
  leftHash: await hashAddress(tx, email),
});

export const removeSubscriber = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockOrNotFound(tx, SubscriberEntity, { id }, { missing: 'Subscriber not found' });
    await removeFromQueue(tx, id);
    await tx.em.remove(row).flush();
    await recordSubscriber(tx, 'delete', 'Removed a newsletter subscriber');
    return { id };
  });

/** Erases subscribers of a restored backup. */
export async function eraseSubscribers(tx: TxCtx, ids: readonly number[]): Promise<void> {
  for (const id of ids) await removeFromQueue(tx, id);
  await tx.em.nativeDelete(SubscriberEntity, { id: { $in: [...ids] } });
}

/** Stores no address, id or device, because an erasure could not find the entry. */
const recordSubscriber = (tx: TxCtx, type: 'create' | 'update' | 'delete', description: string) =>
  recordActivity(tx.actor ? tx : { ...tx, ...noCaller }, {
    type,
    entityType: 'newsletter',
    entityId: null,
    description,
  });

const unknownLinkMessage = 'This link is not valid any more';
const endedLink = `${unknownLinkMessage}. Subscribe again to get a new one`;
