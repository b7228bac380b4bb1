import type { ChangeNotices } from '../../../context/changes.ts';
import type { Ctx } from '../../../context.ts';
import { MAX_AGE_WITHOUT_NOTICES_MS } from '../../../database/changes.ts';
import { readRedirectTable, type StoredRedirect } from './redirect.service.ts';
import { RedirectTable } from './redirect-table.ts';

const MAX_CACHE_AGE_MS = 60_000;
/** Hits wait this long for others, so that a crawler causes few writes. */
const HITS_STORE_DELAY_MS = 10_000;

type StoredRedirectTable = RedirectTable<StoredRedirect>;

interface CachedTable {
  table: StoredRedirectTable;
  readAt: number;
  reading: Promise<StoredRedirectTable> | undefined;
  /** Number of content changes. Redirects that were read before a change must not be cached after it. */
  changes: number;
  /** Hits by redirect id that are not written yet. */
  hits: Map<number, number>;
  writing: NodeJS.Timeout | undefined;
}
const cachedTables = new WeakMap<ChangeNotices, CachedTable>();

function getCachedTable(changes: ChangeNotices): CachedTable {
  const existingTable = cachedTables.get(changes);
  if (existingTable) return existingTable;
  const cachedTable: CachedTable = {
    table: new RedirectTable<StoredRedirect>([]),
    readAt: Number.NEGATIVE_INFINITY,
    reading: undefined,
    changes: 0,
    hits: new Map(),
    writing: undefined,
  };
  changes.onChange(() => {
    cachedTable.readAt = Number.NEGATIVE_INFINITY;
    cachedTable.reading = undefined;
    cachedTable.changes += 1;
  });
  cachedTables.set(changes, cachedTable);
  return cachedTable;
}

type RedirectCtx = Pick<Ctx, 'em' | 'changes' | 'now' | 'log'>;

/**
 * Uses the cache, so that unknown addresses cost no query. Returns a promise only when the redirects must be read
 * again.
 */
export function loadCurrentTable(ctx: RedirectCtx): StoredRedirectTable | Promise<StoredRedirectTable> {
  const currentTable = getCachedTable(ctx.changes);
  const maxCacheAgeMs = ctx.changes.isListening() ? MAX_CACHE_AGE_MS : MAX_AGE_WITHOUT_NOTICES_MS;
  if (ctx.now().getTime() - currentTable.readAt < maxCacheAgeMs) return currentTable.table;
  currentTable.reading ??= readTableAgain(ctx, currentTable);
  return currentTable.reading;
}

async function readTableAgain(ctx: RedirectCtx, known: CachedTable): Promise<StoredRedirectTable> {
  const { changes } = known;
  const freshTable = await readRedirectTable({ em: ctx.em.fork() }).catch((error) => {
    ctx.log.warn({ err: error }, 'the redirects could not be read');
    return known.table;
  });
  if (known.changes === changes) {
    Object.assign(known, { table: freshTable, readAt: ctx.now().getTime(), reading: undefined });
  }
  return freshTable;
}

export function countRedirectHit(ctx: RedirectCtx, id: number): void {
  const tableOfHit = getCachedTable(ctx.changes);
  addRedirectHits(tableOfHit, id, 1);
  tableOfHit.writing ??= setTimeout(() => void writeRedirectHits(ctx), HITS_STORE_DELAY_MS).unref();
}

const addRedirectHits = ({ hits }: CachedTable, id: number, more: number) =>
  hits.set(id, (hits.get(id) ?? 0) + more);

export async function writeRedirectHits({
  em,
  changes,
  log,
}: Pick<Ctx, 'em' | 'changes' | 'log'>): Promise<void> {
  const cachedTableToWrite = getCachedTable(changes);
  clearTimeout(cachedTableToWrite.writing);
  cachedTableToWrite.writing = undefined;
  if (cachedTableToWrite.hits.size === 0) return;
  const unwrittenHits = [...cachedTableToWrite.hits];
  cachedTableToWrite.hits.clear();
  const hitsWritePromise = em.fork().execute(
    `update redirects set hits = redirects.hits + counted.hits
     from unnest(?::int[], ?::int[]) as counted(id, hits) where redirects.id = counted.id`,
    [`{${unwrittenHits.map(([id]) => id)}}`, `{${unwrittenHits.map(([, count]) => count)}}`],
  );
  await hitsWritePromise.catch((error) => {
    log.warn({ err: error }, 'the hits of redirects could not be written');
    for (const [id, count] of unwrittenHits) addRedirectHits(cachedTableToWrite, id, count);
  });
}
