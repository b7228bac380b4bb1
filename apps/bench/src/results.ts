import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { formatTarget, formatValue, isMissed, type Section } from './report.ts';

export type Results = Record<string, Section & { machine: string; day: string }>;

/** The parts that each page shows. */
const partsOf = {
  benchmarks: [
    ...['load', 'search', 'rendering', 'start', 'first-load', 'phone', 'office', 'lighthouse'],
    ...['fees', 'certificates'],
  ],
  reliability: ['rush', 'strangers'],
};
export type PageName = keyof typeof partsOf;
export const pageNames = Object.keys(partsOf) as PageName[];

const HEAD = ['what', 'target', 'measured', '', 'part'];
const TABLE = /^\| what \|.*\|\n(?:\|.*\|\n)+/m;
const PARTS = /(?<=^## How each part measures\n\n)(?:- .*\n)+/m;

/** Writes the table and the list of parts of a page anew. Everything else is written by hand. */
export function renderPage(page: string, name: PageName, results: Results): string {
  const measured = partsOf[name].flatMap((part) => {
    const result = results[part];
    return result ? [{ part, ...result }] : [];
  });
  const rows = measured.flatMap(({ part, figures }) =>
    figures.flatMap((figure) => {
      const target = formatTarget(figure);
      const value = formatValue(figure) + (figure.details ? ` (${figure.details})` : '');
      return target ? [[figure.name, target, value, isMissed(figure) ? '**missed**' : 'met', part]] : [];
    }),
  );
  const table = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  const list = measured.map(
    ({ part, title, day, text }) => `- **${title}** (\`${part}\`, ${day}). ${text}\n`,
  );
  return page.replace(TABLE, () => table.join('')).replace(PARTS, () => list.join(''));
}

const inRoot = (path: string) => resolve(import.meta.dirname, '../../..', path);
const resultsFile = inRoot('apps/bench/results.json');

/** Replaces the results of a part, and writes the pages anew that show them. */
export function storeResult(part: string, { title, text, figures }: Section): void {
  const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`;
  const day = new Date().toISOString().slice(0, 10);
  const before: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const results = { ...before, [part]: { title, text, machine, day, figures } };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  for (const name of pageNames) {
    const page = inRoot(`docs/${name}.md`);
    writeFileSync(page, renderPage(readFileSync(page, 'utf8'), name, results));
  }
}
