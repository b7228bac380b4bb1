import type { TxCtx } from '../../context.ts';

/**
 * Deletes the unsent emails of a subscriber who leaves. The deliveries stay: an email may be under way,
 * and nobody may get it twice.
 */
export async function takeBack({ em }: Pick<TxCtx, 'em'>, subscriberId: number): Promise<void> {
  await em.execute(
    `with taken_back as (
       delete from emails using deliveries delivery
       where emails.id = delivery.email_id and delivery.subscriber_id = ? and emails.state <> 'sent'
       returning delivery.id
     )
     update deliveries set is_skipped = true, email_id = null where id in (select id from taken_back)`,
    [subscriberId],
  );
}

/** Deletes the unsent emails of a deleted campaign with their deliveries, so that a restored one goes on with these subscribers. */
export async function unqueue({ em, now }: Pick<TxCtx, 'em' | 'now'>, campaignId: number): Promise<void> {
  // leave an email that may be under way to its mailer
  await em.execute(
    `with undone as (
       delete from deliveries delivery using emails
       where emails.id = delivery.email_id and delivery.campaign_id = ? and emails.state <> 'sent'
         and not (tries > 0 and last_error is null and next_try_at > ?)
       returning emails.id
     )
     delete from emails where id in (select id from undone)`,
    [campaignId, now()],
  );
}
