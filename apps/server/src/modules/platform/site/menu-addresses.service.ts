import type { SiteSettings } from '@institute/contract';
import { fieldLimits } from '@institute/contract/fields.constants';
import { isPostList, menuLabels, otherPages } from '@institute/contract/site.constants';
import type { Ctx } from '../../../context.ts';
import { invalidInputError } from '../../../errors.ts';
import { bool, readRows, text } from '../../../sql.ts';

type Menu = SiteSettings['menu'];
type MenuCtx = Pick<Ctx, 'em' | 'content' | 'now'>;

const pageColumns = { path: text, isShown: bool, isListed: bool };

/**
 * Finds the items whose pages have these addresses. `isListed` is true for a page that is in the menu by its own
 * setting.
 */
async function readItemPages({ em, content, now }: MenuCtx, addresses: readonly string[]) {
  const itemQueries = content.flatMap(({ page, slug, table, visibleToVisitors }) => {
    const pathPrefix = `${page}/`;
    const pathEndings = addresses
      .filter((one) => page && one.startsWith(pathPrefix))
      .map((one) => one.slice(pathPrefix.length));
    const slugs = slug === 'id' ? pathEndings.filter(isIdText).map(Number) : pathEndings;
    const isListedSql = table === 'pages' ? 'in_menu' : 'false';
    const selectSql = `select '${pathPrefix}' || ${slug} as path, ${visibleToVisitors(now())} as "isShown", ${isListedSql} as "isListed"
      from ${table} where deleted_at is null and ${slug} in (${slugs.map(() => '?')})`;
    return slugs.length > 0 ? [{ sql: selectSql, slugs }] : [];
  });
  if (itemQueries.length === 0) return new Map<string, never>();
  const rows = await readRows(em, pageColumns)(
    itemQueries.map(({ sql }) => sql).join(' union all '),
    itemQueries.flatMap(({ slugs }): (string | number)[] => slugs),
  );
  return new Map(rows.map((row) => [row.path, row]));
}

const isIdText = (end: string): boolean => /^[1-9]\d{0,9}$/.test(end) && Number(end) <= fieldLimits.id;

const isItemEntry = (entry: string): boolean =>
  entry.startsWith('/') &&
  !isPostList(entry) &&
  !Object.hasOwn(menuLabels, entry) &&
  !otherPages.some((page) => page === entry);

/** Lists named menu entries that visitors cannot open, such as a draft or a deleted program. */
export async function listUnseenEntries(deps: MenuCtx, menu: Menu): Promise<string[]> {
  const items = menu.filter(({ entry, label }) => label && isItemEntry(entry)).map(({ entry }) => entry);
  const pages = await readItemPages(deps, items);
  return items.filter((entry) => !pages.get(entry)?.isShown);
}

/** Refuses new entries without a page. A stored entry stays, because its page may come back. */
export async function refuseMissingPages(
  deps: MenuCtx,
  former: Menu,
  menu: Menu,
  within: string,
): Promise<void> {
  const isFormerEntry = ({ entry, label }: Menu[number]) =>
    former.some((other) => other.entry === entry && (label || !other.label));
  const items = menu.filter((item) => isItemEntry(item.entry) && !isFormerEntry(item));
  const pages = await readItemPages(
    deps,
    items.map(({ entry }) => entry),
  );
  const details = items.flatMap(({ entry, label }) => {
    const path = `${within}menu.${menu.findIndex((item) => item.entry === entry)}`;
    const page = pages.get(entry);
    if (!page) return [{ path: `${path}.entry`, message: `There is no page at ${entry}` }];
    if (label || page.isListed) return [];
    return [{ path: `${path}.label`, message: 'Give it a name, or put the page in the menu' }];
  });
  if (details.length > 0) throw invalidInputError(details);
}
