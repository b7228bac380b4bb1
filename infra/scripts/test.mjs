// Runs the tests.
//   npm test                  the short run: all checks, and the tests and stories without `.full.` in their names
//   npm test -- --all         everything
//   npm test -- programs      test files and stories with this word in their path
//   npm test -- --changed     what of the short run depends on uncommitted files, or with `--since REV` on files changed since
//   npm run check -- types    one of the checks, or all of them
// `--force` ignores the cache.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { environment, root, setUp } from './checkout.mjs';
import { findChromium, installPrograms } from './programs.mjs';
import { changedStories, testedWorkspaces, testFilesWith } from './test-files.mjs';
import {
  auditPackages,
  countedTasks,
  oneFailed,
  orFailed,
  reportedFiles,
  writeSummary,
} from './test-totals.mjs';

const CHECKS = ['types', 'lint', 'boundaries', 'rules', 'knip', 'secrets'];
// The test scripts of each workspace write this file. Reporters as arguments of turbo would change the hash of every
// task, and tests that take the build from the cache would build again.
const REPORT = 'test-results/vitest.xml';
const REPORTERS = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${REPORT}`];
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

const results = await chosenRun();
process.exitCode = results.some((each) => each.failed > 0) ? 1 : 0;
console.log(writeSummary(results));

function chosenRun() {
  if (values.check) return runChecks(positionals.length > 0 ? positionals : CHECKS);
  if (values.changed || values.since) return changedTests(values.since);
  return positionals.length > 0 ? testsWith(positionals) : wholeRun();
}

async function runChecks(names) {
  const unknown = names.filter((name) => !CHECKS.includes(name));
  if (unknown.length > 0) return [oneFailed(`${unknown}: there are only ${CHECKS.join(', ')}`)];
  const { holds, output } = await runTurbo(names, '--output-logs=errors-only');
  return orFailed(holds, [countedTasks(stripVTControlCharacters(output))], 'turbo');
}

async function wholeRun() {
  // Registries may be slow, so these run beside the checks.
  const programs = values.all ? installPrograms(runTool) : undefined;
  const audited = auditPackages(root);
  const checked = await runChecks(CHECKS);
  await programs;
  return [
    ...checked,
    ...(await testsOfAll(values.all ? 'test:all' : 'test')),
    ...(await runStories(values.all ? [] : [WITHOUT_FULL])),
    ...(await audited),
  ];
}

async function testsOfAll(task) {
  const workspaces = testedWorkspaces();
  for (const workspace of workspaces) rmSync(join(root, workspace, REPORT), { force: true });
  const { holds } = await runTurbo([task], '--output-logs=new-only');
  const files = workspaces.flatMap((workspace) => reportedFiles(join(root, workspace, REPORT), workspace));
  return orFailed(holds, files, 'turbo');
}

async function testsWith(words) {
  const files = testFilesWith(words);
  const results = [];
  for (const workspace of testedWorkspaces()) {
    const own = files.filter((file) => file.startsWith(`${workspace}/`)).map((file) => join(root, file));
    if (own.length > 0) results.push(...(await runVitest(workspace, own)));
  }
  const spec = files.filter((file) => file.endsWith('.spec.ts'));
  if (spec.length > 0) results.push(...(await runStories(spec)));
  return results.length > 0 ? results : [oneFailed(`${words.join(' or ')}: no test file has it in its path`)];
}

async function changedTests(since) {
  const results = [];
  const changed = since ? `--changed=${since}` : '--changed';
  for (const workspace of testedWorkspaces())
    results.push(...(await runVitest(workspace, [changed, '--exclude=**/*.full.*', '--passWithNoTests'])));
  const spec = changedStories(since);
  if (spec.length > 0) results.push(...(await runStories(spec)));
  return results;
}

async function runVitest(workspace, options) {
  const cwd = join(root, workspace);
  rmSync(join(cwd, REPORT), { force: true });
  const { holds } = await runTool('vitest', ['run', ...options, ...REPORTERS], { cwd });
  return orFailed(holds, reportedFiles(join(cwd, REPORT), workspace), workspace);
}

function runTurbo(names, logs) {
  return runTool('turbo', ['run', ...names, '--continue=always', ...cacheFlags, logs]);
}

/** `filters` are regular expressions of paths. */
async function runStories(filters) {
  await setUp({ install: false });
  const chromium = await findChromium(async (...command) => (await runTool(...command)).holds);
  if (!chromium)
    return [oneFailed('the stories: there is no Chromium, and none could be installed; set CHROME_PATH')];

  const report = join(root, 'test-results/stories.xml');
  rmSync(report, { force: true });
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report };
  const options = ['--config', 'apps/e2e/playwright.config.ts', '--reporter=list,junit'];
  const { holds } = await runTool('playwright', ['test', ...options, ...filters], { env });
  return orFailed(holds, reportedFiles(report, 'apps/e2e/stories'), 'the stories');
}

function runTool(command, args, { env = {}, cwd = root } = {}) {
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
