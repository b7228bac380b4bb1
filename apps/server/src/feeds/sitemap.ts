import type { Ctx } from '../context.ts';
import { prepared } from '../database/prepared.ts';
import { perContent } from '../modules/content/per-content.ts';
import { element } from './xml.ts';

/** Search engines read at most 50,000 addresses of one file. */
const MAX_ITEMS = 40_000;

/** Pages that show the site's texts. The pages of content are added to them. */
const textPages = ['/', '/about', '/registration', '/contact', '/faq', '/donations', '/privacy', '/terms'];

// quoted, so that the colons are not read as names of values
const instant = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24":"MI":"SS"Z"')`;

const tableChanges = perContent((content) =>
  prepared<{ source: string; changed: string | null }>(
    'sitemap tables',
    // includes deleted rows, since they changed the page too
    [...content.map(({ table }) => table), 'site']
      .map((table) => `select '${table}' as source, ${instant('max(updated_at)')} as changed from ${table}`)
      .join(' union all '),
  ),
);

const shownItems = perContent((content) =>
  prepared<{ page: string; id: number; changed: string }>(
    'sitemap items',
    `select page, id, ${instant('updated_at')} as changed from (${content
      .filter(({ page }) => page)
      .map(
        ({ page, table, visibleToVisitors }) =>
          `select '${page}' as page, id, updated_at from ${table}
           where deleted_at is null and ${visibleToVisitors}`,
      )
      .join(' union all ')}) as shown order by page, id limit ${MAX_ITEMS}`,
  ),
);

/** Pages that list content, with the tables whose changes they show. */
const pagesOf = perContent((content) => {
  const paths = [...new Set([...textPages, ...content.flatMap(({ listedOn }) => listedOn)])];
  return paths.map((path) => ({
    path,
    tables: content.filter(({ listedOn }) => listedOn.includes(path)).map(({ table }) => table),
  }));
});

type Deps = Pick<Ctx, 'em' | 'content' | 'now'>;

/** Every public address with the time of its last change. */
export async function sitemap({ em, content, now }: Deps, origin: string): Promise<string> {
  const [tables, items] = await Promise.all([
    tableChanges(content)(em, {}),
    shownItems(content)(em, { now: now() }),
  ]);
  const changes = new Map(tables.map(({ source, changed }) => [source, changed ?? '']));
  const lastChange = (sources: readonly string[]) =>
    latest(['site', ...sources].map((source) => changes.get(source) ?? '')) || latest(changes.values());
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pagesOf(content).map(({ path, tables }) => url(origin + path, lastChange(tables))),
    ...items.map(({ page, id, changed }) => url(`${origin}${page}/${id}`, changed)),
    '</urlset>',
    '',
  ].join('\n');
}

const latest = (instants: Iterable<string>) => [...instants].sort().at(-1) ?? '';

const url = (address: string, changed: string) =>
  `<url>${element('loc', address)}${changed && element('lastmod', changed)}</url>`;
