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
content, puts load on it and on a bare server in turn, and writes what it saw here. Absolute figures tell of the machine; the
ratios are the point.

${machine(database)}

## Against a bare server

The bare server is a Fastify without hooks, schemas or log: for the reads it sends one constant Buffer, the very bytes and headers
that the product answers; for the registration it inserts the same row with one prepared statement of \`pg\` into a copy of the
table, with its indexes, on the same PostgreSQL and as many connections. The product validates, applies the limits, keeps the
idempotency key, writes the activity and logs.

50 connections of autocannon, in a process of its own, on the same cores; five rounds of four seconds for each, in turn, and of those
the median, the ratio too being that of five pairs. The reads cost the servers less than the load generator, which may be what
limits both: so the answers for each second of a server's own processor time are compared as well, and for the reads the target holds
for both ratios. A registration is mostly PostgreSQL's work, which is in no server's processor time; the emails that it causes are
written meanwhile.

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

The demo content has twelve programs. One of them is not active, so visitors are answered eleven.

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

Times are medians. Pages are asked for one after the other, from the request to the last byte. "Past the cache" the page is rendered while the JSON that
it shows is in memory; "after a change" everything has been dropped and is read from the database again. A start counts from the spawn to
the first 200 of \`/readyz\`. Memory is read right after all the load above; that of node and PostgreSQL together is
proportional (PSS), what they share counted once. kB are 1000 bytes, compressed with brotli as they are served.

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
  if (failed.length === 0) return 'No audit that weighs failed where a page is below its target.';
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
