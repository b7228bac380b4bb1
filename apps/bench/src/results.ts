import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { formatFigureCells, type ReportSection } from './report.ts';

export type BenchmarkResults = Record<string, ReportSection & { machine: string; day: string }>;

const TABLE_HEAD = ['what', 'target', 'measured', '', 'part'];
const TABLE_PATTERN = /^\| what \|.*\|\n(?:\|.*\|\n)+/m;
const PARTS_PATTERN = /(?<=^## How each part measures\n\n)(?:- .*\n)+/m;

/**
 * Rewrites the table and the list of parts of the page, in the order of the results. The rest of the page is written
 * by hand.
 */
export function renderResultsPage(page: string, results: BenchmarkResults): string {
  const resultEntries = Object.entries(results);
  const tableRows = resultEntries.flatMap(([part, { figures }]) =>
    figures.map((figure) => [...formatFigureCells(figure), part]).filter(([, target]) => target),
  );
  const tableLines = [TABLE_HEAD, TABLE_HEAD.map(() => '---'), ...tableRows].map(
    (cells) => `| ${cells.join(' | ')} |\n`,
  );
  const partList = resultEntries.map(
    ([part, { title, day, text }]) => `- **${title}** (\`${part}\`, ${day}). ${text}\n`,
  );
  return page
    .replace(TABLE_PATTERN, () => tableLines.join(''))
    .replace(PARTS_PATTERN, () => partList.join(''));
}

const resultsFile = resolve(import.meta.dirname, '../results.json');
const resultsPage = resolve(import.meta.dirname, '../../../docs/benchmarks.md');

/** Replaces the results of a part, and rewrites the page that shows them. */
export function storePartResult(part: string, { title, text, figures }: ReportSection): void {
  const machineName = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`;
  const day = new Date().toISOString().slice(0, 10);
  const formerResults: BenchmarkResults = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const newResults = { ...formerResults, [part]: { title, text, machine: machineName, day, figures } };
  writeFileSync(resultsFile, `${JSON.stringify(newResults, null, 2)}\n`);
  writeFileSync(resultsPage, renderResultsPage(readFileSync(resultsPage, 'utf8'), newResults));
}
