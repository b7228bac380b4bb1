import { readFileSync } from 'node:fs';

/** A step that could not even begin is a failure, not an absence. */
export function failedOnly(message) {
  console.error(message);
  return { passed: 0, failed: 1, skipped: 0 };
}

/** A file that does not load has no tests of its own to fail: it counts as one. */
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
  return whole(holds, { passed: expected + flaky, failed: unexpected, skipped });
}

/** What failed outside of any test (an unhandled rejection, a server that did not start) counts too. */
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
