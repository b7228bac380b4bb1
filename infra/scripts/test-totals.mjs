import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step that cannot start counts as one failure. */
export function failedOnly(message) {
  console.error(message);
  return { passed: 0, failed: 1, skipped: 0 };
}

export function addTotals(results) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const result of results) for (const key of Object.keys(sum)) sum[key] += result[key];
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
      return { passed: isDone ? 1 : 0, failed: isDone ? 0 : 1, skipped: 0 };
    });
  return whole(holds, addTotals(results));
}

/** A file that does not load counts as one failure, since it has no tests. */
export function vitestTotals(file, holds) {
  const report = read(file);
  if (!report) return failedOnly('vitest wrote no report.');
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return whole(holds, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

export function playwrightTotals(file, holds) {
  const report = read(file);
  if (!report) return failedOnly('Playwright wrote no report.');
  const { expected, flaky, unexpected, skipped } = report.stats;
  return whole(holds, { passed: expected, failed: unexpected + flaky, skipped });
}

/** Counts a failure outside of any test: an unhandled rejection, a server that did not start. */
function whole(holds, totals) {
  const isSilent = totals.failed === 0 && (!holds || totals.passed === 0);
  return isSilent ? { ...totals, failed: 1 } : totals;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
