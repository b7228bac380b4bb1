import { type Figure, formatValue, isMissed, type Section } from './report.ts';

export type Results = Record<string, Section & { machine: string; day: string }>;

export const pageNames = ['benchmarks', 'reliability'] as const;
export type PageName = (typeof pageNames)[number];

/** A line of a page's table. */
interface Target {
  what: string;
  target: string;
  part: string;
  /** Names of the figures for this line. When several match, the line shows the worst. */
  figures: RegExp[];
  /** The parts of their details to show after them. */
  details?: RegExp;
}

const benchmarks: Target[] = [
  {
    what: 'list and page from memory ÷ bare Fastify (wrk)',
    target: '≥ 0.85, ≥ 0.75',
    part: 'load',
    figures: [/programs` from memory/, /^`GET \/` from memory/],
    details: /^[\d,]+ a second/,
  },
  {
    what: 'list past the cache ÷ Fastify + pg',
    target: '≥ 0.4',
    part: 'load',
    figures: [/past the cache/],
    details: /^[\d,]+ a second/,
  },
  {
    what: 'registration ÷ bare insert',
    target: '≥ 0.45',
    part: 'load',
    figures: [/^`POST .*registrations/],
    details: /^[\d,]+ a second/,
  },
  {
    what: 'search, filter, sort of 20,000 registrations, p95',
    target: '≤ 60 ms; of 100,000 ≤ 500 ms',
    part: 'search',
    figures: [/^20,000/, /^100,000/],
  },
  {
    what: 'first reader of `/`, after a change; ninety readers after a change, p99',
    target: '–; –; ≤ 200 ms',
    part: 'rendering',
    figures: [/past the cache/, /after a change of/, /readers each/],
  },
  {
    what: 'start on existing data; memory idle, after load, with PostgreSQL',
    target: '≤ 1.8 s; ≤ 190, 240, 300 MB',
    part: 'start',
    figures: [/^start/, /node, idle/, /node, after load/, /PostgreSQL, after load/],
  },
  {
    what: 'scripts of `/`; `/` whole at two dots a pixel; its HTML',
    target: '≤ 125 kB; ≤ 205 kB; ≤ 14 kB',
    part: 'first-load',
    figures: [/^scripts/, /^everything/, /^its HTML/],
  },
  {
    what: '`/` whole in light mode',
    target: '≤ 60 kB',
    part: 'phone',
    figures: [/light mode/],
  },
  {
    what: 'weak phone (400 kbit/s, 400 ms, CPU 6 ×): text; a tap works',
    target: '≤ 2.0 s; ≤ 2.5 s, also on `/registration`',
    part: 'phone',
    figures: [
      /^`\/`: text visible$/,
      /^`\/`: a tap/,
      /^`\/registration`: text visible$/,
      /^`\/registration`: a tap/,
    ],
  },
  {
    what: 'the same phone: text at the second visit',
    target: '≤ 0.4 s',
    part: 'phone',
    figures: [/second visit/],
  },
  {
    what: 'longest task of a page while it loads and of a letter typed (CPU 6 ×)',
    target: '≤ 120 ms; ≤ 60 ms',
    part: 'phone',
    figures: [/longest task while it loads/, /longest task of a letter/],
  },
  {
    what: 'office, first screen (1.6 Mbit/s, 150 ms, CPU 4 ×), another screen, its rows, a letter, 100 rows scroll',
    target: '≤ 2.0 s; ≤ 100 ms; –; ≤ 50 ms; ≤ 50 ms',
    part: 'office',
    figures: [/^first screen/, /^another screen/, /^its rows/, /^a letter/, /rows scroll/],
  },
  {
    what: 'Lighthouse, each of eight pages',
    target: '≥ 97 (the median of five), the others 100',
    part: 'lighthouse',
    figures: [/performance$/, /the least of/],
  },
  {
    what: 'installation: full, production',
    target: '≤ 900 MB, ≤ 350 MB',
    part: 'installation',
    figures: [/^full/, /^production/],
  },
];

const reliability: Target[] = [
  {
    what: '200 times `kill -9`: answers other than success and 503; registrations, messages, donations stored once',
    target: '0; 500; 1,000; 500',
    part: 'kills',
    figures: [/neither success/, /^registrations stored/, /^messages stored/, /^donations stored/],
  },
  {
    what: 'the same: donations paid; receipts without a gap; emails sent; sent twice by one kill',
    target: '500; 500; 2,500; ≤ 1',
    part: 'kills',
    figures: [/^donations paid/, /^receipt numbers/, /^emails that reached/, /^doubles/],
  },
  {
    what: 'classes of 30 to 200 open a page: answers other than 200, alone, behind nginx, behind Caddy',
    target: '0; 0; 0',
    part: 'rush',
    figures: [/^without a proxy/, /^behind nginx/, /^behind Caddy/],
  },
  {
    what: '100 registrations of one address at once: stored',
    target: '100',
    part: 'rush',
    figures: [/registrations of one address/],
  },
  {
    what: '500 connections for 30 s: health checks that failed; their p99',
    target: '0; ≤ 500 ms',
    part: 'rush',
    figures: [/checks that failed/, /checks, p99/],
  },
];

const targets: Record<PageName, Target[]> = { benchmarks, reliability };
const HEAD = ['what', 'target', 'measured', '', 'part'];
const TABLE = /^\| what \|.*\|\n(?:\|.*\|\n)+/m;
const PARTS = /(?<=^## How each part measures\n\n)(?:- .*\n)+/m;

/** Writes the table and the list of parts of a page anew. Everything else is written by hand. */
export function renderPage(page: string, name: PageName, results: Results): string {
  const rows = targets[name].map((target) => toRow(target, results[target.part]));
  const table = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  const parts = [...new Set(targets[name].map(({ part }) => part))];
  const list = parts.map((part) => describePart(part, results[part]));
  return page.replace(TABLE, () => table.join('')).replace(PARTS, () => list.join(''));
}

function toRow(
  { what, target, part, figures, details }: Target,
  result: Results[string] | undefined,
): string[] {
  const found = figures.map((name) => result?.figures.filter((figure) => name.test(figure.name)) ?? []);
  const verdict = found.some((group) => group.length === 0) ? 'not measured' : 'met';
  const measured = found.map((group) => {
    const worst = findWorst(group);
    if (!worst) return '–';
    const more = details?.exec(worst.details ?? '')?.[0];
    return formatValue(worst) + (more ? ` (${more})` : '');
  });
  return [what, target, measured.join('; '), found.flat().some(isMissed) ? '**missed**' : verdict, part];
}

function findWorst(figures: Figure[]): Figure | undefined {
  const sign = figures[0]?.atMost === undefined ? 1 : -1;
  return figures.toSorted((a, b) => sign * (a.value - b.value))[0];
}

function describePart(part: string, result: Results[string] | undefined): string {
  const when = result ? `, ${result.day}` : '';
  return `- **${result?.title ?? part}** (\`${part}\`${when}). ${result?.text ?? 'Not measured.'}\n`;
}
