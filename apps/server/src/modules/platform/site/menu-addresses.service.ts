import type { SiteSettings } from '@institute/contract';
import { fieldLimits } from '@institute/contract/fields.constants';
import { isPostListEntry, menuLabels, pagesOutsideDefaultMenu } from '@institute/contract/site.constants';
import type { Ctx } from '../../../context.ts';
import { invalidInputError } from '../../../errors.ts';
import { bool, readRows, text } from '../../../sql.ts';

type SiteMenu = SiteSettings['menu'];
type MenuCtx = Pick<Ctx, 'em' | 'content' | 'now'>;

const pageColumns = { path: text, isShown: bool, isListed: bool };

/**
 * Finds the items whose pages have these addresses. `isListed` is true for a page that is in the menu by its own
 * setting.
 */
async function readItemPages({ em, content, now }: MenuCtx, addresses: readonly string[]) {
  const itemPageQueries = content.flatMap(({ page, slug, table, visibleToVisitors }) => {
    const pathPrefix = `${page}/`;
    const pathEndings = addresses
      .filter((one) => page && one.startsWith(pathPrefix))
      .map((one) => one.slice(pathPrefix.length));
    const itemSlugs = slug === 'id' ? pathEndings.filter(isIdText).map(Number) : pathEndings;
    const isListedSql = table === 'pages' ? 'in_menu' : 'false';
    const itemPageSql = `select '${pathPrefix}' || ${slug} as path, ${visibleToVisitors(now())} as "isShown", ${isListedSql} as "isListed"
      from ${table} where deleted_at is null and ${slug} in (${itemSlugs.map(() => '?')})`;
    return itemSlugs.length > 0 ? [{ sql: itemPageSql, slugs: itemSlugs }] : [];
  });
  if (itemPageQueries.length === 0) return new Map<string, never>();
  const itemPageRows = await readRows(em, pageColumns)(
    itemPageQueries.map(({ sql }) => sql).join(' union all '),
    itemPageQueries.flatMap(({ slugs }): (string | number)[] => slugs),
  );
  return new Map(itemPageRows.map((row) => [row.path, row]));
}

const isIdText = (end: string): boolean => /^[1-9]\d{0,9}$/.test(end) && Number(end) <= fieldLimits.id;

const isItemEntry = (entry: string): boolean =>
  entry.startsWith('/') &&
  !isPostListEntry(entry) &&
  !Object.hasOwn(menuLabels, entry) &&
  !pagesOutsideDefaultMenu.some((page) => page === entry);

/** Lists named menu entries that visitors cannot open, such as a draft or a deleted program. */
export async function listUnseenEntries(deps: MenuCtx, menu: SiteMenu): Promise<string[]> {
  const namedItemEntries = menu
    .filter(({ entry, label }) => label && isItemEntry(entry))
    .map(({ entry }) => entry);
  const pagesByEntry = await readItemPages(deps, namedItemEntries);
  return namedItemEntries.filter((entry) => !pagesByEntry.get(entry)?.isShown);
}

/** Refuses new entries without a page. A stored entry stays, because its page may come back. */
export async function refuseMissingPages(
  deps: MenuCtx,
  former: SiteMenu,
  menu: SiteMenu,
  within: string,
): Promise<void> {
  const isFormerEntry = ({ entry, label }: SiteMenu[number]) =>
    former.some((other) => other.entry === entry && (label || !other.label));
  const items = menu.filter((item) => isItemEntry(item.entry) && !isFormerEntry(item));
  const pages = await readItemPages(
    deps,
    items.map(({ entry }) => entry),
  );
  const missingPageDetails = items.flatMap(({ entry, label }) => {
    const menuEntryPath = `${within}menu.${menu.findIndex((item) => item.entry === entry)}`;
    const itemPage = pages.get(entry);
    if (!itemPage) return [{ path: `${menuEntryPath}.entry`, message: `There is no page at ${entry}` }];
    if (label || itemPage.isListed) return [];
    return [{ path: `${menuEntryPath}.label`, message: 'Give it a name, or put the page in the menu' }];
  });
  if (missingPageDetails.length > 0) throw invalidInputError(missingPageDetails);
}
