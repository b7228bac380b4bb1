import type { Ctx, TxCtx } from '../../../context.ts';
import { readRows, text } from '../../../sql.ts';
import { addRedirects } from '../../platform/redirects/redirect.service.ts';
import { addressSql } from './item-sql.ts';
import type { LeftOutNotes } from './left-out.ts';
import type { ListOfPosts } from './wordpress-lists.ts';

/** Old addresses of lists and feeds that exist on every WordPress site. */
const commonListRedirects = [
  ...['/feed/*', '/comments/feed', '/?feed=rss2'].map((from) => ({ from, to: '/news.rss' })),
  ...['/category/*', '/tag/*', '/author/*'].map((from) => ({ from, to: '/news' })),
];

/** Permalinks are stored first, because the number of redirects is limited. */
export async function redirectOldPaths(
  tx: TxCtx,
  { id, lists, site }: { id: number; lists: readonly ListOfPosts[]; site?: string | null | undefined },
  notes: LeftOutNotes,
): Promise<number[]> {
  const siteFolder = site?.replace(/^[^/]*/, '') ?? '';
  const wantedRedirects = await readRows(tx.em, { from: text, to: text })(
    `select path."from", case when replaces_text then '/' || built_in else ${addressSql(tx, 'item_id')} end as "to"
     from import_items cross join unnest(paths) with ordinality as path ("from", rank)
     where import_id = ? and (item_id is not null or replaces_text) order by rank, id`,
    [id],
  );
  if (wantedRedirects.some(({ to }) => to.startsWith('/news/'))) {
    const shownCategories = await listShownCategories(tx);
    const categoryRedirects = lists.map(({ from, category }) => {
      return { from, to: category && shownCategories.has(category) ? `/news?category=${category}` : '/news' };
    });
    const standardRedirects = commonListRedirects.map(({ from, to }) => ({ from: siteFolder + from, to }));
    wantedRedirects.push(...categoryRedirects, ...standardRedirects);
  }
  // Without a redirect of its own, the feed below the folder would lead to the front page, like the folder
  if (siteFolder)
    wantedRedirects.push({ from: siteFolder, to: '/' }, { from: `${siteFolder}/feed`, to: '/news.rss' });
  return storeRedirects(tx, wantedRedirects, notes);
}

async function storeRedirects(tx: TxCtx, wanted: { from: string; to: string }[], notes: LeftOutNotes) {
  const { ids, leftOut } = await addRedirects(tx, wanted);
  for (const { from, reason } of leftOut)
    if (reason !== 'known') notes.add('Addresses that are not redirected', from);
  return ids;
}

/**
 * Redirects the old addresses of files and of their attachment pages. Documents come first, because redirects are
 * limited.
 */
export async function redirectFiles(tx: TxCtx, importId: number, notes: LeftOutNotes): Promise<number[]> {
  const wantedRedirects = await readRows(tx.em, { from: text, to: text })(
    `select path."from", upload->>'url' as "to"
     from import_pictures cross join unnest(paths) with ordinality as path ("from", rank)
     where import_id = ? and upload is not null order by is_document desc, rank, id`,
    [importId],
  );
  return storeRedirects(tx, wantedRedirects, notes);
}

/** Lists the categories that have published posts, so that visitors can filter by them. */
export async function listShownCategories({
  em,
  content,
}: Pick<Ctx, 'em' | 'content'>): Promise<Set<string>> {
  const { table } = content.find(({ type }) => type === 'post') ?? {};
  const shownCategoryRows = await readRows(em, { category: text })(
    `select distinct category from ${table} where deleted_at is null and status = 'published'`,
  );
  return new Set(shownCategoryRows.map(({ category }) => category));
}
