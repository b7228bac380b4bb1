// Runs every check: `npm test`. `--check` runs those that take seconds, and `--force` ignores the cache.
// Names of steps run only these steps.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { environment, root, setUp } from './checkout.mjs';
import { findChromium, installPrograms } from './programs.mjs';
import { addTotals, auditTotals, failedOnly, playwrightTotals, taskTotals } from './test-totals.mjs';

const CHECKS = ['types', 'lint', 'boundaries', 'knip', 'secrets'];
const STEPS = [...CHECKS, 'audit', 'test', 'browser'];
// The test script of each workspace writes this file. Reporters as arguments of turbo would change the hash of every
// task, and tests that take the build from the cache would build again.
const VITEST_REPORT = 'test-results/vitest.json';

const isTerminal = process.stdout.isTTY === true;
const { values, positionals } = parseArgs({
  options: {
    // The default: every step.
    all: { type: 'boolean' },
    check: { type: 'boolean' },
    force: { type: 'boolean' },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !STEPS.includes(name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${STEPS.join(', ')}.`);

try {
  await setUp({ install: false, build: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const steps = (values.check ? CHECKS : STEPS).filter(
  (name) => positionals.length === 0 || positionals.includes(name),
);
// Continuous integration runs everything, even if an earlier run left a cache.
const cacheFlags = values.force || process.env.CI ? ['--force'] : [];

// Registries may be slow, so these run beside the checks.
const programs = steps.includes('test') ? installPrograms(run) : undefined;
const audit = steps.includes('audit') ? auditTotals(root) : addTotals([]);
const results = [
  await runTasks(
    steps.filter((name) => CHECKS.includes(name)),
    ['--output-logs=errors-only'],
  ),
  await unitTests(),
  ...(steps.includes('browser') ? [await browserTests()] : []),
  await audit,
];
const totals = addTotals(results);
process.exitCode = totals.failed === 0 ? 0 : 1;
if (totals.failures.length > 0) console.log(`\nFailed:\n\n${totals.failures.join('\n\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);

async function runTasks(names, options) {
  if (names.length === 0) return addTotals([]);
  const flags = ['--continue=always', '--summarize', ...cacheFlags];
  const { holds, output } = await run('turbo', ['run', ...names, ...flags, ...options]);
  const [, summary] = /Summary:\s+(\S+\.json)/.exec(output) ?? [];
  return summary
    ? taskTotals(root, summary, VITEST_REPORT, holds)
    : failedOnly(`turbo run ${names.join(' ')} wrote no summary.`);
}

async function unitTests() {
  if (!steps.includes('test')) return addTotals([]);
  await programs;
  return runTasks(['test'], ['--output-logs=new-only']);
}

async function browserTests() {
  await setUp({ install: false });
  const chromium = await findChromium(async (...command) => (await run(...command)).holds);
  if (!chromium) return failedOnly('There is no Chromium, and none could be installed; set CHROME_PATH.');

  const folder = mkdtempSync(join(tmpdir(), 'institute-reports-'));
  const report = join(folder, 'browser.json');
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const options = ['--config', 'apps/e2e/playwright.config.ts', '--reporter=list,json'];
  const { holds } = await run('playwright', ['test', ...options], env);
  const result = playwrightTotals(report, holds);
  rmSync(folder, { recursive: true, force: true });
  return result;
}

function run(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, ...(isTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ holds: false, output: error.message }));
    child.on('close', (code) => resolve({ holds: code === 0, output }));
  });
}
