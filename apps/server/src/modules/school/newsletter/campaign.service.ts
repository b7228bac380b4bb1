import type { CampaignInput } from '@institute/contract';
import type { PublishStatus } from '@institute/contract/content.constants';
import type { CampaignState } from '@institute/contract/newsletter.constants';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { makeItemTag } from '../../../database/item-tag.ts';
import { findPage, makeEntityRowSource, toOrderByColumn } from '../../../database/page.ts';
import { findForUpdate, lockRowOrNotFound } from '../../../database/row-lock.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { runInTransaction, type Tx } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import type { ListQuery, TaggedView } from '../../platform/content/content.service.ts';
import { publishedWhere } from '../../platform/content/publishing.ts';
import { whereMatching } from '../../platform/content/search.ts';
import { queueEmail } from '../../platform/outbox/outbox.service.ts';
import { checkWrittenWords } from '../../platform/outbox/outgoing-words.service.ts';
import { PostEntity } from '../posts/post.entity.ts';
import {
  campaignNotFoundMessage,
  findCampaign,
  readCampaignPost,
  TEST_UNSUBSCRIBE_TOKEN,
} from './campaign-content.service.ts';
import {
  countDeliveries,
  type DeliveryCounts,
  switchDeliveryState,
  unqueueDeliveries,
} from './delivery.service.ts';
import { CampaignEntity, type CampaignRow, SubscriberEntity } from './newsletter.entity.ts';
import { newsletterIssueMessage } from './newsletter.messages.ts';

export async function listCampaigns(
  ctx: Pick<Ctx, 'em'>,
  { limit, offset, q, category, sort = '-createdAt' }: ListQuery,
): Promise<{ items: CampaignView[]; total: number }> {
  const stateFilter = category && category !== 'all' ? { state: category as CampaignState } : {};
  const list = makeEntityRowSource(ctx.em, CampaignEntity, {
    deletedAt: null,
    ...stateFilter,
    ...whereMatching(q),
  });
  const { rows, total } = await findPage(list, { orderBy: toOrderByColumn(sort), limit, offset });
  const countsOfCampaign = await countDeliveries(ctx, rows);
  return { items: rows.map((row) => toCampaignView(row, countsOfCampaign(row))), total };
}

export async function getCampaign(ctx: Pick<Ctx, 'em'>, id: number): Promise<TaggedView<CampaignView>> {
  return toCampaignItem(ctx, await findCampaign(ctx, id));
}

async function toCampaignItem(ctx: Pick<Ctx, 'em'>, row: CampaignRow): Promise<TaggedView<CampaignView>> {
  const counts = await countDeliveries(ctx, [row]);
  return { view: toCampaignView(row, counts(row)), tag: makeItemTag('campaign', row) };
}

export const createCampaign = (
  ctx: Ctx,
  { postId, ...input }: CampaignInput,
): Promise<TaggedView<CampaignView>> =>
  runInTransaction(ctx, async (tx) => {
    const row = tx.em.create(CampaignEntity, {
      body: '',
      ...input,
      post: await findCampaignPost(tx, postId),
    });
    refuseEmptyCampaign(row);
    await tx.em.flush();
    await recordCampaignActivity(tx, row, 'create', 'Wrote');
    return toCampaignItem(tx, row);
  });

export const updateCampaign = (
  ctx: Ctx,
  id: number,
  { postId, ...changes }: Partial<CampaignInput>,
  ifMatch?: string,
): Promise<TaggedView<CampaignView>> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id, ifMatch);
    if (row.state !== 'draft') throw new AppError('CONFLICT', 'This newsletter is on its way already');
    const { version } = row;
    Object.assign(row, changes);
    if (postId !== undefined) row.post = await findCampaignPost(tx, postId);
    refuseEmptyCampaign(row);
    await tx.em.flush();
    if (row.version !== version) await recordCampaignActivity(tx, row, 'update', 'Changed');
    return toCampaignItem(tx, row);
  });

export const removeCampaign = (ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id, ifMatch);
    if (row.state === 'sending') throw new AppError('CONFLICT', 'Stop the sending first');
    await unqueueDeliveries(tx, id);
    row.deletedAt = tx.now();
    await tx.em.flush();
    await recordCampaignActivity(tx, row, 'delete', 'Deleted');
    return { id };
  });

const lockCampaign = (tx: Tx, id: number, ifMatch?: string): Promise<CampaignRow> =>
  lockRowOrNotFound(
    tx,
    CampaignEntity,
    { id, deletedAt: null },
    { missing: campaignNotFoundMessage, ifMatch, tag: (row) => makeItemTag('campaign', row) },
  );

export function sendTestCampaign(ctx: Ctx, id: number): Promise<{ recipient: string }> {
  const { email: recipient } = requireAccount(ctx);
  return runInTransaction(ctx, async (tx) => {
    const { view } = await getCampaign(tx, id);
    const testEmailData = { campaignId: id, token: TEST_UNSUBSCRIBE_TOKEN, isTest: true };
    await queueEmail(tx, newsletterIssueMessage.email({ data: testEmailData, recipient }));
    await recordCampaignActivity(tx, view, 'update', 'Sent a test of');
    return { recipient };
  });
}

