import type { Ctx } from '../context.ts';
import { prepared } from '../database/prepared.ts';
import { isPublished } from '../modules/content/published.ts';
import { element } from './xml.ts';

/** The most that search engines read of one file are 50,000. */
const MAX_ITEMS = 40_000;

/** The pages, and the tables whose changes show on them besides the site's texts. */
const pages = {
  '/': ['programs', 'coaches', 'facilities', 'alumni'],
  '/about': ['coaches'],
  '/programs': ['programs'],
  '/registration': ['programs'],
  '/coaches': ['coaches'],
  '/facilities': ['facilities'],
  '/news': ['posts'],
  '/gallery': ['gallery_items'],
  '/videos': ['gallery_items'],
  '/alumni': ['alumni'],
  '/contact': [],
  '/faq': [],
  '/donations': [],
} as const satisfies Record<string, string[]>;

const tables = ['programs', 'coaches', 'facilities', 'posts', 'gallery_items', 'alumni', 'site'];
// the colons are quoted, being no names of values
const instant = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24":"MI":"SS"Z"')`;
const tableChanges = prepared<{ source: string; changed: string | null }>(
  'sitemap tables',
  // of what was deleted too: it is gone from a page
  tables
    .map((table) => `select '${table}' as source, ${instant('max(updated_at)')} as changed from ${table}`)
    .join(' union all '),
);
const shownItems = prepared<{ folder: string; id: number; changed: string }>(
  'sitemap items',
  `select folder, id, ${instant('updated_at')} as changed from (
     select 'programs' as folder, id, updated_at from programs
       where deleted_at is null and is_active and ${isPublished}
     union all select 'facilities', id, updated_at from facilities where deleted_at is null
     union all select 'news', id, updated_at from posts where deleted_at is null and ${isPublished}
   ) as shown order by folder, id limit ${MAX_ITEMS}`,
);

/** Every address that a visitor can see, with the time of its last change. */
export async function sitemap({ em, now }: Pick<Ctx, 'em' | 'now'>, origin: string): Promise<string> {
  const [tables, items] = await Promise.all([tableChanges(em, {}), shownItems(em, { now: now() })]);
  const changes = new Map(tables.map(({ source, changed }) => [source, changed ?? '']));
  const lastChange = (sources: readonly string[]) =>
    latest(['site', ...sources].map((source) => changes.get(source) ?? '')) || latest(changes.values());
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...Object.entries(pages).map(([path, sources]) => url(origin + path, lastChange(sources))),
    ...items.map(({ folder, id, changed }) => url(`${origin}/${folder}/${id}`, changed)),
    '</urlset>',
    '',
  ].join('\n');
}

const latest = (instants: Iterable<string>) => [...instants].sort().at(-1) ?? '';

const url = (address: string, changed: string) =>
  `<url>${element('loc', address)}${changed && element('lastmod', changed)}</url>`;
