// Compares the tables of two benchmark reports: node infra/versioning/compare-benchmarks.mjs BEFORE AFTER
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** On the machines of the nightly run, figures vary by less than this. */
const NOTABLE = 0.2;

/** Keyed by section, line and column. */
function figuresOf(report) {
  const figures = new Map();
  let section = '';
  let columns = [];
  for (const line of report.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('| ')) columns = [];
    else if (columns.length === 0) columns = cellsOf(line);
    else addFigures(figures, `${section}: ${cellsOf(line)[0]}`, columns, cellsOf(line));
  }
  return figures;
}

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function addFigures(figures, name, columns, cells) {
  for (const [at, cell] of cells.entries()) {
    const number = Number.parseFloat(cell.replaceAll(',', ''));
    if (at > 0 && /^\d/.test(cell) && !/target/.test(columns[at]) && Number.isFinite(number)) {
      figures.set(`${name}, ${columns[at]}`, number);
    }
  }
}

export function compare(before, after) {
  const former = figuresOf(before);
  const lines = [...figuresOf(after)].flatMap(([name, now]) => {
    const then = former.get(name);
    const change = then ? now / then - 1 : 0;
    if (Math.abs(change) < NOTABLE) return [];
    return [
      `| ${name} | ${then} | ${now} | ${change > 0 ? '+' : '−'}${Math.round(Math.abs(change) * 100)} % |`,
    ];
  });
  const missed = after
    .split('\n')
    .filter((line) => line.startsWith('| ') && /\*\*missed\*\*|\| missed \|/.test(line));
  return [
    '## Benchmark',
    '',
    former.size === 0 ? 'There is no earlier report to compare with.' : '',
    ...(lines.length > 0 ? ['| figure | before | now | |', '| --- | --- | --- | --- |', ...lines] : []),
    ...(former.size > 0 && lines.length === 0 ? [`No figure changed by ${NOTABLE * 100} % or more.`] : []),
    '',
    missed.length > 0 ? `Missed targets:\n\n${missed.join('\n')}` : 'Every target is met.',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [before = '', after = ''] = process.argv.slice(2);
  const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  console.log(compare(read(before), read(after)));
}
