import type { CampaignInput } from '@institute/contract';
import type { PublishStatus } from '@institute/contract/content.constants';
import type { CampaignState } from '@institute/contract/newsletter.constants';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { makeItemTag } from '../../../database/item-tag.ts';
import { findEntityRows, findPage, toOrder } from '../../../database/page.ts';
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
  TEST_TOKEN,
} from './campaign-content.service.ts';
import {
  countDeliveries,
  type DeliveryCounts,
  switchDeliveries,
  unqueueDeliveries,
} from './delivery.service.ts';
import { CampaignEntity, type CampaignRow, SubscriberEntity } from './newsletter.entity.ts';
import { newsletterIssueMessage } from './newsletter.messages.ts';

export async function listCampaigns(
  ctx: Pick<Ctx, 'em'>,
  { limit, offset, q, category, sort = '-createdAt' }: ListQuery,
): Promise<{ items: Campaign[]; total: number }> {
  const stateFilter = category && category !== 'all' ? { state: category as CampaignState } : {};
  const list = findEntityRows(ctx.em, CampaignEntity, {
    deletedAt: null,
    ...stateFilter,
    ...whereMatching(q),
  });
  const { rows, total } = await findPage(list, { orderBy: toOrder(sort), limit, offset });
  const counts = await countDeliveries(ctx, rows);
  return { items: rows.map((row) => toCampaignView(row, counts(row))), total };
}

export async function getCampaign(ctx: Pick<Ctx, 'em'>, id: number): Promise<TaggedView<Campaign>> {
  return toCampaignItem(ctx, await findCampaign(ctx, id));
}

async function toCampaignItem(ctx: Pick<Ctx, 'em'>, row: CampaignRow): Promise<TaggedView<Campaign>> {
  const counts = await countDeliveries(ctx, [row]);
  return { view: toCampaignView(row, counts(row)), tag: makeItemTag('campaign', row) };
}

export const createCampaign = (
  ctx: Ctx,
  { postId, ...input }: CampaignInput,
): Promise<TaggedView<Campaign>> =>
  runInTransaction(ctx, async (tx) => {
    const row = tx.em.create(CampaignEntity, {
      body: '',
      ...input,
      post: await findCampaignPost(tx, postId),
    });
    checkContent(row);
    await tx.em.flush();
    await recordCampaign(tx, row, 'create', 'Wrote');
    return toCampaignItem(tx, row);
  });

export const updateCampaign = (
  ctx: Ctx,
  id: number,
  { postId, ...changes }: Partial<CampaignInput>,
  ifMatch?: string,
): Promise<TaggedView<Campaign>> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id, ifMatch);
    if (row.state !== 'draft') throw new AppError('CONFLICT', 'This newsletter is on its way already');
    const { version } = row;
    Object.assign(row, changes);
    if (postId !== undefined) row.post = await findCampaignPost(tx, postId);
    checkContent(row);
    await tx.em.flush();
    if (row.version !== version) await recordCampaign(tx, row, 'update', 'Changed');
    return toCampaignItem(tx, row);
  });

export const removeCampaign = (ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id, ifMatch);
    if (row.state === 'sending') throw new AppError('CONFLICT', 'Stop the sending first');
    await unqueueDeliveries(tx, id);
    row.deletedAt = tx.now();
    await tx.em.flush();
    await recordCampaign(tx, row, 'delete', 'Deleted');
    return { id };
  });

const lockCampaign = (tx: Tx, id: number, ifMatch?: string): Promise<CampaignRow> =>
  lockRowOrNotFound(
    tx,
    CampaignEntity,
    { id, deletedAt: null },
    { missing: campaignNotFoundMessage, ifMatch, tag: (row) => makeItemTag('campaign', row) },
  );

export function sendTest(ctx: Ctx, id: number): Promise<{ recipient: string }> {
  const { email: recipient } = requireAccount(ctx);
  return runInTransaction(ctx, async (tx) => {
    const { view } = await getCampaign(tx, id);
    const data = { campaignId: id, token: TEST_TOKEN, isTest: true };
    await queueEmail(tx, newsletterIssueMessage.email({ data, recipient }));
    await recordCampaign(tx, view, 'update', 'Sent a test of');
    return { recipient };
  });
}

export const startSending = (ctx: Ctx, id: number, ifMatch?: string): Promise<TaggedView<Campaign>> =>
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
    const text = [row.body, title, excerpt].filter(Boolean).join('\n\n');
    await checkWrittenWords(tx, { subject: row.subject, text }, { people: subscriberCount });
    row.state = 'sending';
    row.startedAt = tx.now();
    await tx.em.flush();
    await recordCampaign(tx, row, 'update', 'Started sending');
    return getCampaign(tx, id);
  });

export const stopSending = (ctx: Ctx, id: number): Promise<TaggedView<Campaign>> =>
  switchCampaignState(ctx, id, { from: 'sending', to: 'stopped', what: 'Stopped' });

export const resumeSending = (ctx: Ctx, id: number): Promise<TaggedView<Campaign>> =>
  switchCampaignState(ctx, id, { from: 'stopped', to: 'sending', what: 'Went on sending' });

type CampaignSwitch = Record<'from' | 'to', 'sending' | 'stopped'> & { what: string };

const emailState = { sending: 'waiting', stopped: 'held' } as const;

const switchCampaignState = (
  ctx: Ctx,
  id: number,
  { from, to, what }: CampaignSwitch,
): Promise<TaggedView<Campaign>> =>
  runInTransaction(ctx, async (tx) => {
    // The campaign sender takes the same lock, so it queues no batch meanwhile
    const row = await lockCampaign(tx, id);
    if (row.state !== from) throw new AppError('CONFLICT', `This newsletter is not ${from}`);
    row.state = to;
    await tx.em.flush();
    await switchDeliveries(tx, id, { from: emailState[from], to: emailState[to] });
    await recordCampaign(tx, row, 'update', what);
    return getCampaign(tx, id);
  });

export const lockSending = (tx: Tx, id: number): Promise<CampaignRow | null> =>
  findForUpdate(tx, CampaignEntity, { id, state: 'sending' });

export async function finishSending(tx: Pick<TxCtx, 'em' | 'actor' | 'origin' | 'now'>, row: CampaignRow) {
  row.state = 'sent';
  row.finishedAt = tx.now();
  await tx.em.flush();
  await recordCampaign(tx, row, 'update', 'Finished sending');
}

export async function listPosts({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const posts = await em.find(
    PostEntity,
    { deletedAt: null },
    {
      fields: ['title', 'status', 'publishAt'],
      orderBy: { publishedAt: 'desc', id: 'desc' },
      limit: 300,
      disableIdentityMap: true,
    },
  );
  return posts.map((post) => ({ id: post.id, title: post.title, isPublished: isPublicPost(post, now()) }));
}

const recordCampaign = (
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
  const post = await em.findOne(PostEntity, { id, deletedAt: null });
  if (!post) throw invalidInputError([{ path: 'postId', message: 'This article is not there any more' }]);
  return post;
}

function checkContent({ body, post }: CampaignRow): void {
  if (!body && !post)
    throw invalidInputError([{ path: 'body', message: 'Write something or choose an article' }]);
}

const toCampaignView = (row: CampaignRow, counts: DeliveryCounts) => ({
  ...pickFields(row, 'id', 'createdAt', 'updatedAt', 'subject', 'body', 'startedAt', 'finishedAt'),
  postId: row.post?.id ?? null,
  state: row.state as CampaignState,
  counts,
});
type Campaign = ReturnType<typeof toCampaignView>;
