import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 12;
const NPM_AUDIT = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];

export function failedOnly(message) {
  console.error(message);
  return { passed: 0, failed: 1, skipped: 0, failures: [message] };
}

export function addTotals(results) {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped, failures } of results) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.failures.push(...failures);
  }
  return sum;
}

/**
 * A `test` task counts its own tests, which turbo restores with a cached result. Any other task counts as one.
 * `report` is the path of vitest's report in each workspace.
 */
export function taskTotals(root, summaryFile, report, holds) {
  const { tasks } = read(summaryFile) ?? { tasks: [] };
  const results = tasks
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(({ task, directory, execution }) => {
      const isDone = execution?.exitCode === 0;
      if (task === 'test') return vitestTotals(join(root, directory, report), isDone);
      if (isDone) return { passed: 1, failed: 0, skipped: 0, failures: [] };
      return { passed: 0, failed: 1, skipped: 0, failures: [`${task} in ${directory || 'the root'}`] };
    });
  return whole(holds, addTotals(results), 'a run of turbo');
}

/** A file that does not load has no tests, so it counts as one failure. */
export function vitestTotals(file, holds) {
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
  };
  return whole(holds, totals, file);
}

export function playwrightTotals(file, holds) {
  const report = read(file);
  if (!report) return failedOnly('Playwright wrote no report.');
  const { expected, flaky, unexpected, skipped } = report.stats;
  const failures = [
    ...report.suites.flatMap(failedStories),
    ...report.errors.map(({ message }) => failure('Playwright', message)),
  ];
  return whole(holds, { passed: expected, failed: unexpected + flaky, skipped, failures }, 'the stories');
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
