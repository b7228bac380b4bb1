import type { CampaignInput } from '@institute/contract';
import { type CampaignState, limits, type PublishStatus } from '@institute/contract/constants';
import { articleText, truncate } from '@institute/contract/rules';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { checkMatch, itemTag } from '../../etag.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { Item, ListQuery } from '../content/content.service.ts';
import { matching, ordering } from '../content/search.ts';
import { PostEntity } from '../posts/post.entity.ts';
import { CampaignEntity, type CampaignRow, type IssueArticle } from './campaign.entity.ts';
import { type Campaign, campaignView } from './campaign.view.ts';
import { unqueue } from './delivery.service.ts';
import { countDeliveries } from './delivery-count.service.ts';

const missing = 'Newsletter not found';

/** Newest first, each with how far it has come. */
export async function listCampaigns(
  { em }: Pick<Ctx, 'em'>,
  { limit, offset, q, category, sort = '-createdAt' }: ListQuery,
): Promise<{ items: Campaign[]; total: number }> {
  const inState = category && category !== 'all' ? { state: category as CampaignState } : {};
  const [rows, total] = await em.findAndCount(
    CampaignEntity,
    { deletedAt: null, ...inState, ...matching(q) },
    { orderBy: ordering(sort), limit, offset, disableIdentityMap: true },
  );
  const counts = await countDeliveries(em, rows);
  return { items: rows.map((row) => campaignView(row, counts(row))), total };
}

export async function getCampaign({ em }: Pick<Ctx, 'em'>, id: number): Promise<Item<Campaign>> {
  return itemOf(em, await findCampaign(em, id));
}

export async function findCampaign(em: EntityManager, id: number): Promise<CampaignRow> {
  const row = await em.findOne(CampaignEntity, { id, deletedAt: null }, { disableIdentityMap: true });
  return row ?? refuseMissing();
}

async function itemOf(em: EntityManager, row: CampaignRow): Promise<Item<Campaign>> {
  const counts = await countDeliveries(em, [row]);
  return { view: campaignView(row, counts(row)), tag: itemTag('campaign', row) };
}

export const createCampaign = (ctx: Ctx, { postId, ...input }: CampaignInput): Promise<Item<Campaign>> =>
  ctx.em.transactional(async (em) => {
    const row = em.create(CampaignEntity, { body: '', ...input, post: await postOf(em, postId) });
    checkContent(row);
    await em.flush();
    await recordCampaign(ctx, em, row, 'create', 'Wrote');
    return itemOf(em, row);
  });

export const updateCampaign = (
  ctx: Ctx,
  id: number,
  { postId, ...changes }: Partial<CampaignInput>,
  ifMatch?: string,
): Promise<Item<Campaign>> =>
  ctx.em.transactional(async (em) => {
    const row = await lockedCampaign(em, id, ifMatch);
    if (row.state !== 'draft') throw new AppError('CONFLICT', 'This newsletter is on its way already');
    const { version } = row;
    Object.assign(row, changes);
    if (postId !== undefined) row.post = await postOf(em, postId);
    checkContent(row);
    await em.flush();
    if (row.version !== version) await recordCampaign(ctx, em, row, 'update', 'Changed');
    return itemOf(em, row);
  });

export const removeCampaign = (ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> =>
  ctx.em.transactional(async (em) => {
    const row = await lockedCampaign(em, id, ifMatch);
    if (row.state === 'sending') throw new AppError('CONFLICT', 'Stop the sending first');
    await unqueue(em, id, ctx.now());
    row.deletedAt = ctx.now();
    await em.flush();
    await recordCampaign(ctx, em, row, 'delete', 'Deleted');
    return { id };
  });

export async function lockedCampaign(em: EntityManager, id: number, ifMatch?: string): Promise<CampaignRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const row = await em.findOne(CampaignEntity, { id, deletedAt: null }, { lockMode });
  if (!row) return refuseMissing();
  checkMatch(ifMatch, itemTag('campaign', row));
  return row;
}

/** What can be written about: the newest articles, by their titles. */
export async function listArticles({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const posts = await em.find(
    PostEntity,
    { deletedAt: null },
    {
      fields: ['title', 'status', 'publishAt'],
      ...{ orderBy: { createdAt: 'desc', id: 'desc' }, limit: 300, disableIdentityMap: true },
    },
  );
  return posts.map((post) => ({ id: post.id, title: post.title, isPublished: isPublic(post, now()) }));
}

/** As it was when the sending began, or as it is now. */
export async function articleOf(
  em: EntityManager,
  { article, post }: CampaignRow,
): Promise<IssueArticle | null> {
  if (article || !post) return article ?? null;
  const row = await em.findOne(PostEntity, { id: post.id, deletedAt: null }, { disableIdentityMap: true });
  if (!row) return null;
  const { id, title, content, imageUrl, imageAlt } = row;
  const excerpt = truncate(articleText(content), limits.newsletter.excerpt);
  return { id, title, excerpt, imageUrl: imageUrl ?? null, imageAlt: imageAlt ?? null };
}

export const recordCampaign = (
  ctx: Pick<Ctx, 'actor' | 'origin' | 'now'>,
  em: EntityManager,
  { id, subject }: { id: number; subject: string },
  type: 'create' | 'update' | 'delete',
  what: string,
): Promise<void> =>
  recordActivity(ctx, em, {
    type,
    entityType: 'newsletter',
    entityId: id,
    description: `${what} newsletter “${subject}”`,
  });

const isPublic = (post: { status: PublishStatus; publishAt?: Date | null }, now: Date) =>
  post.status === 'published' ||
  (post.status === 'scheduled' && post.publishAt instanceof Date && post.publishAt <= now);

async function postOf(em: EntityManager, id: number | null | undefined) {
  if (!id) return null;
  const post = await em.findOne(PostEntity, { id, deletedAt: null });
  if (!post) throw invalid([{ path: 'postId', message: 'This article is not there any more' }]);
  return post;
}

function checkContent({ body, post }: CampaignRow): void {
  if (!body && !post) throw invalid([{ path: 'body', message: 'Write something or choose an article' }]);
}

function refuseMissing(): never {
  throw notFound(missing);
}
