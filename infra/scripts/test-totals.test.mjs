import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storiesOf } from './test-files.mjs';
import { auditTotalsOf, playwrightTotals, slowestFiles, taskTotals, vitestTotals } from './test-totals.mjs';

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'institute-totals-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function report(content, name = 'report.json') {
  const file = join(dir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] };
const playwright = { suites: [], errors: [] };

test('counts what passed, failed and was skipped', () => {
  expect(vitestTotals(report(vitest), true)).toMatchObject({
    passed: 5,
    failed: 0,
    skipped: 3,
    failures: [],
  });
  const stats = { expected: 7, flaky: 1, unexpected: 2, skipped: 3 };
  expect(playwrightTotals(report({ ...playwright, stats }), false)).toMatchObject({
    passed: 7,
    failed: 3,
    skipped: 3,
  });
});

test('names what failed, with the beginning of its message', () => {
  const message = `\x1b[31mexpected 1\x1b[39m\nreceived 2${'\n at a line'.repeat(50)}`;
  const assertionResults = [
    { status: 'passed', fullName: 'adds' },
    { status: 'failed', fullName: 'divides', failureMessages: [message] },
  ];
  const [unit] = vitestTotals(
    report({ ...vitest, testResults: [{ name: 'sum.test.ts', assertionResults }] }),
    false,
  ).failures;
  expect(unit).toMatch(/^sum\.test\.ts › divides\n {4}expected 1\n {4}received 2\n/);
  expect(unit.split('\n').length).toBeLessThan(20);

  const failed = { status: 'unexpected', projectName: 'phone', results: [{ error: { message: 'covered' } }] };
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [],
      suites: [{ title: 'home', specs: [{ title: 'shows', tests: [failed] }] }],
    },
  ];
  const stats = { expected: 0, flaky: 0, unexpected: 1, skipped: 0 };
  expect(playwrightTotals(report({ stats, suites, errors: [] }), false).failures).toEqual([
    '[phone] home › shows\n    covered',
  ]);
});

test('a test file that does not load counts as a failure', () => {
  const broken = {
    ...vitest,
    testResults: [{ name: 'sum.test.ts', status: 'failed', message: 'No such file', assertionResults: [] }],
  };
  expect(vitestTotals(report(broken), false)).toMatchObject({
    passed: 5,
    failed: 1,
    skipped: 3,
    failures: ['sum.test.ts\n    No such file'],
  });
});

test('a run that fails outside of its tests, has no tests or leaves no report counts as a failure', () => {
  expect(vitestTotals(report(vitest), false).failed).toBe(1);
  expect(vitestTotals(report({ ...vitest, numPassedTests: 0 }), true).failed).toBe(1);
  expect(vitestTotals(join(dir, 'none.json'), true).failed).toBe(1);
  const stats = { expected: 0, flaky: 0, unexpected: 0, skipped: 0 };
  expect(playwrightTotals(report({ ...playwright, stats }), false).failed).toBe(1);
});

test('names the slowest files', () => {
  const times = { startTime: 1000, endTime: 3500, assertionResults: [] };
  const { files } = vitestTotals(
    report({ ...vitest, testResults: [{ name: 'sum.test.ts', ...times }] }),
    true,
  );
  const tests = [{ results: [{ duration: 4000 }, { duration: 100 }] }];
  const suites = [{ title: 'a.spec.ts', suites: [{ title: 'home', specs: [{ title: 'shows', tests }] }] }];
  const stats = { expected: 1, flaky: 0, unexpected: 0, skipped: 0 };
  const stories = playwrightTotals(report({ stats, suites, errors: [] }), true).files;
  expect(slowestFiles([...files, ...stories])).toMatch(
    /^ +4\.1 s {2}apps\/e2e\/stories\/a\.spec\.ts\n +2\.5 s {2}.*sum\.test\.ts$/,
  );
});

test('only a run of what has changed may have no tests', () => {
  const none = report({ ...vitest, numPassedTests: 0 });
  expect(vitestTotals(none, true, true).failed).toBe(0);
  expect(vitestTotals(none, false, true).failed).toBe(1);
});

test('a changed file chooses the stories named after its feature, and a changed story itself', () => {
  const [program, other] = [
    'apps/e2e/stories/program-detail.spec.ts',
    'apps/e2e/stories/offline.full.spec.ts',
  ];
  const files = [
    program,
    other,
    'apps/e2e/stories/programs.full.spec.ts',
    'apps/web/src/features/programs/card.tsx',
  ];
  expect(storiesOf(['apps/web/src/features/programs/card.tsx'], files)).toEqual([program]);
  expect(storiesOf([other], files)).toEqual([other]);
});

const turboTask = (task, directory, exitCode) => ({ command: 'x', task, directory, execution: { exitCode } });
const totalsOf = (tasks, holds) => taskTotals(dir, report({ tasks }, 'summary.json'), 'report.json', holds);

test('a run of turbo counts every test and every other task', () => {
  report(vitest, 'one/report.json');
  const assertionResults = [{ status: 'failed', fullName: 'divides', failureMessages: [] }];
  report({ ...vitest, testResults: [{ name: 'sum.test.ts', assertionResults }] }, 'two/report.json');
  const tasks = [
    turboTask('types', 'one', 0),
    turboTask('types', 'two', 2),
    turboTask('test', 'one', 0),
    turboTask('test', 'two', 1),
    { ...turboTask('build', 'one'), command: '<NONEXISTENT>' },
  ];
  expect(totalsOf(tasks, false)).toMatchObject({
    passed: 11,
    failed: 2,
    skipped: 6,
    failures: ['types in two', 'sum.test.ts › divides'],
  });
});

test('a task that never ran because another failed counts as a failure', () => {
  report(vitest, 'one/report.json');
  expect(totalsOf([{ ...turboTask('test', 'one'), execution: undefined }], false).failed).toBe(1);
  expect(totalsOf([{ ...turboTask('types', 'one'), execution: undefined }], false).failed).toBe(1);
});

test('a run of turbo that leaves no summary counts as a failure', () => {
  expect(taskTotals(dir, join(dir, 'none.json'), 'report.json', true).failed).toBe(1);
});

const passed = { passed: 1, failed: 0, skipped: 0, failures: [] };
const skipped = { passed: 0, failed: 0, skipped: 1, failures: [] };
const failed = (severity) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [`audit: qs <6.2.4 (${severity})`],
});

const answerWith = (severity) =>
  JSON.stringify({
    vulnerabilities: { qs: { name: 'qs', severity, range: '<6.2.4' } },
    metadata: { vulnerabilities: {} },
  });

test.each([
  ['no weakness', JSON.stringify({ vulnerabilities: {}, metadata: {} }), passed],
  ['a moderate one', answerWith('moderate'), passed],
  ['a high one', answerWith('high'), failed('high')],
  ['a critical one', answerWith('critical'), failed('critical')],
  ['a registry without an audit', JSON.stringify({ message: '405 Method Not Allowed', error: {} }), skipped],
  ['no answer', '', skipped],
])('the audit judges %s', (_, stdout, totals) => {
  expect(auditTotalsOf(stdout)).toEqual(totals);
});
