// Runs the tests.
//   npm test                  the short run: all checks, and the tests and stories without `.full.` in their names
//   npm test -- --all         everything
//   npm test -- programs      test files and stories with this word in their path
//   npm test -- --changed     what of the short run depends on uncommitted files, or with `--since REV` on files changed since
//   npm run check -- types    one of the checks, or all of them
// `--force` ignores the cache.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { environment, root, setUp } from './checkout.mjs';
import { findChromium, installPrograms } from './programs.mjs';
import { changedStories, testedWorkspaces, testFilesWith } from './test-files.mjs';
import {
  addTotals,
  auditTotals,
  failedOnly,
  playwrightTotals,
  slowestFiles,
  taskTotals,
  vitestTotals,
} from './test-totals.mjs';

const CHECKS = ['types', 'lint', 'boundaries', 'knip', 'secrets'];
// The test scripts of each workspace write this file. Reporters as arguments of turbo would change the hash of every
// task, and tests that take the build from the cache would build again.
const VITEST_REPORT = 'test-results/vitest.json';
const VITEST_REPORTERS = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
const WITHOUT_FULL = String.raw`^(?!.*\.full\.)`;

const isTerminal = process.stdout.isTTY === true;
const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean' },
    changed: { type: 'boolean' },
    since: { type: 'string' },
    check: { type: 'boolean' },
    force: { type: 'boolean' },
  },
  allowPositionals: true,
});
// Continuous integration runs everything, even if an earlier run left a cache.
const cacheFlags = values.force || process.env.CI ? ['--force'] : [];

try {
  await setUp({ install: false, build: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const totals = addTotals(await chosenRun());
process.exitCode = totals.failed === 0 ? 0 : 1;
if (totals.files.length > 0) console.log(`\nThe slowest files:\n${slowestFiles(totals.files)}`);
if (totals.failures.length > 0) console.log(`\nFailed:\n\n${totals.failures.join('\n\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);

function chosenRun() {
  if (values.check) return checks(positionals.length > 0 ? positionals : CHECKS);
  if (values.changed || values.since) return changedTests(values.since);
  return positionals.length > 0 ? testsWith(positionals) : wholeRun();
}

async function checks(names) {
  const unknown = names.filter((name) => !CHECKS.includes(name));
  if (unknown.length > 0) return [failedOnly(`Unknown: ${unknown}. There are ${CHECKS.join(', ')}.`)];
  return [await runTasks(names, ['--output-logs=errors-only'])];
}

async function wholeRun() {
  // Registries may be slow, so these run beside the checks.
  const programs = values.all ? installPrograms(run) : undefined;
  const audit = auditTotals(root);
  const checked = await checks(CHECKS);
  await programs;
  return [
    ...checked,
    await runTasks([values.all ? 'test:all' : 'test'], ['--output-logs=new-only']),
    await stories(values.all ? [] : [WITHOUT_FULL]),
    await audit,
  ];
}

async function testsWith(words) {
  const files = testFilesWith(words);
  const results = [];
  for (const workspace of testedWorkspaces()) {
    const own = files.filter((file) => file.startsWith(`${workspace}/`));
    if (own.length > 0)
      results.push(
        await vitest(
          workspace,
          own.map((file) => join(root, file)),
        ),
      );
  }
  const spec = files.filter((file) => /\.spec\.ts$/.test(file));
  if (spec.length > 0) results.push(await stories(spec));
  return results.length > 0 ? results : [failedOnly(`No test file has ${words.join(' or ')} in its path.`)];
}

async function changedTests(since) {
  const results = [];
  for (const workspace of testedWorkspaces()) {
    const changed = since ? `--changed=${since}` : '--changed';
    results.push(await vitest(workspace, [changed, '--exclude=**/*.full.*', '--passWithNoTests']));
  }
  const spec = changedStories(since);
  if (spec.length > 0) results.push(await stories(spec));
  return results;
}

async function vitest(workspace, options) {
  const cwd = join(root, workspace);
  const report = join(cwd, VITEST_REPORT);
  rmSync(report, { force: true });
  const { holds } = await run('vitest', ['run', ...options, ...VITEST_REPORTERS], { cwd });
  return vitestTotals(report, holds, options.includes('--passWithNoTests'));
}

async function runTasks(names, options) {
  const flags = ['--continue=always', '--summarize', ...cacheFlags];
  const { holds, output } = await run('turbo', ['run', ...names, ...flags, ...options]);
  const [, summary] = /Summary:\s+(\S+\.json)/.exec(output) ?? [];
  return summary
    ? taskTotals(root, summary, VITEST_REPORT, holds)
    : failedOnly(`turbo run ${names.join(' ')} wrote no summary.`);
}

/** `filters` are regular expressions of paths. */
async function stories(filters) {
  await setUp({ install: false });
  const chromium = await findChromium(async (...command) => (await run(...command)).holds);
  if (!chromium) return failedOnly('There is no Chromium, and none could be installed; set CHROME_PATH.');

  const folder = mkdtempSync(join(tmpdir(), 'institute-reports-'));
  const report = join(folder, 'browser.json');
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const options = ['--config', 'apps/e2e/playwright.config.ts', '--reporter=list,json'];
  const { holds } = await run('playwright', ['test', ...options, ...filters], { env });
  const result = playwrightTotals(report, holds);
  rmSync(folder, { recursive: true, force: true });
  return result;
}

function run(command, args, { env = {}, cwd = root } = {}) {
  const child = spawn(command, args, {
    cwd,
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
