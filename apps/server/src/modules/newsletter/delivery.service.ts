import type { TxCtx } from '../../context.ts';

/**
 * What is queued for somebody who leaves and not sent yet goes out no more. That it was queued stays on
 * record: it may have been under way, and nobody gets it twice.
 */
export async function takeBack({ em }: Pick<TxCtx, 'em'>, subscriberId: number): Promise<void> {
  await em.execute(
    `with gone as (
       delete from emails using newsletter_deliveries delivery
       where emails.id = delivery.email_id and delivery.subscriber_id = ? and emails.state <> 'sent'
       returning delivery.id
     )
     update newsletter_deliveries set is_skipped = true, email_id = null where id in (select id from gone)`,
    [subscriberId],
  );
}

/** Of a newsletter that is deleted nothing more goes out; brought back, it goes on with the same people. */
export async function unqueue({ em, now }: Pick<TxCtx, 'em' | 'now'>, campaignId: number): Promise<void> {
  // what may be under way is left to whoever sends it
  await em.execute(
    `with undone as (
       delete from newsletter_deliveries delivery using emails
       where emails.id = delivery.email_id and delivery.campaign_id = ? and emails.state <> 'sent'
         and not (tries > 0 and last_error is null and next_try_at > ?)
       returning emails.id
     )
     delete from emails where id in (select id from undone)`,
    [campaignId, now()],
  );
}
