import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { formatCells, type Section } from './report.ts';

export type Results = Record<string, Section & { machine: string; day: string }>;

const TABLE_HEAD = ['what', 'target', 'measured', '', 'part'];
const TABLE_PATTERN = /^\| what \|.*\|\n(?:\|.*\|\n)+/m;
const PARTS_PATTERN = /(?<=^## How each part measures\n\n)(?:- .*\n)+/m;

/** Rewrites the table and the list of parts, in the order of the results. The rest is written by hand. */
export function renderPage(page: string, results: Results): string {
  const measured = Object.entries(results);
  const rows = measured.flatMap(([part, { figures }]) =>
    figures.map((figure) => [...formatCells(figure), part]).filter(([, target]) => target),
  );
  const table = [TABLE_HEAD, TABLE_HEAD.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |\n`,
  );
  const list = measured.map(
    ([part, { title, day, text }]) => `- **${title}** (\`${part}\`, ${day}). ${text}\n`,
  );
  return page.replace(TABLE_PATTERN, () => table.join('')).replace(PARTS_PATTERN, () => list.join(''));
}

const resultsFile = resolve(import.meta.dirname, '../results.json');
const resultsPage = resolve(import.meta.dirname, '../../../docs/benchmarks.md');

/** Replaces the results of a part, and rewrites the page that shows them. */
export function storeResult(part: string, { title, text, figures }: Section): void {
  const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`;
  const day = new Date().toISOString().slice(0, 10);
  const before: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const results = { ...before, [part]: { title, text, machine, day, figures } };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(resultsPage, renderPage(readFileSync(resultsPage, 'utf8'), results));
}
