interface Target {
  what: string;
  target: string;
  part: string;
  /** Which figures of the part stand beside the target. Of several that match, the worst does. */
  figures: RegExp[];
}

const targets: Target[] = [
  {
    what: 'list and page from memory ÷ bare Fastify (wrk)',
    target: '≥ 0.85, ≥ 0.75',
    part: 'load',
    figures: [/programs` from memory/, /^`GET \/` from memory/],
  },
  {
    what: 'list past the cache ÷ Fastify + pg',
    target: '≥ 0.4',
    part: 'load',
    figures: [/past the cache/],
  },
  { what: 'registration ÷ bare insert', target: '≥ 0.45', part: 'load', figures: [/^`POST .*registrations/] },
  {
    what: 'search, filter, sort of 20,000 registrations, p95',
    target: '≤ 60 ms; of 100,000 ≤ 500 ms',
    part: 'search',
    figures: [/^20,000/, /^100,000/],
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
    what: 'longest task of a page while it loads and of a letter typed (CPU 6 ×)',
    target: '≤ 120 ms; ≤ 60 ms',
    part: 'phone',
    figures: [/longest task while it loads/, /longest task of a letter/],
  },
  {
    what: 'office, first screen (1.6 Mbit/s, 150 ms, CPU 4 ×), another screen, a letter',
    target: '≤ 2.0 s; ≤ 250 ms; ≤ 50 ms',
    part: 'office',
    figures: [/^first screen/, /^another screen/, /^a letter/],
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

const HEAD = ['what', 'target', 'measured', '', 'command', 'on'];
const FOLDED = /^(?=<details>)/m;
const TABLE = /^\|.*\|\n(?:\|.*\|\n)+/m;

const commandOf = (part: string) => `npm run bench -- ${part}`;

/** The lines with which the folded section of a part begins. */
export const foldOf = (part: string, title: string): string =>
  `<details>\n<summary>${title}: <code>${commandOf(part)}</code></summary>\n`;

/** Makes the table at the top of the page from the figures of its folded sections. */
export function withSummary(page: string): string {
  const [head = '', ...sections] = page.split(FOLDED);
  const rows = targets.map((target) => rowOf(target, sections));
  const table = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return head.replace(TABLE, () => table.join('')) + sections.join('');
}

function rowOf({ what, target, part, figures }: Target, sections: string[]): string[] {
  const section = sections.find((each) => each.includes(`<code>${commandOf(part)}</code>`)) ?? '';
  const lines = section.split('\n').map((line) => line.replace(/^\| /, '').split(' | '));
  const found = figures.map((name) => lines.filter(([figure = '']) => name.test(figure)));
  const isMissed = found.flat().some(([, , , verdict]) => verdict?.includes('missed'));
  const verdict = found.every((group) => group.length > 0) ? 'met' : 'not measured';
  const [, machine = '', day = ''] = /^Measured on (.*?),.* (\S+)\.$/m.exec(section) ?? [];
  return [
    what,
    target,
    found.map(worstOf).join('; '),
    isMissed ? '**missed**' : verdict,
    `\`${commandOf(part)}\``,
    day && `${machine}, ${day}`,
  ];
}

function worstOf(lines: string[][]): string {
  const numberIn = (cell = '') => Number(cell.replaceAll(/[^\d.]/g, ''));
  const sign = lines[0]?.[2]?.startsWith('≤') ? -1 : 1;
  const [worst] = lines.toSorted(([, a], [, b]) => sign * (numberIn(a) - numberIn(b)));
  return worst?.[1] ?? '–';
}
