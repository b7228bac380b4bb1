// Runs the tests.
//   npm test                  the short run: all checks, and the tests and stories without `.full.` in their names
//   npm test -- --all         everything
//   npm test -- programs      test files and stories with this word in their path
//   npm run check -- types    one of the checks, or all of them
//   npm run fix               mends the format and writes the generated files again
// `--force` ignores the cache of the checks.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { environment, root, setUp } from './checkout.mjs';
import { fetchOldChromiums, listOtherEngines, oldChromiumVersions } from './other-browsers.mjs';
import { findChromium, installPrograms } from './programs.mjs';
import {
  auditPackages,
  failUnless,
  makeFailed,
  makePassed,
  parseReport,
  parseTasks,
  writeSummary,
} from './test-totals.mjs';

const CHECK_NAMES = ['types', 'lint', 'boundaries', 'rules', 'knip', 'secrets', 'generated'];
const NOT_FULL_PATTERN = String.raw`^(?!.*\.full\.)`;

const isTerminal = process.stdout.isTTY === true;
const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean' },
    check: { type: 'boolean' },
    fix: { type: 'boolean' },
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

const isPart = positionals.length > 0;
// A word also chooses tests of the full run.
const isShort = !values.all && positionals.length === 0;

const results = values.fix
  ? await runFixes()
  : values.check
    ? await runChecks(positionals.length > 0 ? positionals : CHECK_NAMES)
    : isPart
      ? await runTests()
      : await runAll();
process.exitCode = results.some((each) => each.failed > 0) ? 1 : 0;
console.log(writeSummary(results));

async function runAll() {
  // Registries may be slow, so these run in parallel with the checks.
  const programs = values.all ? installPrograms(runTool) : undefined;
  const audited = auditPackages(root);
  // The tests compare generated files too, with modules that they have loaded anyway.
  const checked = await runChecks(CHECK_NAMES.filter((name) => name !== 'generated'));
  await programs;
  return [...checked, ...(await runTests()), ...(await audited)];
}

async function runFixes() {
  const commands = ['biome check --write', 'vitest run .generated. -u'];
  const results = [];
  for (const line of commands) {
    const [command, ...args] = line.split(' ');
    results.push(((await runTool(command, args)).holds ? makePassed : makeFailed)(line));
  }
  return results;
}

async function runChecks(names) {
  const unknown = names.filter((name) => !CHECK_NAMES.includes(name));
  if (unknown.length > 0) return [makeFailed(`${unknown}: there are only ${CHECK_NAMES.join(', ')}`)];
  const turbo = ['run', ...names, '--continue=always', '--output-logs=errors-only', ...cacheFlags];
  const { holds, output } = await runTool('turbo', turbo);
  if (!holds)
    console.error(
      '→ `npm run fix` mends the format and writes generated files anew. What nobody uses (knip) goes, or is named in knip.jsonc.',
    );
  return failUnless(holds, [parseTasks(stripVTControlCharacters(output))], 'turbo');
}

async function runTests() {
  // Some tests read the built pages.
  await setUp({ install: false });
  // Tests and stories wait a lot, so together they need less time than one after the other.
  const tests = runVitest();
  const stories = runStories(tests);
  const results = [...(await tests), ...(await stories)];
  if (results.length > 0) return results;
  return [makeFailed(`${positionals.join(' or ')}: no test file has it in its path`)];
}

async function runVitest() {
  const report = prepareReport('vitest');
  const { holds } = await runTool('vitest', [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=junit',
    `--outputFile.junit=${report}`,
    // The tests of the short run seldom wait
    ...(isShort ? ['--exclude=**/*.full.*', `--maxWorkers=${availableParallelism()}`] : []),
    ...positionals,
  ]);
  if (!holds) console.error('→ `npm run fix` writes anew what a `.generated.` test compares.');
  return failUnless(holds, parseReport(report), 'vitest');
}

/** Prints nothing before `earlier` has ended. */
async function runStories(earlier) {
  const runLater = (command, args, { env } = {}) => runTool(command, args, { env, printAfter: earlier });
  const run = async (...command) => (await runLater(...command)).holds;
  const report = prepareReport('stories');
  const command = [
    'test',
    '--config=apps/e2e/playwright.config.ts',
    '--pass-with-no-tests',
    // Playwright compares whole paths, and the folder of the checkout may have the word too.
    ...(isShort ? [NOT_FULL_PATTERN] : positionals.map((word) => `${RegExp.escape(root)}.*${word}`)),
  ];
  const env = { PLAYWRIGHT_JUNIT_OUTPUT_FILE: report, E2E_IS_BUILT: 'yes' };
  const usesOtherBrowsers = !isShort;
  if (usesOtherBrowsers) env.OTHER_ENGINES = JSON.stringify(listOtherEngines());
  let usesOldChromiums = usesOtherBrowsers;
  if (isPart) {
    // List the stories first: when none is meant, neither start the product nor fetch 500 MB of browsers.
    const named = usesOtherBrowsers && { OLD_CHROMIUMS: JSON.stringify(oldChromiumVersions) };
    const listed = await runLater('playwright', [...command, '--list'], { env: { ...env, ...named } });
    if (listed.holds && listed.output.includes('Total: 0 tests')) return [];
    usesOldChromiums &&= stripVTControlCharacters(listed.output).includes('[chromium-');
  }
  const chromium = await findChromium(run);
  if (!chromium)
    return [oneFailed('the stories: there is no Chromium, and none could be installed; set CHROME_PATH')];
  env.CHROME_PATH = chromium;
  if (usesOtherBrowsers)
    env.OLD_CHROMIUMS = JSON.stringify(usesOldChromiums ? await fetchOldChromiums(run) : {});
  const { holds } = await runLater('playwright', [...command, '--reporter=list,junit'], { env });
  return failUnless(holds, parseReport(report, 'apps/e2e/stories'), 'the stories');
}

function prepareReport(name) {
  const report = join(root, `test-results/${name}.xml`);
  rmSync(report, { force: true });
  return report;
}

/** Prints what the tool says as it says it, or all of it once `printAfter` has resolved. */
function runTool(command, args, { env = {}, printAfter } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, ...(isTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout.on('data', async (chunk) => {
    output += chunk;
    await printAfter;
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ holds: false, output: error.message }));
    child.on('close', (code) => resolve({ holds: code === 0, output }));
  });
}
