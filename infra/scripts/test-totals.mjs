import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './checkout.mjs';

const MESSAGE_LINES = 12;
const NPM_AUDIT = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];

export function failedOnly(message) {
  console.error(message);
  return { passed: 0, failed: 1, skipped: 0, failures: [message] };
}

/** `files` are test files with their milliseconds: `{ name, duration }`. */
export function addTotals(results) {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };
  for (const { passed, failed, skipped, failures, files = [] } of results) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.failures.push(...failures);
    sum.files.push(...files);
  }
  return sum;
}

/** Test files run side by side, so their seconds add up to more than the run took. */
export function slowestFiles(files) {
  return files
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, 10)
    .map(({ name, duration }) => `${(duration / 1000).toFixed(1).padStart(7)} s  ${relative(root, name)}`)
    .join('\n');
}

/**
 * A `test` or `test:all` task counts its own tests, which turbo restores with a cached result. Any other task counts as one.
 * `report` is the path of vitest's report in each workspace.
 */
export function taskTotals(folder, summaryFile, report, holds) {
  const { tasks } = read(summaryFile) ?? { tasks: [] };
  const results = tasks
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(({ task, directory, execution }) => {
      const isDone = execution?.exitCode === 0;
      if (task === 'test' || task === 'test:all')
        return vitestTotals(join(folder, directory, report), isDone);
      if (isDone) return { passed: 1, failed: 0, skipped: 0, failures: [] };
      return { passed: 0, failed: 1, skipped: 0, failures: [`${task} in ${directory || 'the root'}`] };
    });
  return whole(holds, addTotals(results), 'a run of turbo');
}

/** A file that does not load has no tests, so it counts as one failure. */
export function vitestTotals(file, holds, mayBeEmpty = false) {
  const report = read(file);
  if (!report) return failedOnly(`vitest wrote no report: ${file}`);
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [failure(name, message)] : [];
    return tests.map(({ fullName, failureMessages }) => failure(`${name} › ${fullName}`, failureMessages[0]));
  });
  const totals = {
    passed: report.numPassedTests,
    failed: failed.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: failed,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name,
      duration: endTime - startTime,
    })),
  };
  return mayBeEmpty && holds ? totals : whole(holds, totals, file);
}

export function playwrightTotals(file, holds) {
  const report = read(file);
  if (!report) return failedOnly('Playwright wrote no report.');
  const { expected, flaky, unexpected, skipped } = report.stats;
  const failures = [
    ...report.suites.flatMap(failedStories),
    ...report.errors.map(({ message }) => failure('Playwright', message)),
  ];
  const files = report.suites.map((suite) => ({
    name: resolve(root, 'apps/e2e/stories', suite.title),
    duration: durationOf(suite),
  }));
  const totals = { passed: expected, failed: unexpected + flaky, skipped, failures, files };
  return whole(holds, totals, 'the stories');
}

function durationOf({ specs = [], suites = [] }) {
  const runs = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const own = runs.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}

function failedStories({ title, specs = [], suites = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failure(
          `[${projectName}] ${title} › ${spec.title}`,
          results.find(({ error }) => error)?.error.message,
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedStories)];
}

/** Asks the registry for known vulnerabilities. Some registries do not offer this, and any may be out of reach. */
export async function auditTotals(cwd, npm = 'npm') {
  const options = { cwd, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
  // npm exits with an error when it finds one; its output says which.
  const answer = new Promise((resolve) => {
    execFile(npm, NPM_AUDIT, options, (_, stdout) => resolve(stdout));
  });
  return auditTotalsOf(await answer);
}

export function auditTotalsOf(stdout) {
  const { metadata, vulnerabilities = {}, message } = parsed(stdout) ?? {};
  if (!metadata) {
    console.log(`audit skipped: the registry offers no audit (${message ?? 'no answer'})`);
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  }
  const grave = Object.values(vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
  const failures = grave.map(({ name, severity, range }) => `audit: ${name} ${range} (${severity})`);
  console.log(`audit: ${grave.length} dependencies with weaknesses of the grades high and critical`);
  const isSafe = grave.length === 0;
  return { passed: isSafe ? 1 : 0, failed: isSafe ? 0 : 1, skipped: 0, failures };
}

function failure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd();
}

/** Counts a failure outside of any test, such as an unhandled rejection or a server that did not start. */
function whole(holds, totals, name) {
  const isSilent = totals.failed === 0 && (!holds || totals.passed === 0);
  if (!isSilent) return totals;
  return { ...totals, failed: 1, failures: [...totals.failures, `Outside of any test: ${name}`] };
}

function read(file) {
  return existsSync(file) ? parsed(readFileSync(file, 'utf8')) : undefined;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
