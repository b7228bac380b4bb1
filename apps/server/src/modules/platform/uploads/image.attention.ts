import type { EntityType } from '@institute/contract';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import type { ContentInfo, Ctx } from '../../../context.ts';
import type { ImageCheck } from '../../../http/in-process-call.ts';
import { int, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import type { SiteItem } from '../site/site.service.ts';

interface BrokenImage {
  entityType: EntityType;
  name: string;
  url: string;
}

type Deps = Pick<Ctx, 'em' | 'content'> & { hasImage: ImageCheck };
type BrokenImagesByItem = Map<number, BrokenImage[]>;

interface Checks {
  broken: Map<string, BrokenImagesByItem>;
  /** Items changed since then are unchecked. Database clock. */
  since: string;
  /** Time of the last full check. Monotonic clock. */
  wholeAt: number;
}

/** Allows for differing clocks and for transactions that were open during the last check. */
const OVERLAP_SQL = `interval '5 minutes'`;
/** A file can also get lost without a change. */
const FULL_CHECK_MS = 60 * 60 * 1000;
const BATCH_SIZE = 500;

const imageChecks = new WeakMap<ImageCheck, Promise<Checks>>();
const runningChecks = new WeakSet<ImageCheck>();

export async function listBrokenImages({ site, ...deps }: Deps & { site: SiteItem }): Promise<BrokenImage[]> {
  const urls = listImagesIn(site.view);
  const [ofContent, ...isThere] = await Promise.all([findBrokenImages(deps), ...urls.map(deps.hasImage)]);
  const ofSite = urls.filter((_, at) => !isThere[at]);
  return [...ofContent, ...ofSite.map((url): BrokenImage => ({ entityType: 'site', name: '', url }))];
}

/** Also finds the document of the page About. */
function listImagesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    return /^(?:image|logo|aboutDocumentUrl)$/.test(key) && value.startsWith('/') ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => listImagesIn(inner, name));
}

/**
 * Leaves out images of other hosts. The first call checks everything; later calls check only changed and
 * broken items.
 */
async function findBrokenImages({ em, content, hasImage }: Deps): Promise<BrokenImage[]> {
  const shown = content.filter(({ imageColumns }) => imageColumns.length > 0);
  const deps = { em, content: shown, hasImage };
  const former = imageChecks.get(hasImage);
  const next = former ? former.then((before) => findBroken(deps, before)) : findBroken(deps);
  imageChecks.set(hasImage, next);
  next.catch(() => imageChecks.delete(hasImage));
  const { broken, wholeAt } = await next;
  if (performance.now() - wholeAt > FULL_CHECK_MS) renewKnown(deps);
  return [...broken.values()].flatMap((items) => [...items.values()].flat());
}

function renewKnown({ em, ...deps }: Deps): void {
  if (runningChecks.has(deps.hasImage)) return;
  runningChecks.add(deps.hasImage);
  findBroken({ em: em.fork(), ...deps })
    .then(
      (found) => imageChecks.set(deps.hasImage, Promise.resolve(found)),
      () => {},
    )
    .finally(() => runningChecks.delete(deps.hasImage));
}

/** After `former` it reads only what is broken or has changed since. */
async function findBroken({ em, content, hasImage }: Deps, former?: Checks): Promise<Checks> {
  const since = await readClock(em);
  const broken = new Map<string, BrokenImagesByItem>();
  const changed = `(updated_at >= ?::timestamptz - ${OVERLAP_SQL} or id = any(?::int[]))`;
  for (const info of content) {
    const before = [...(former?.broken.get(info.type)?.keys() ?? [])];
    const items: BrokenImagesByItem = new Map();
    let rows: ImageUse[] = [];
    do {
      const values = [rows.at(-1)?.id ?? 0, former?.since ?? 'epoch', `{${before}}`, BATCH_SIZE];
      rows = await readImages(em, info, `id > ? and ${changed} order by id limit ?`, values);
      await addBroken(items, info, rows, hasImage);
    } while (rows.length === BATCH_SIZE);
    broken.set(info.type, items);
  }
  return { broken, since, wholeAt: former?.wholeAt ?? performance.now() };
}

const imageUseColumns = {
  id: int,
  name: text,
  urls: z.array(textOrNull),
};
type ImageUse = Row<typeof imageUseColumns>;

function readImages(
  em: EntityManager,
  { table, titleSql, imageColumns, htmlColumns }: ContentInfo,
  condition: string,
  values: unknown[],
): Promise<ImageUse[]> {
  const inHtml = htmlColumns.map(
    (column) =>
      `array(select found[1] from regexp_matches(${column}, '<img[^>]* src="(/[^"]*)"', 'g') as found)`,
  );
  return readRows(em, imageUseColumns)(
    `select id, ${titleSql} as name, ${[`array[${imageColumns.join(', ')}]::text[]`, ...inHtml].join(' || ')} as urls
     from ${table} where deleted_at is null and ${condition}`,
    values,
  );
}

async function addBroken(
  items: BrokenImagesByItem,
  { type }: ContentInfo,
  rows: readonly ImageUse[],
  hasImage: ImageCheck,
): Promise<void> {
  await Promise.all(
    rows.map(async ({ id, name, urls }) => {
      const ownUrls = new Set(urls.filter((url) => url?.startsWith('/')) as string[]);
      const checked = await Promise.all(
        [...ownUrls].map(async (url) => ((await hasImage(url)) ? [] : [{ entityType: type, name, url }])),
      );
      const broken = checked.flat();
      if (broken.length > 0) items.set(id, broken);
    }),
  );
}

async function readClock(em: EntityManager): Promise<string> {
  const [{ now } = {}] = await readRows(em, { now: text })('select now() as now');
  if (!now) throw new Error('The clock is missing');
  return now;
}
