import type { Ctx } from '../context.ts';
import { writeXmlElement } from '../http/xml.ts';
import { readRows, text, textOrNull } from '../sql.ts';

/** Search engines read at most 50,000 addresses from one file. */
const MAX_ITEMS = 40_000;

const textPages = ['/', '/about', '/registration', '/contact', '/faq', '/donations', '/privacy', '/terms'];

const toIsoInstantSql = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

type SitemapDependencies = Pick<Ctx, 'em' | 'content' | 'now'>;

/** Reads when each table last changed. Deleted rows count, because deleting them has changed the page too. */
async function readTableChanges({ em, content }: SitemapDependencies): Promise<Map<string, string>> {
  const tableChangeRows = await readRows(em, { source: text, changed: textOrNull })(
    [...content.map(({ table }) => table), 'site']
      .map(
        (table) =>
          `select '${table}' as source, ${toIsoInstantSql('max(updated_at)')} as changed from ${table}`,
      )
      .join(' union all '),
  );
  return new Map(tableChangeRows.map(({ source, changed }) => [source, changed ?? '']));
}

function listShownItems({
  em,
  content,
  now,
}: SitemapDependencies): Promise<{ path: string; changed: string }[]> {
  const shownItemQueries = content.flatMap(({ page, slug, table, visibleToVisitors }) =>
    page
      ? `select '${page}/' as page, ${slug}::text as slug, id, updated_at from ${table}
         where deleted_at is null and ${visibleToVisitors(now())}`
      : [],
  );
  return readRows(em, { path: text, changed: text })(
    `select page || slug as path, ${toIsoInstantSql('updated_at')} as changed from (${shownItemQueries.join(' union all ')}) as shown
     order by page, id limit ${MAX_ITEMS}`,
  );
}

export async function writeSitemap(
  deps: SitemapDependencies,
  { emptyPages, origin }: { emptyPages: readonly string[]; origin: string },
): Promise<string> {
  const [changes, items] = await Promise.all([readTableChanges(deps), listShownItems(deps)]);
  const findLastChange = (sources: readonly string[]) =>
    findLatestInstant(['site', ...sources].map((source) => changes.get(source) ?? '')) ||
    findLatestInstant(changes.values());
  // A page that lists content changes when its tables change
  const pagePaths = new Set([...textPages, ...deps.content.flatMap(({ listedOn }) => listedOn)]);
  for (const emptyPagePath of emptyPages) pagePaths.delete(emptyPagePath);
  const listTablesOfPage = (path: string) =>
    deps.content.filter(({ listedOn }) => listedOn.includes(path)).map(({ table }) => table);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...pagePaths].map((path) => writeUrl(origin + path, findLastChange(listTablesOfPage(path)))),
    ...items.map(({ path, changed }) => writeUrl(origin + path, changed)),
    '</urlset>',
    '',
  ].join('\n');
}

const findLatestInstant = (instants: Iterable<string>) => [...instants].sort().at(-1) ?? '';

const writeUrl = (address: string, changed: string) =>
  `<url>${writeXmlElement('loc', encodeURI(address))}${changed && writeXmlElement('lastmod', changed)}</url>`;
