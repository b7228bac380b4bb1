import type { EntityType } from '@institute/contract';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import type { ContentInfo, Ctx } from '../../../context.ts';
import type { HasImage } from '../../../http/in-process-call.ts';
import { int, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import type { SiteItem } from '../site/site.service.ts';

interface BrokenImage {
  entityType: EntityType;
  name: string;
  url: string;
}

type BrokenImagesCtx = Pick<Ctx, 'em' | 'content'> & { hasImage: HasImage };
type BrokenImagesByItem = Map<number, BrokenImage[]>;

interface ImageCheckResult {
  broken: Map<string, BrokenImagesByItem>;
  /** Items that changed after this time are unchecked. Measured by the database clock. */
  since: string;
  /** Time of the last full check. Monotonic clock. */
  wholeAt: number;
}

/** Overlap of two checks, because clocks differ, and transactions may have been open during the last check. */
const CHECK_OVERLAP_SQL = `interval '5 minutes'`;
/** All files are checked again after this time, because a file can also get lost without a change. */
const FULL_CHECK_MS = 60 * 60 * 1000;
const ITEMS_PER_BATCH = 500;

const imageChecks = new WeakMap<HasImage, Promise<ImageCheckResult>>();
const runningFullChecks = new WeakSet<HasImage>();

export async function listBrokenImages({
  site,
  ...deps
}: BrokenImagesCtx & { site: SiteItem }): Promise<BrokenImage[]> {
  const siteImageUrls = listImageUrls(site.view);
  const [ofContent, ...isThere] = await Promise.all([
    findBrokenImages(deps),
    ...siteImageUrls.map(deps.hasImage),
  ]);
  const brokenSiteUrls = siteImageUrls.filter((_, at) => !isThere[at]);
  return [...ofContent, ...brokenSiteUrls.map((url): BrokenImage => ({ entityType: 'site', name: '', url }))];
}

/** Lists the images in the settings, and the document of the page About. */
function listImageUrls(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    return /^(?:image|logo|aboutDocumentUrl)$/.test(key) && value.startsWith('/') ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => listImageUrls(inner, name));
}

/**
 * Leaves out images of other hosts. The first call checks everything; later calls check only changed and
 * broken items.
 */
async function findBrokenImages({ em, content, hasImage }: BrokenImagesCtx): Promise<BrokenImage[]> {
  const contentWithImages = content.filter(({ imageColumns }) => imageColumns.length > 0);
  const checkDeps = { em, content: contentWithImages, hasImage };
  const formerCheck = imageChecks.get(hasImage);
  const nextCheck = formerCheck
    ? formerCheck.then((before) => checkImages(checkDeps, before))
    : checkImages(checkDeps);
  imageChecks.set(hasImage, nextCheck);
  nextCheck.catch(() => imageChecks.delete(hasImage));
  const { broken, wholeAt } = await nextCheck;
  if (performance.now() - wholeAt > FULL_CHECK_MS) renewFullCheck(checkDeps);
  return [...broken.values()].flatMap((items) => [...items.values()].flat());
}

function renewFullCheck({ em, ...deps }: BrokenImagesCtx): void {
  if (runningFullChecks.has(deps.hasImage)) return;
  runningFullChecks.add(deps.hasImage);
  checkImages({ em: em.fork(), ...deps })
    .then(
      (found) => imageChecks.set(deps.hasImage, Promise.resolve(found)),
      () => {},
    )
    .finally(() => runningFullChecks.delete(deps.hasImage));
}

/** With the result of a former check, it reads only items that were broken or have changed since. */
async function checkImages(
  { em, content, hasImage }: BrokenImagesCtx,
  former?: ImageCheckResult,
): Promise<ImageCheckResult> {
  const checkedSince = await readDatabaseTime(em);
  const brokenByType = new Map<string, BrokenImagesByItem>();
  const changedOrBrokenSql = `(updated_at >= ?::timestamptz - ${CHECK_OVERLAP_SQL} or id = any(?::int[]))`;
  for (const contentInfo of content) {
    const formerlyBrokenIds = [...(former?.broken.get(contentInfo.type)?.keys() ?? [])];
    const brokenImagesByItem: BrokenImagesByItem = new Map();
    let imageUseRows: ImageUse[] = [];
    do {
      const batchParameters = [
        imageUseRows.at(-1)?.id ?? 0,
        former?.since ?? 'epoch',
        `{${formerlyBrokenIds}}`,
        ITEMS_PER_BATCH,
      ];
      imageUseRows = await readImageUrls(
        em,
        contentInfo,
        `id > ? and ${changedOrBrokenSql} order by id limit ?`,
        batchParameters,
      );
      await addBrokenImages(brokenImagesByItem, contentInfo, imageUseRows, hasImage);
    } while (imageUseRows.length === ITEMS_PER_BATCH);
    brokenByType.set(contentInfo.type, brokenImagesByItem);
  }
  return { broken: brokenByType, since: checkedSince, wholeAt: former?.wholeAt ?? performance.now() };
}

const imageUseColumns = {
  id: int,
  name: text,
  urls: z.array(textOrNull),
};
type ImageUse = Row<typeof imageUseColumns>;

function readImageUrls(
  em: EntityManager,
  { table, titleSql, imageColumns, htmlColumns }: ContentInfo,
  condition: string,
  values: unknown[],
): Promise<ImageUse[]> {
  const htmlImagesSql = htmlColumns.map(
    (column) =>
      `array(select found[1] from regexp_matches(${column}, '<img[^>]* src="(/[^"]*)"', 'g') as found)`,
  );
  return readRows(em, imageUseColumns)(
    `select id, ${titleSql} as name, ${[`array[${imageColumns.join(', ')}]::text[]`, ...htmlImagesSql].join(' || ')} as urls
     from ${table} where deleted_at is null and ${condition}`,
    values,
  );
}

async function addBrokenImages(
  items: BrokenImagesByItem,
  { type }: ContentInfo,
  rows: readonly ImageUse[],
  hasImage: HasImage,
): Promise<void> {
  await Promise.all(
    rows.map(async ({ id, name, urls }) => {
      const ownUrls = new Set(urls.filter((url) => url?.startsWith('/')) as string[]);
      const brokenImageLists = await Promise.all(
        [...ownUrls].map(async (url) => ((await hasImage(url)) ? [] : [{ entityType: type, name, url }])),
      );
      const brokenImages = brokenImageLists.flat();
      if (brokenImages.length > 0) items.set(id, brokenImages);
    }),
  );
}

async function readDatabaseTime(em: EntityManager): Promise<string> {
  const [{ now } = {}] = await readRows(em, { now: text })('select now() as now');
  if (!now) throw new Error('The clock is missing');
  return now;
}
