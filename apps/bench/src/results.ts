import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { pageNames, type Results, renderPage } from './pages.ts';
import type { Section } from './report.ts';

const inRoot = (path: string) => resolve(import.meta.dirname, '../../..', path);
const resultsFile = inRoot('apps/bench/results.json');

const readResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8'));

/** Replaces the results of a part, and writes the pages anew that show them. */
export function storeResult(part: string, section: Section): void {
  const describeMachine = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`;
  const day = new Date().toISOString().slice(0, 10);
  const { title, text, figures } = section;
  const results = { ...readResults(), [part]: { title, text, machine: describeMachine, day, figures } };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  for (const name of pageNames) {
    const page = inRoot(`docs/${name}.md`);
    writeFileSync(page, renderPage(readFileSync(page, 'utf8'), name, results));
  }
}