export const startSending = (ctx: Ctx, id: number, ifMatch?: string): Promise<TaggedView<CampaignView>> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id, ifMatch);
    if (row.state !== 'draft') throw new AppError('CONFLICT', 'This newsletter is on its way already');
    if (row.post) {
      const publishedCount = await tx.em.count(PostEntity, {
        id: row.post.id,
        deletedAt: null,
        ...publishedWhere(tx.now()),
      });
      if (publishedCount === 0)
        throw new AppError('CONFLICT', 'The article of this newsletter is not published');
    } else if (!row.body) {
      throw new AppError('CONFLICT', 'The article of this newsletter was deleted; write something instead');
    }
    const subscriberCount = await tx.em.count(SubscriberEntity, { state: 'confirmed' });
    if (subscriberCount === 0) throw new AppError('CONFLICT', 'Nobody has confirmed a subscription yet');
    row.postCopy = await readCampaignPost(tx, row);
    const { title, excerpt } = row.postCopy ?? {};
    const checkedText = [row.body, title, excerpt].filter(Boolean).join('\n\n');
    await checkWrittenWords(tx, { subject: row.subject, text: checkedText }, { people: subscriberCount });
    row.state = 'sending';
    row.startedAt = tx.now();
    await tx.em.flush();
    await recordCampaignActivity(tx, row, 'update', 'Started sending');
    return getCampaign(tx, id);
  });

export const stopSending = (ctx: Ctx, id: number): Promise<TaggedView<CampaignView>> =>
  switchCampaignState(ctx, id, { from: 'sending', to: 'stopped', what: 'Stopped' });

export const resumeSending = (ctx: Ctx, id: number): Promise<TaggedView<CampaignView>> =>
  switchCampaignState(ctx, id, { from: 'stopped', to: 'sending', what: 'Went on sending' });

type CampaignSwitch = Record<'from' | 'to', 'sending' | 'stopped'> & { what: string };

const emailStateByCampaignState = { sending: 'waiting', stopped: 'held' } as const;

const switchCampaignState = (
  ctx: Ctx,
  id: number,
  { from, to, what }: CampaignSwitch,
): Promise<TaggedView<CampaignView>> =>
  runInTransaction(ctx, async (tx) => {
    // The campaign sender takes the same lock, so it queues no batch meanwhile
    const row = await lockCampaign(tx, id);
    if (row.state !== from) throw new AppError('CONFLICT', `This newsletter is not ${from}`);
    row.state = to;
    await tx.em.flush();
    await switchDeliveryState(tx, id, {
      from: emailStateByCampaignState[from],
      to: emailStateByCampaignState[to],
    });
    await recordCampaignActivity(tx, row, 'update', what);
    return getCampaign(tx, id);
  });

export const lockSending = (tx: Tx, id: number): Promise<CampaignRow | null> =>
  findForUpdate(tx, CampaignEntity, { id, state: 'sending' });

export async function finishSending(tx: Pick<TxCtx, 'em' | 'actor' | 'origin' | 'now'>, row: CampaignRow) {
  row.state = 'sent';
  row.finishedAt = tx.now();
  await tx.em.flush();
  await recordCampaignActivity(tx, row, 'update', 'Finished sending');
}

export async function listPostChoices({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const postRows = await em.find(
    PostEntity,
    { deletedAt: null },
    {
      fields: ['title', 'status', 'publishAt'],
      orderBy: { publishedAt: 'desc', id: 'desc' },
      limit: 300,
      disableIdentityMap: true,
    },
  );
  return postRows.map((post) => ({ id: post.id, title: post.title, isPublished: isPublicPost(post, now()) }));
}

const recordCampaignActivity = (
  tx: Pick<TxCtx, 'em' | 'actor' | 'origin' | 'now'>,
  { id, subject }: { id: number; subject: string },
  type: 'create' | 'update' | 'delete',
  what: string,
): Promise<number> =>
  recordActivity(tx, {
    type,
    entityType: 'newsletter',
    entityId: id,
    description: `${what} newsletter “${subject}”`,
  });

const isPublicPost = (post: { status: PublishStatus; publishAt?: Date | null }, now: Date) =>
  post.status === 'published' ||
  (post.status === 'scheduled' && post.publishAt instanceof Date && post.publishAt <= now);

async function findCampaignPost({ em }: Pick<TxCtx, 'em'>, id: number | null | undefined) {
  if (!id) return null;
  const campaignPost = await em.findOne(PostEntity, { id, deletedAt: null });
  if (!campaignPost)
    throw invalidInputError([{ path: 'postId', message: 'This article is not there any more' }]);
  return campaignPost;
}

function refuseEmptyCampaign({ body, post }: CampaignRow): void {
  if (!body && !post)
    throw invalidInputError([{ path: 'body', message: 'Write something or choose an article' }]);
}

const toCampaignView = (row: CampaignRow, counts: DeliveryCounts) => ({
  ...pickFields(row, 'id', 'createdAt', 'updatedAt', 'subject', 'body', 'startedAt', 'finishedAt'),
  postId: row.post?.id ?? null,
  state: row.state as CampaignState,
  counts,
});
type CampaignView = ReturnType<typeof toCampaignView>;
