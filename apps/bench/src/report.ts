import { arch, cpus, loadavg, type as osType, totalmem } from 'node:os';
import type { Comparison, Figures } from './comparison.ts';
import { type Audited, leastScores } from './lighthouse.ts';
import { CONNECTIONS, generator } from './load.ts';

/** A single figure and its limit. */
export interface Measure {
  name: string;
  value: number | undefined;
  unit: string;
  atMost?: number;
}

export const missedComparisons = (comparisons: Comparison[]): string[] =>
  comparisons.filter(({ isMet }) => !isMet).map(({ name }) => name);

export const missedMeasures = (measures: Measure[]): string[] =>
  measures.filter((measure) => isMet(measure) === false).map(({ name }) => name);

export const missedPages = (audited: Audited[]): string[] =>
  audited.filter(({ isMet: met }) => !met).map(({ path }) => `Lighthouse on ${path}`);

export const head = (): string => `# Benchmarks

Written by \`npm run bench\`, whose parts can also be measured alone: \`npm run bench -- reads\`. It starts the product as \`npm start\` does, on its own
PostgreSQL in a new folder with the demo content, and writes the results here. Absolute figures depend on the machine; compare the ratios.

Measured on ${machine()}, with load from ${generator}.`;

export const measuredAlone = (): string => `This part was measured by itself, on ${machine()}.`;

export const readSection = (comparisons: Comparison[]): string => `## Answers from memory

Whether a visitor's read costs more than the least that a server of this kind can do. The bare server is a Fastify without hooks, schemas or log. It
sends a constant Buffer with exactly the bytes and headers of the product's answer. ${ofTheLoad}

${comparisonTable(comparisons)}

A 304 tells a browser that its copy is current. The demo content has twelve programs. One of them is inactive, so visitors get eleven.
`;

export const writeSection = (comparisons: Comparison[]): string => `## Answers from the database

What the product adds to the statement that an answer needs. For the list, the bare server reads the same rows with one prepared statement of \`pg\`; the
product also counts them and checks the query. For registrations it inserts the same row into a copy of the table with its indexes, on the same
PostgreSQL with as many connections; the product also validates, applies the limits, stores the idempotency key, records the activity, writes the
emails and logs. PostgreSQL's processor time counts for neither. ${ofTheLoad}

${comparisonTable(comparisons)}
`;

const ofTheLoad = `The load is ${CONNECTIONS} connections from the same cores. Each server gets five rounds of three seconds, in
turn. Figures are medians of the rounds, and ratios are medians of the five pairs. "/CPU s" are the answers per second of the server's own processor
time, which the load does not limit; both ratios have a target.`;

const comparisonTable = (comparisons: Comparison[]): string =>
  table(
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
  );

export const renderingSection = (measures: Measure[]): string => `## Pages past the cache

How long the first reader of a page waits, and whether a change of content is felt by the others. Pages are timed from the request to the last byte; times
are medians of requests that follow each other. "Past the cache": the page is rendered while its JSON is cached. "After a change": the caches are empty and
everything is read from the database. In the last line all readers ask at once.

${measureTable(measures)}
`;

export const startSection = (measures: Measure[]): string => `## Starts and memory

A start is timed from the command to the first 200 of \`/readyz\`; times are medians. Memory is measured 15 seconds after a start, and after 20 seconds of
load on four addresses. The memory of node and PostgreSQL is proportional (PSS): shared memory counts once.

${measureTable(measures)}
`;

export const firstLoadSection = (measures: Measure[]): string => `## The first load of \`/\`

What a phone fetches before the page works, so what a visitor pays and waits for. kB are 1000 bytes, compressed with brotli as they are served. Pages are weighed some
seconds after their first request, when they have been compressed with the best quality.
React with its DOM, the router and the queries are about 95 kB of the scripts; the project's own code is the rest.

${measureTable(measures)}
`;

export const firstViewSection = (measures: Measure[]): string => `## First views

What a phone of 390 × 844 px with two dots each fetches for a page before anything is scrolled, with images and fonts, and how far its parts jump until its end was
scrolled to: what a visit costs, and whether a tap hits what was aimed at. Each page begins with an empty cache.

${measures.length > 0 ? measureTable(measures) : 'There was no Chromium to measure with.'}
`;

export const weakPhoneSection = (measures: Measure[]): string => `## The home page on a weak phone

How soon somebody with a cheap phone and little signal can read and use the site. Chromium emulates 400 kbit/s, 400 ms of latency, a processor that is six times
slower, and 360 × 640 px with two dots each. Times are medians of five visits, from their start. A tap is made as soon as its control can be seen, and has worked when
its effect is there: the menu is open, the next slide shown, the filtered list (on \`/programs\`) asked for. On the second visit the service worker answers, and a proxy
makes its line as slow and counts its bytes. Light mode is the first visit with \`Save-Data: on\`.

${measures.length > 0 ? measureTable(measures) : 'There was no Chromium to measure with.'}
`;

export const adminSection = (measures: Measure[]): string => `## The admin area on a slow machine

How long the office waits for its screens on a machine that is six times slower, with 100,000 registrations. Chromium emulates the processor; the line is that of
the machine itself. Times are medians of five, each screen with an empty cache, each letter after a rest. At the end the load average of the last minute was
${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores, and other programs on the machine make every time longer.

- The scripts of the dashboard are what the first visit costs on a slow line.
- The first row is when somebody can begin to work with the registrations, from the address to the painted row.
- A keystroke is timed from the key to the painted rows of its answer. It is made of the time until the call is sent, of the server with the line, and of the rendering.
- While a task runs the page does not react; longer than 100 ms feels slow.

${measures.length > 0 ? measureTable(measures) : 'There was no Chromium to measure with.'}
`;

const measureTable = (measures: Measure[]): string =>
  table(
    ['figure', 'measured', 'target', ''],
    measures.map((measure) => [
      measure.name,
      measure.value === undefined ? '–' : `${rounded(measure.value)} ${measure.unit}`.trim(),
      measure.atMost === undefined ? '–' : `≤ ${measure.atMost} ${measure.unit}`.trim(),
      verdict(isMet(measure)),
    ]),
  );

export const lighthouseSection = (audited: Audited[]): string => `## As Lighthouse sees it

Its mobile settings: a slow phone on a slow network. Each figure is the median of five runs.

${table(
  [
    'page',
    ...Object.entries(leastScores).map(([name, least]) => `${name} (${least < 100 ? '≥ ' : ''}${least})`),
    '',
  ],
  audited.map(({ path, scores, isMet: met }) => [`\`${path}\``, ...scores.map(String), verdict(met)]),
)}

${failures(audited)}
`;

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
  cpuTarget,
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
  `≥ ${target}, ${cpuTarget} /CPU s`,
  verdict(met),
];

const isMet = ({ value, atMost }: Measure): boolean | undefined =>
  value === undefined || atMost === undefined ? undefined : value <= atMost;

const verdict = (met: boolean | undefined): string => (met === undefined ? '' : met ? 'met' : '**missed**');
export const whole = (value: number | undefined): string =>
  value === undefined ? '–' : Math.round(value).toLocaleString('en');
const slowest = ({ p99Ms }: Figures): string => p99Ms.toFixed(0);
const rounded = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

function machine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} cores of ${cores[0]?.model.trim()}, ${memory} GB, ${osType()} ${arch()}, Node ${process.versions.node}`;
}

export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
