import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playwrightTotals, vitestTotals } from './test-totals.mjs';

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'institute-totals-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function report(content) {
  const file = join(dir, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] };

test('counts what passed, failed and was skipped', () => {
  expect(vitestTotals(report(vitest), true)).toEqual({ passed: 5, failed: 0, skipped: 3 });
  const stats = { expected: 7, flaky: 1, unexpected: 2, skipped: 3 };
  expect(playwrightTotals(report({ stats }), false)).toEqual({ passed: 8, failed: 2, skipped: 3 });
});

test('a test file that does not load counts as a failure', () => {
  const broken = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] };
  expect(vitestTotals(report(broken), false)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test('a run that fails outside of its tests, has no tests or leaves no report counts as a failure', () => {
  expect(vitestTotals(report(vitest), false).failed).toBe(1);
  expect(vitestTotals(report({ ...vitest, numPassedTests: 0 }), true).failed).toBe(1);
  expect(vitestTotals(join(dir, 'none.json'), true).failed).toBe(1);
  const stats = { expected: 0, flaky: 0, unexpected: 0, skipped: 0 };
  expect(playwrightTotals(report({ stats }), false).failed).toBe(1);
});
