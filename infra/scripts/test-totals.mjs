import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 12;

/** A step that cannot start counts as one failure. */
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
 * Totals of a turbo run. A `test` task counts its own tests, which turbo restores with a cached result.
 * Any other task counts as one. `report` is the path of vitest's report in each workspace.
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

/** A file that does not load counts as one failure, since it has no tests. */
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

/** The name of a test with the beginning of what it said, to be read at the end of a long output. */
function failure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd();
}

/** Counts a failure outside of any test: an unhandled rejection, a server that did not start. */
function whole(holds, totals, name) {
  const isSilent = totals.failed === 0 && (!holds || totals.passed === 0);
  if (!isSilent) return totals;
  return { ...totals, failed: 1, failures: [...totals.failures, `Outside of any test: ${name}`] };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
