import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  countedTasks,
  judgedAudit,
  oneFailed,
  onePassed,
  orFailed,
  reportedFiles,
  writeSummary,
} from './test-totals.mjs';

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'institute-totals-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function report(...suites) {
  const file = join(dir, 'report.xml');
  writeFileSync(file, `<testsuites tests="9">\n${suites.join('\n')}\n</testsuites>`);
  return file;
}
const vitest =
  '<testsuite name="src/sum.test.ts" hostname="machine" tests="9" failures="1" errors="1" skipped="3" time="2.5"></testsuite>';
const playwright =
  '<testsuite name="a.spec.ts" timestamp="now" hostname="phone" tests="7" failures="0" skipped="0" time="4.1" errors="0">\n</testsuite>';
const sum = { name: 'apps/web/src/sum.test.ts', passed: 4, failed: 2, skipped: 3, seconds: 2.5 };

test('counts what passed, failed and was skipped in each file', () => {
  expect(reportedFiles(report(vitest, playwright), 'apps/web')).toEqual([
    sum,
    { name: 'apps/web/a.spec.ts', passed: 7, failed: 0, skipped: 0, seconds: 4.1 },
  ]);
  expect(reportedFiles(report(), 'apps/web')).toEqual([]);
});

test('a runner that leaves no whole report counts as a failure', () => {
  expect(reportedFiles(join(dir, 'none.xml'), 'infra')).toMatchObject([{ failed: 1 }]);
  writeFileSync(join(dir, 'half.xml'), `<testsuites>${playwright}`);
  expect(reportedFiles(join(dir, 'half.xml'), 'infra')).toMatchObject([{ failed: 1 }]);
});

test('a runner that fails outside of its tests counts as a failure', () => {
  expect(orFailed(false, [onePassed('one')], 'infra')).toEqual([onePassed('one'), oneFailed('infra')]);
  expect(orFailed(false, [sum], 'infra')).toEqual([sum]);
  expect(orFailed(true, [], 'infra')).toEqual([]);
});

test('counts every task of turbo, and a run without a count as a failure', () => {
  expect(countedTasks(' Tasks:    10 successful, 12 total\nCached:    0 cached, 12 total')).toMatchObject({
    passed: 10,
    failed: 2,
  });
  expect(countedTasks('')).toMatchObject({ passed: 0, failed: 1 });
});

test('the summary names the ten slowest files and what failed, and ends with the totals', () => {
  const quick = Array.from({ length: 10 }, (_, n) => ({ ...onePassed(`${n}.test.ts`), seconds: 3 + n / 10 }));
  const lines = writeSummary([onePassed('tasks'), sum, ...quick]).split('\n');
  expect(lines.slice(1, 4)).toEqual(['The slowest files:', '    3.9 s  9.test.ts', '    3.8 s  8.test.ts']);
  expect(lines.slice(-5)).toEqual([
    '',
    'Failed:',
    '2 in apps/web/src/sum.test.ts',
    '',
    '15 passed, 2 failed, 3 skipped',
  ]);
  expect(lines).not.toContain('    2.5 s  apps/web/src/sum.test.ts');
  expect(writeSummary([onePassed('tasks')])).toBe('\n1 passed, 0 failed, 0 skipped');
});

const answerWith = (severity) =>
  JSON.stringify({
    vulnerabilities: { qs: { name: 'qs', range: '<6.2.4', severity } },
    metadata: { vulnerabilities: {} },
  });
const skipped = { name: 'audit', passed: 0, failed: 0, skipped: 1 };

test.each([
  ['no weakness', JSON.stringify({ vulnerabilities: {}, metadata: {} }), onePassed('audit')],
  ['a moderate one', answerWith('moderate'), onePassed('audit')],
  ['a high one', answerWith('high'), oneFailed('audit: qs <6.2.4 (high)')],
  ['a critical one', answerWith('critical'), oneFailed('audit: qs <6.2.4 (critical)')],
  ['a registry without an audit', JSON.stringify({ message: '405 Method Not Allowed', error: {} }), skipped],
  ['no answer', '', skipped],
])('the audit judges %s', (_, stdout, result) => {
  expect(judgedAudit(stdout)).toEqual([result]);
});
