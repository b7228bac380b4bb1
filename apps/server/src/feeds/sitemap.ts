import type { Ctx } from '../context.ts';
import { element } from '../xml.ts';

/** Search engines read at most 50,000 addresses of one file. */
const MAX_ITEMS = 40_000;

const textPages = ['/', '/about', '/registration', '/contact', '/faq', '/donations', '/privacy', '/terms'];

const instant = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

type Deps = Pick<Ctx, 'em' | 'content' | 'now'>;

/** Includes deleted rows, since they changed the page too. */
async function tableChanges({ em, content }: Deps): Promise<Map<string, string>> {
  const rows = await em.execute<{ source: string; changed: string | null }[]>(
    [...content.map(({ table }) => table), 'site']
      .map((table) => `select '${table}' as source, ${instant('max(updated_at)')} as changed from ${table}`)
      .join(' union all '),
  );
  return new Map(rows.map(({ source, changed }) => [source, changed ?? '']));
}

function shownItems({ em, content, now }: Deps): Promise<{ page: string; id: number; changed: string }[]> {
  const items = content.flatMap(({ page, table, visibleToVisitors }) =>
    page
      ? `select '${page}' as page, id, updated_at from ${table}
         where deleted_at is null and ${visibleToVisitors(`timestamptz '${now().toISOString()}'`)}`
      : [],
  );
  return em.execute(
    `select page, id, ${instant('updated_at')} as changed from (${items.join(' union all ')}) as shown
     order by page, id limit ${MAX_ITEMS}`,
  );
}

export async function sitemap(deps: Deps, origin: string): Promise<string> {
  const [changes, items] = await Promise.all([tableChanges(deps), shownItems(deps)]);
  const lastChange = (sources: readonly string[]) =>
    latest(['site', ...sources].map((source) => changes.get(source) ?? '')) || latest(changes.values());
  // pages that list content change with its tables
  const paths = new Set([...textPages, ...deps.content.flatMap(({ listedOn }) => listedOn)]);
  const tablesOf = (path: string) =>
    deps.content.filter(({ listedOn }) => listedOn.includes(path)).map(({ table }) => table);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...paths].map((path) => url(origin + path, lastChange(tablesOf(path)))),
    ...items.map(({ page, id, changed }) => url(`${origin}${page}/${id}`, changed)),
    '</urlset>',
    '',
  ].join('\n');
}

const latest = (instants: Iterable<string>) => [...instants].sort().at(-1) ?? '';

const url = (address: string, changed: string) =>
  `<url>${element('loc', address)}${changed && element('lastmod', changed)}</url>`;
