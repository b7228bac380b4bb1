import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { limitsOf } from './limits.ts';
import { parts } from './parts.ts';
import { head, measuredAlone } from './report.ts';
import { withHead, withSection } from './report-section.ts';

const FILE = resolve(import.meta.dirname, '../../../docs/benchmarks.md');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const missed: string[] = [];
let report = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
if (names.length === 0) report = withHead('', head());
for (const name of names.length > 0 ? names : Object.keys(parts)) {
  console.info(`${name} …`);
  const part = await parts[name]?.();
  if (!part) continue;
  missed.push(...part.missed);
  const section = [
    part.section.trim(),
    limitsOf(part.missed),
    // the head of the report names the machine of the last whole run
    names.length > 0 ? measuredAlone() : '',
  ];
  report = withSection(report, section.filter((text) => text !== '').join('\n\n'));
  console.info(`\n${section.join('\n\n')}`);
  // what is measured stays when a later part fails
  writeFileSync(FILE, report);
}
console.info(`Written to ${FILE}`);
if (missed.length > 0) console.error(`Missed: ${missed.join(', ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;
