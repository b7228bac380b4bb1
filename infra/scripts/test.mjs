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
import { environment, root, setUpCheckout } from './checkout.mjs';
import { fetchOldChromiums, listOtherEngines, oldChromiumVersions } from './other-browsers.mjs';
import { findChromium, installPrograms } from './programs.mjs';
import {
  addFailureUnlessHolds,
  auditPackages,
  makeFailedResult,
  makePassedResult,
  parseJunitReport,
  parseTurboTasks,
  writeSummary,
} from './test-totals.mjs';

const CHECK_NAMES = ['types', 'lint', 'boundaries', 'rules', 'knip', 'secrets', 'generated'];
const SHORT_RUN_STORY_PATTERN = String.raw`^(?!.*\.full\.)`;

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
  await setUpCheckout({ install: false, build: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const isPartialRun = positionals.length > 0;
// A word in the arguments also chooses tests of the full run.
const isShortRun = !values.all && positionals.length === 0;

const checkAndTestResults = values.fix
  ? await runFixes()
  : values.check
    ? await runChecks(positionals.length > 0 ? positionals : CHECK_NAMES)
    : isPartialRun
      ? await runTests()
      : await runAllChecksAndTests();
process.exitCode = checkAndTestResults.some((each) => each.failed > 0) ? 1 : 0;
console.log(writeSummary(checkAndTestResults));

async function runAllChecksAndTests() {
  // Started first, because registries may be slow while the checks run.
  const programInstallation = values.all ? installPrograms(runTool) : undefined;
  const auditResults = auditPackages(root);
  // The check of generated files is left out: the tests do the same, with modules that they load anyway.
  const checkResults = await runChecks(CHECK_NAMES.filter((name) => name !== 'generated'));
  await programInstallation;
  return [...checkResults, ...(await runTests()), ...(await auditResults)];
}

async function runFixes() {
  const fixCommands = ['biome check --write', 'vitest run .generated. -u'];
  const results = [];
  for (const commandLine of fixCommands) {
    const [command, ...args] = commandLine.split(' ');
    results.push(((await runTool(command, args)).holds ? makePassedResult : makeFailedResult)(commandLine));
  }
  return results;
}

async function runChecks(names) {
  const unknownCheckNames = names.filter((name) => !CHECK_NAMES.includes(name));
  if (unknownCheckNames.length > 0)
    return [makeFailedResult(`${unknownCheckNames}: there are only ${CHECK_NAMES.join(', ')}`)];
  const turboArguments = ['run', ...names, '--continue=always', '--output-logs=errors-only', ...cacheFlags];
  const { holds, output } = await runTool('turbo', turboArguments);
  if (!holds)
    console.error(
      '→ `npm run fix` mends the format and writes generated files anew. What nobody uses (knip) goes, or is named in knip.jsonc.',
    );
  return addFailureUnlessHolds(holds, [parseTurboTasks(stripVTControlCharacters(output))], 'turbo');
}

async function runTests() {
  // The pages are built before, because some tests read them.
  await setUpCheckout({ install: false });
  // Tests and stories run in parallel, because both wait a lot.
  const vitestResults = runVitest();
  const storyResults = runStories(vitestResults);
  const results = [...(await vitestResults), ...(await storyResults)];
  if (results.length > 0) return results;
  return [makeFailedResult(`${positionals.join(' or ')}: no test file has it in its path`)];
}

async function runVitest() {
  const reportFile = prepareReportFile('vitest');
  const { holds } = await runTool('vitest', [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=junit',
    `--outputFile.junit=${reportFile}`,
    // One worker for each core, because the tests of the short run seldom wait
    ...(isShortRun ? ['--exclude=**/*.full.*', `--maxWorkers=${availableParallelism()}`] : []),
    ...positionals,
  ]);
  if (!holds) console.error('→ `npm run fix` writes anew what a `.generated.` test compares.');
  return addFailureUnlessHolds(holds, parseJunitReport(reportFile), 'vitest');
}

/** Runs the stories. Nothing is printed before `earlier` has ended. */
async function runStories(earlier) {
  const runToolLater = (command, args, { env } = {}) => runTool(command, args, { env, printAfter: earlier });
  const runCommandLater = async (...command) => (await runToolLater(...command)).holds;
  const storiesReport = prepareReportFile('stories');
  const playwrightArguments = [
    'test',
    '--config=apps/e2e/playwright.config.ts',
    '--pass-with-no-tests',
    // Playwright compares whole paths, and the checkout's folder may contain the word too.
    ...(isShortRun
      ? [SHORT_RUN_STORY_PATTERN]
      : positionals.map((word) => `${RegExp.escape(root)}.*${word}`)),
  ];
  const env = { PLAYWRIGHT_JUNIT_OUTPUT_FILE: storiesReport, E2E_IS_BUILT: 'yes' };
  const usesOtherBrowsers = !isShortRun;
  if (usesOtherBrowsers) env.OTHER_ENGINES = JSON.stringify(listOtherEngines());
  let usesOldChromiums = usesOtherBrowsers;
  if (isPartialRun) {
    // List the stories first: when none is meant, neither start the product nor fetch 500 MB of browsers.
    const browserVersions = usesOtherBrowsers && { OLD_CHROMIUMS: JSON.stringify(oldChromiumVersions) };
    const storyListResult = await runToolLater('playwright', [...playwrightArguments, '--list'], {
      env: { ...env, ...browserVersions },
    });
    if (storyListResult.holds && storyListResult.output.includes('Total: 0 tests')) return [];
    usesOldChromiums &&= stripVTControlCharacters(storyListResult.output).includes('[chromium-');
  }
  const chromiumPath = await findChromium(runCommandLater);
  if (!chromiumPath)
    return [oneFailed('the stories: there is no Chromium, and none could be installed; set CHROME_PATH')];
  env.CHROME_PATH = chromiumPath;
  if (usesOtherBrowsers)
    env.OLD_CHROMIUMS = JSON.stringify(usesOldChromiums ? await fetchOldChromiums(runCommandLater) : {});
  const { holds } = await runToolLater('playwright', [...playwrightArguments, '--reporter=list,junit'], {
    env,
  });
  return addFailureUnlessHolds(holds, parseJunitReport(storiesReport, 'apps/e2e/stories'), 'the stories');
}

function prepareReportFile(name) {
  const junitReportFile = join(root, `test-results/${name}.xml`);
  rmSync(junitReportFile, { force: true });
  return junitReportFile;
}

/** Runs a tool and prints its output at once, or, with `printAfter`, all of it after that has resolved. */
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
