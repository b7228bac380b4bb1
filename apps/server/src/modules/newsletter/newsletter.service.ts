import { randomBytes } from 'node:crypto';
import type { Ctx, TxCtx } from '../../context.ts';
import { findForUpdate, lockOrNotFound } from '../../database/row-lock.ts';
import { notFound } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { queueEmail } from '../emails/email.service.ts';
import { takeBack } from './delivery.service.ts';
import { SubscriberEntity, type SubscriberRow } from './subscriber.entity.ts';

/** Asks the address for a confirmation. Returns nothing, so that nobody learns whether it was known. */
export async function subscribe(ctx: Ctx, address: string): Promise<void> {
  const email = address.toLowerCase();
  await transaction(ctx, async (tx) => {
    const now = tx.now();
    // the token stays for good, because links of old emails must still unsubscribe; an email is sent at most
    // once in ten minutes, also to somebody who has left meanwhile: the earlier link still works
    const [row] = await tx.em.execute<{ token: string; is_due: boolean }[]>(
      `insert into subscribers (email, token, created_at, updated_at, asked_at) values (?, ?, ?, ?, ?)
       on conflict (email) do update
         set state = 'pending', confirmed_at = null, unsubscribed_at = null, updated_at = excluded.updated_at,
           asked_at = case when subscribers.asked_at > excluded.asked_at - interval '10 minutes'
             then subscribers.asked_at else excluded.asked_at end
         where subscribers.state <> 'confirmed'
       returning token, asked_at = ?::timestamptz as is_due`,
      [email, randomBytes(32).toString('base64url'), now, now, now, now],
    );
    if (!row?.is_due) return;
    await record(tx, 'create', 'Newsletter subscription');
    await queueEmail(tx, {
      ...{ kind: 'newsletter-confirmation', data: { token: row.token } },
      recipient: email,
    });
  });
}

export async function unsubscribe(ctx: Ctx, address: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await findForUpdate(tx, SubscriberEntity, { email: address.toLowerCase() });
    if (row) await leave(tx, row);
  });
}

export async function unsubscribeByToken(ctx: Ctx, token: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await lockOrNotFound(tx, SubscriberEntity, { token }, { missing: unknownLink });
    await leave(tx, row);
  });
}

/** The address of a subscriber's link. */
export async function addressOf({ em }: Pick<Ctx, 'em'>, token: string): Promise<string> {
  const row = await em.findOne(SubscriberEntity, { token }, { disableIdentityMap: true });
  if (!row) throw notFound(unknownLink);
  return row.email;
}

/** The second half of the double opt-in. An old link does not bring back somebody who has left. */
export async function confirm(ctx: Ctx, token: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await lockOrNotFound(tx, SubscriberEntity, { token }, { missing: unknownLink });
    if (row.state === 'unsubscribed') throw notFound(unknownLink);
    if (row.state === 'confirmed') return;
    row.state = 'confirmed';
    row.confirmedAt = tx.now();
    await tx.em.flush();
    await record(tx, 'update', 'Newsletter subscription confirmed');
    await queueEmail(tx, {
      ...{ kind: 'newsletter-welcome', data: { token } },
      recipient: row.email,
    });
  });
}

async function leave(tx: TxCtx, row: SubscriberRow): Promise<void> {
  if (row.state === 'unsubscribed') return;
  row.state = 'unsubscribed';
  row.unsubscribedAt = tx.now();
  await tx.em.flush();
  await takeBack(tx, row.id);
  await record(tx, 'update', 'Newsletter subscription ended');
}

/** Erases the address and its queued emails for good. It may subscribe again. */
export const removeSubscriber = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  transaction(ctx, async (tx) => {
    const row = await lockOrNotFound(tx, SubscriberEntity, { id }, { missing: 'Subscriber not found' });
    await takeBack(tx, id);
    await tx.em.remove(row).flush();
    await record(tx, 'delete', 'Removed a newsletter subscriber');
    return { id };
  });

/** Records no address and no id. */
const record = (tx: TxCtx, type: 'create' | 'update' | 'delete', description: string) =>
  recordActivity(tx, { type, entityType: 'newsletter', entityId: null, description });

const unknownLink = 'This link is not valid any more';
