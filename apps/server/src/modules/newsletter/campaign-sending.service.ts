import type { Ctx } from '../../context.ts';
import { signedIn } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import type { Item } from '../content/content.service.ts';
import { published } from '../content/published.ts';
import { queueEmail } from '../emails/email.service.ts';
import { PostEntity } from '../posts/post.entity.ts';
import { campaignPost, getCampaign, lockCampaign, recordCampaign } from './campaign.service.ts';
import type { Campaign } from './campaign.view.ts';
import { SubscriberEntity } from './subscriber.entity.ts';

/** Replaces the token in tests and previews, so that their links unsubscribe nobody. */
export const TEST_TOKEN = 'this-link-works-in-the-real-newsletter-only';

/** Sends the email to the account that asks for it. */
export function sendTest(ctx: Ctx, id: number): Promise<{ recipient: string }> {
  const { email: recipient } = signedIn(ctx);
  return transaction(ctx, async (tx) => {
    const { view } = await getCampaign(tx, id);
    const data = { campaignId: id, token: TEST_TOKEN, isTest: true };
    await queueEmail(tx, { kind: 'newsletter-issue', data, recipient });
    await recordCampaign(tx, view, 'update', 'Sent a test of');
    return { recipient };
  });
}

/** Freezes the content. The campaign then goes to every confirmed subscriber. */
export const startSending = (ctx: Ctx, id: number, ifMatch?: string): Promise<Item<Campaign>> =>
  transaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id, ifMatch);
    if (row.state !== 'draft') throw new AppError('CONFLICT', 'This newsletter is on its way already');
    if (row.post) {
      const out = await tx.em.count(PostEntity, { id: row.post.id, deletedAt: null, ...published(tx.now()) });
      if (out === 0) throw new AppError('CONFLICT', 'The article of this newsletter is not published');
    }
    if ((await tx.em.count(SubscriberEntity, { state: 'confirmed' })) === 0) {
      throw new AppError('CONFLICT', 'Nobody has confirmed a subscription yet');
    }
    row.article = await campaignPost(tx, row);
    row.state = 'sending';
    row.startedAt = tx.now();
    await tx.em.flush();
    await recordCampaign(tx, row, 'update', 'Started sending');
    return getCampaign(tx, id);
  });

/** Queues nothing more and holds the emails that wait in the outbox. */
export const stopSending = (ctx: Ctx, id: number): Promise<Item<Campaign>> =>
  switchState(ctx, id, { from: 'sending', to: 'stopped', emails: ['waiting', 'held'], what: 'Stopped' });

/** Goes on with the subscribers who did not get it. */
export const resumeSending = (ctx: Ctx, id: number): Promise<Item<Campaign>> =>
  // an email that was under way keeps its lease
  switchState(ctx, id, {
    from: 'stopped',
    to: 'sending',
    emails: ['held', 'waiting'],
    what: 'Went on sending',
  });

interface Switch {
  from: 'sending' | 'stopped';
  to: 'sending' | 'stopped';
  emails: [from: string, to: string];
  what: string;
}

const switchState = (ctx: Ctx, id: number, { from, to, emails, what }: Switch): Promise<Item<Campaign>> =>
  transaction(ctx, async (tx) => {
    // the campaign sender takes the same lock
    const row = await lockCampaign(tx, id);
    if (row.state !== from) throw new AppError('CONFLICT', `This newsletter is not ${from}`);
    row.state = to;
    await tx.em.flush();
    await tx.em.execute(
      `update emails set state = ? where state = ?
         and id in (select email_id from deliveries where campaign_id = ?)`,
      [emails[1], emails[0], id],
    );
    await recordCampaign(tx, row, 'update', what);
    return getCampaign(tx, id);
  });
