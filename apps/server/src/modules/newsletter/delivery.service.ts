import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * What is queued and not sent yet goes to nobody: of somebody who leaves, of a newsletter that is dropped.
 * That it was queued stays on record, so that nobody who may have got it gets it again.
 */
export async function takeBack(
  em: EntityManager,
  of: { subscriber: number } | { campaign: number },
): Promise<void> {
  const [column, id] = 'subscriber' in of ? ['subscriber_id', of.subscriber] : ['campaign_id', of.campaign];
  await em.execute(
    `with doomed as (
       delete from mails using newsletter_deliveries delivery
       where mails.id = delivery.mail_id and delivery.${column} = ? and mails.state <> 'sent'
       returning delivery.id
     )
     update newsletter_deliveries set is_skipped = true, mail_id = null where id in (select id from doomed)`,
    [id],
  );
}
