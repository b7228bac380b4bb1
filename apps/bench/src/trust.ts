import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withSection } from './report-section.ts';
import { proveLines } from './trust/prove-lines.ts';
import { trustSection } from './trust/report.ts';
import { type Outcome, runScenario } from './trust/run-scenario.ts';
import type { Scenario } from './trust/scenario.ts';

const FILE = resolve(import.meta.dirname, '../../../docs/reliability.md');
const FOLDER = join(import.meta.dirname, 'trust/scenarios');

/** Proves every line last, when the scenarios have been measured. */
const LINES = 'lines';

const { values, positionals } = parseArgs({
  // Prints the results and writes no file.
  options: { dry: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (process.platform !== 'linux') throw new Error('The scenarios need Linux: they look at /proc.');

const names = readdirSync(FOLDER)
  .map((file) => file.replace('.ts', ''))
  .sort();
const unknown = positionals.filter((name) => name !== LINES && !names.includes(name));
if (unknown.length > 0) {
  throw new Error(`Unknown: ${unknown.join(', ')}. There are ${names.join(', ')} and ${LINES}.`);
}

const outcomes: Outcome[] = [];
const scenarios = positionals.length > 0 ? positionals.filter((name) => name !== LINES) : names;
for (const name of scenarios) {
  const file = join(FOLDER, `${name}.ts`);
  const { scenario } = (await import(file)) as { scenario: Scenario };
  console.info(`${name} (at most ${scenario.limitSeconds} s)`);
  const outcome = await runScenario(file, scenario);
  outcomes.push(outcome);
  for (const { name: figure, measured, target, holds } of outcome.figures) {
    console.info(`  ${holds ? 'holds ' : 'BROKEN'} ${figure}: ${measured}${target && ` (${target})`}`);
  }
  console.info(outcome.skipped ? `  skipped: ${outcome.skipped}` : `  in ${outcome.seconds.toFixed(0)} s`);
  if (!values.dry) {
    const report = readFileSync(FILE, 'utf8');
    writeFileSync(FILE, withSection(report, trustSection(report, outcomes, names)));
  }
}

const isBroken = ({ figures }: Outcome) => figures.some(({ holds }) => !holds);
const failed = outcomes.filter(isBroken).length;
const skipped = outcomes.filter((outcome) => outcome.skipped).length;
if (outcomes.length > 0) {
  console.info(`\n${outcomes.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`);
}
process.exitCode = failed > 0 ? 1 : 0;

if (positionals.length === 0 || positionals.includes(LINES)) {
  const { section, broken } = await proveLines(readFileSync(FILE, 'utf8'));
  console.info(section);
  if (!values.dry) writeFileSync(FILE, withSection(readFileSync(FILE, 'utf8'), section));
  if (broken > 0) process.exitCode = 1;
}
