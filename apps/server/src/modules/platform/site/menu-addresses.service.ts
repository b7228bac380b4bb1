import type { SiteSettings } from '@institute/contract';
import { fieldLimits } from '@institute/contract/fields.constants';
import { isPostList, menuLabels, otherPages } from '@institute/contract/site.constants';
import type { Ctx } from '../../../context.ts';
import { invalidInputError } from '../../../errors.ts';
import { bool, readRows, text } from '../../../sql.ts';

type Menu = SiteSettings['menu'];
type Deps = Pick<Ctx, 'em' | 'content' | 'now'>;

const pageColumns = { path: text, isShown: bool, isListed: bool };

/** The items whose pages have these addresses. `isListed`: an own page that stands in the menu by itself. */
async function readItemPages({ em, content, now }: Deps, addresses: readonly string[]) {
  const parts = content.flatMap(({ page, slug, table, visibleToVisitors }) => {
    const start = `${page}/`;
    const ends = addresses
      .filter((one) => page && one.startsWith(start))
      .map((one) => one.slice(start.length));
    const slugs = slug === 'id' ? ends.filter(isId).map(Number) : ends;
    const isListed = table === 'pages' ? 'in_menu' : 'false';
    const sql = `select '${start}' || ${slug} as path, ${visibleToVisitors(now())} as "isShown", ${isListed} as "isListed"
      from ${table} where deleted_at is null and ${slug} in (${slugs.map(() => '?')})`;
    return slugs.length > 0 ? [{ sql, slugs }] : [];
  });
  if (parts.length === 0) return new Map<string, never>();
  const rows = await readRows(em, pageColumns)(
    parts.map(({ sql }) => sql).join(' union all '),
    parts.flatMap(({ slugs }): (string | number)[] => slugs),
  );
  return new Map(rows.map((row) => [row.path, row]));
}

const isId = (end: string): boolean => /^[1-9]\d{0,9}$/.test(end) && Number(end) <= fieldLimits.id;

const isItem = (entry: string): boolean =>
  entry.startsWith('/') &&
  !isPostList(entry) &&
  !Object.hasOwn(menuLabels, entry) &&
  !otherPages.some((page) => page === entry);

/** Named entries of the menu that visitors cannot open, such as a draft, or a program that is deleted. */
export async function listUnseenEntries(deps: Deps, menu: Menu): Promise<string[]> {
  const items = menu.filter(({ entry, label }) => label && isItem(entry)).map(({ entry }) => entry);
  const pages = await readItemPages(deps, items);
  return items.filter((entry) => !pages.get(entry)?.isShown);
}

/** Refuses new entries that would vanish. One that was stored stays, because its page may come back. */
export async function refuseMissingPages(
  deps: Deps,
  former: Menu,
  menu: Menu,
  within: string,
): Promise<void> {
  const isKnown = ({ entry, label }: Menu[number]) =>
    former.some((other) => other.entry === entry && (label || !other.label));
  const items = menu.filter((item) => isItem(item.entry) && !isKnown(item));
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
