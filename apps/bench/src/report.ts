import { arch, cpus, type as osType, totalmem } from 'node:os';
import type { Comparison, Figures } from './comparison.ts';
import { type Audited, leastScores } from './lighthouse.ts';
import { longListSection, missedLists } from './long-list-report.ts';
import type { LongList } from './long-lists.ts';
import { searchSection, slowSearches } from './search-report.ts';
import type { Search } from './searches.ts';

/** A single figure and its limit. */
export interface Measure {
  name: string;
  value: number | undefined;
  unit: string;
  atMost?: number;
}

export interface Results {
  database: string;
  comparisons: Comparison[];
  measures: Measure[];
  audited: Audited[];
  searches: Search[];
  lists: LongList[];
}

export function missed({ comparisons, measures, audited, searches, lists }: Results): string[] {
  return [
    ...comparisons.filter(({ isMet }) => !isMet).map(({ name }) => name),
    ...measures.filter((measure) => isMet(measure) === false).map(({ name }) => name),
    ...audited.filter(({ isMet: met }) => !met).map(({ path }) => `Lighthouse on ${path}`),
    ...slowSearches(searches),
    ...missedLists(lists),
  ];
}

export function markdown({ database, comparisons, measures, audited, searches, lists }: Results): string {
  return `# Benchmarks

Written by \`npm run bench\`: it starts the product as \`npm start\` does, on its own PostgreSQL in a new folder with the demo
content, puts load on it and on a bare server in turn, and writes the results here. Absolute figures depend on the machine;
compare the ratios.

${machine(database)}

## Against a bare server

The bare server is a Fastify without hooks, schemas or log. For reads it sends a constant Buffer with exactly the bytes and headers
of the product's answer. For registrations it inserts the same row with one prepared statement of \`pg\` into a copy of the
table with its indexes, on the same PostgreSQL with as many connections. The product also validates, applies the limits, stores the
idempotency key, records the activity and logs.

The load is 50 connections of autocannon, in a separate process on the same cores. Each server gets five rounds of four seconds, in turn.
Figures are medians of the rounds, and ratios are medians of the five pairs. Reads cost the servers less than the load generator, which may
limit both. So the answers per second of a server's own processor time are compared too, and for reads the target applies to both ratios.
A registration is mostly PostgreSQL's work, which does not count as a server's processor time. The emails that it causes are written at the
same time.

${table(
  [
    'request',
    'product /s',
    'bare /s',
    'ratio',
    'product /CPU s',
    'bare /CPU s',
    'ratio',
    'p99 ms',
    'target',
    '',
  ],
  comparisons.map(comparisonRow),
)}

The demo content has twelve programs. One of them is inactive, so visitors get eleven.

## By itself

${table(
  ['figure', 'measured', 'target', ''],
  measures.map((measure) => [
    measure.name,
    measure.value === undefined ? '–' : `${rounded(measure.value)} ${measure.unit}`,
    measure.atMost === undefined ? '–' : `≤ ${measure.atMost} ${measure.unit}`,
    verdict(isMet(measure)),
  ]),
)}

Times are medians. Pages are requested one after the other, and timed from the request to the last byte. "Past the cache": the page is rendered while
its JSON is cached. "After a change": the caches are empty and everything is read from the database. A start is timed from the spawn to
the first 200 of \`/readyz\`. Memory is measured right after the load above. The memory of node and PostgreSQL is
proportional (PSS): shared memory counts once. kB are 1000 bytes, compressed with brotli as they are served.

## As Lighthouse sees it

Its mobile settings: a slow phone on a slow network. Each figure is the median of three runs.

${table(
  [
    'page',
    ...Object.entries(leastScores).map(([name, least]) => `${name} (${least < 100 ? '≥ ' : ''}${least})`),
    '',
  ],
  audited.map(({ path, scores, isMet: met }) => [`\`${path}\``, ...scores.map(String), verdict(met)]),
)}

${failures(audited)}

${searchSection(searches)}
${longListSection(lists)}`;
}

function failures(audited: Audited[]): string {
  if (audited.length === 0) return 'There was no Chromium to measure with.';
  const failed = audited.filter((page) => page.failures.length > 0);
  if (failed.length === 0) return 'No scored audit failed on a page below its target.';
  return failed.map(({ path, failures }) => `- \`${path}\`: ${failures.join(', ')}`).join('\n');
}

const comparisonRow = ({
  name,
  product,
  bare,
  ratio,
  cpuRatio,
  target,
  isMet: met,
}: Comparison): string[] => [
  name,
  whole(product.perSecond),
  whole(bare.perSecond),
  ratio.toFixed(2),
  whole(product.perCpuSecond),
  whole(bare.perCpuSecond),
  cpuRatio?.toFixed(2) ?? '–',
  `${slowest(product)} / ${slowest(bare)}`,
  `≥ ${target}`,
  verdict(met),
];

const isMet = ({ value, atMost }: Measure): boolean | undefined =>
  value === undefined || atMost === undefined ? undefined : value <= atMost;

const verdict = (met: boolean | undefined): string => (met === undefined ? '' : met ? 'met' : '**missed**');
const whole = (value: number | undefined): string =>
  value === undefined ? '–' : Math.round(value).toLocaleString('en');
const slowest = ({ p99Ms }: Figures): string => p99Ms.toFixed(0);
const rounded = (value: number): string => (value < 100 ? value.toFixed(1) : value.toFixed(0));

function machine(database: string): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} cores of ${cores[0]?.model.trim()}, ${memory} GB, ${osType()} ${arch()}, Node ${process.versions.node}, ${database}.`;
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
