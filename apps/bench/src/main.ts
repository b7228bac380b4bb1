import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runningServer } from '@institute/embedded-postgres';
import pg, { type ClientConfig } from 'pg';
import { startBare } from './bare.ts';
import { weighFirstLoad } from './first-load.ts';
import { auditPages } from './lighthouse.ts';
import { longListSection, missedLists } from './long-list-report.ts';
import { measureLongLists } from './long-lists.ts';
import { median } from './median.ts';
import { areKnown, proportionalMb, residentMb } from './process-figures.ts';
import { type Side, startProduct } from './product.ts';
import { compareReads, recordReads } from './reads.ts';
import { compareRegistrations, copyTable } from './registrations.ts';
import { measureRendering } from './rendering.ts';
import { type Measure, markdown, missed, type Results } from './report.ts';
import { withSection } from './report-section.ts';
import { searchSection, slowSearches } from './search-report.ts';
import { measureSearches } from './searches.ts';

const STARTS = 5;
const FILE = resolve(import.meta.dirname, '../../../docs/benchmarks.md');

const dataDir = mkdtempSync(join(tmpdir(), 'institute-bench-'));
const sides: Side[] = [];
try {
  if (process.argv[2] === 'searches') await searchesAlone();
  else if (process.argv[2] === 'lists') await listsAlone();
  else {
    const results = await measure();
    write(markdown(results), missed(results));
  }
} finally {
  for (const side of sides.reverse()) await side.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Updates one section; the other figures of the report stay. */
async function searchesAlone(): Promise<void> {
  say('Searches');
  const searches = await measureSearches();
  write(withSection(readFileSync(FILE, 'utf8'), searchSection(searches)), slowSearches(searches));
}

async function listsAlone(): Promise<void> {
  say('Many items');
  const lists = await measureLongLists();
  write(withSection(readFileSync(FILE, 'utf8'), longListSection(lists)), missedLists(lists));
}

function write(report: string, tooSlow: string[]): void {
  writeFileSync(FILE, report);
  console.info(`\n${report}\nWritten to ${FILE}`);
  if (tooSlow.length > 0) console.error(`Missed: ${tooSlow.join(', ')}`);
  process.exitCode = tooSlow.length > 0 ? 1 : 0;
}

async function measure(): Promise<Results> {
  say('Making a data folder');
  await (await startProduct(dataDir)).stop();

  say('Starts');
  const starts = [];
  for (let count = 0; count < STARTS; count += 1) {
    const product = await startProduct(dataDir);
    starts.push(product.readyAfterMs);
    await product.stop();
  }

  const product = await startProduct(dataDir);
  sides.push(product);
  const connection: ClientConfig = runningServer(dataDir) ?? {};
  const constants = await recordReads(product);
  const insert = await copyTable(connection);
  const bare = await startBare({ constants, connection, insert });
  sides.push(bare);

  const { page, scripts, styles } = await weighFirstLoad(product);
  say('Rendering');
  const { uncachedMs, afterChangeMs } = await measureRendering(product);
  say('Reads');
  const comparisons = await compareReads(product, bare);
  say('Registrations');
  comparisons.push(await compareRegistrations(product, bare));
  // Its connections use memory of the same PostgreSQL.
  await bare.stop();

  const resident = areKnown ? residentMb(product.pid) : undefined;
  const proportional = areKnown ? proportionalMb(product.pid) : undefined;
  const measures: Measure[] = [
    { name: 'render of `/` past the cache', value: uncachedMs, unit: 'ms', atMost: 10 },
    { name: 'render of `/` after a change of content', value: afterChangeMs, unit: 'ms' },
    { name: 'start on an existing data folder', value: median(starts) / 1000, unit: 's', atMost: 1.5 },
    { name: 'resident memory of node', value: resident, unit: 'MB', atMost: 250 },
    { name: 'memory of node and PostgreSQL', value: proportional, unit: 'MB', atMost: 350 },
    { name: `first load of \`/\`: scripts (${scripts.files} files)`, ...inKb(scripts.bytes), atMost: 120 },
    { name: `first load of \`/\`: styles (${styles.files})`, ...inKb(styles.bytes), atMost: 20 },
    { name: 'first load of `/`: the page', ...inKb(page.bytes) },
  ];
  say('Lighthouse');
  const audited = await auditPages(product.publicOrigin);
  const database = await databaseVersion(connection);
  await product.stop();

  say('Searches');
  const searches = await measureSearches();
  say('Many items');
  return { database, comparisons, measures, audited, searches, lists: await measureLongLists() };
}

function inKb(bytes: number) {
  return { value: bytes / 1000, unit: 'kB' };
}

async function databaseVersion(connection: ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return `PostgreSQL ${rows[0]?.server_version}`;
}

function say(text: string): void {
  console.info(`${text} …`);
}
