import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const NPM_AUDIT_ARGUMENTS = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];

const ZERO_TEST_COUNTS = { passed: 0, failed: 0, skipped: 0 };
export const makePassedResult = (name) => ({ ...ZERO_TEST_COUNTS, name, passed: 1 });
export const makeFailedResult = (name) => ({ ...ZERO_TEST_COUNTS, name, failed: 1 });

/** Reads the totals of each test file from a JUnit report, which names files relative to `folder`. */
export function parseJunitReport(report, folder = '') {
  const reportText = existsSync(report) ? readFileSync(report, 'utf8') : '';
  if (!reportText.includes('</testsuites>'))
    return [makeFailedResult(`${basename(report)}: no whole report`)];
  return [...reportText.matchAll(/<testsuite ([^>]*)>/g)].map(([, attributes]) => {
    const { name, tests, time, ...its } = Object.fromEntries(
      [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    const failures = Number(its.failures);
    const errors = Number(its.errors);
    const skipped = Number(its.skipped);
    return {
      name: join(folder, name),
      passed: Number(tests) - failures - errors - skipped,
      failed: failures + errors,
      skipped,
      seconds: Number(time),
    };
  });
}

/** Reads the number of tasks in a run, which turbo prints at the end of its output. */
export function parseTurboTasks(output) {
  const [, successful, total] = /Tasks: +(\d+) successful, (\d+) total/.exec(output) ?? [0, 0, 1];
  return { ...ZERO_TEST_COUNTS, name: 'tasks', passed: Number(successful), failed: total - successful };
}

/** Adds a failure for a runner that failed outside of its tests, for example because a server did not start. */
export const addFailureUnlessHolds = (holds, results, name) =>
  holds || results.some((each) => each.failed > 0) ? results : [...results, makeFailedResult(name)];

/** Asks the registry for known vulnerabilities. Some registries do not offer this, and any may be unreachable. */
export async function auditPackages(cwd) {
  const options = { cwd, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
  // The exit code is ignored: npm exits with an error when it finds a vulnerability, and its output names it.
  const auditAnswer = new Promise((resolve) => {
    execFile('npm', NPM_AUDIT_ARGUMENTS, options, (_, stdout) => resolve(stdout));
  });
  return parseNpmAudit(await auditAnswer);
}

function parseNpmAudit(stdout) {
  let parsedAudit = {};
  try {
    parsedAudit = JSON.parse(stdout);
  } catch {
    // The registry has not answered
  }
  const { metadata, vulnerabilities = {}, message = 'no answer' } = parsedAudit;
  if (!metadata) {
    console.log(`audit skipped: the registry offers no audit (${message})`);
    return [{ ...ZERO_TEST_COUNTS, name: 'audit', skipped: 1 }];
  }
  const graveWeaknesses = Object.values(vulnerabilities).filter(({ severity }) =>
    /^(high|critical)$/.test(severity),
  );
  console.log(
    `audit: ${graveWeaknesses.length} dependencies with weaknesses of the grades high and critical`,
  );
  if (graveWeaknesses.length === 0) return [makePassedResult('audit')];
  return [
    makeFailedResult(
      `audit: ${graveWeaknesses.map(({ name, range, severity }) => `${name} ${range} (${severity})`)}`,
    ),
  ];
}

/** Writes the summary. Its last line is `N passed, N failed, N skipped`. */
export function writeSummary(results) {
  const sumResults = (key) => results.reduce((total, each) => total + each[key], 0);
  const resultsSlowestFirst = results
    .filter(({ seconds }) => seconds)
    .toSorted((a, b) => b.seconds - a.seconds);
  const slowestResultLines = resultsSlowestFirst
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  const failedResultTexts = results
    .filter((each) => each.failed > 0)
    .map((each) => `${each.failed} in ${each.name}`);
  return [
    ...(slowestResultLines.length > 0 ? ['', 'The slowest files:', ...slowestResultLines] : []),
    ...(failedResultTexts.length > 0 ? ['', 'Failed:', ...failedResultTexts] : []),
    '',
    `${sumResults('passed')} passed, ${sumResults('failed')} failed, ${sumResults('skipped')} skipped`,
  ].join('\n');
}
