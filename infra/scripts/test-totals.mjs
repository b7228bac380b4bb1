import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const NPM_AUDIT = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];

const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };
export const makePassed = (name) => ({ ...NO_TESTS, name, passed: 1 });
export const makeFailed = (name) => ({ ...NO_TESTS, name, failed: 1 });

/** Reads the totals of each test file from a JUnit report, which names files relative to `folder`. */
export function parseReport(report, folder = '') {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  if (!text.includes('</testsuites>')) return [makeFailed(`${basename(report)}: no whole report`)];
  return [...text.matchAll(/<testsuite ([^>]*)>/g)].map(([, attributes]) => {
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
export function parseTasks(output) {
  const [, successful, total] = /Tasks: +(\d+) successful, (\d+) total/.exec(output) ?? [0, 0, 1];
  return { ...NO_TESTS, name: 'tasks', passed: Number(successful), failed: total - successful };
}

/** Adds a failure for a runner that failed outside of its tests, for example because a server did not start. */
export const failUnlessHolds = (holds, results, name) =>
  holds || results.some((each) => each.failed > 0) ? results : [...results, makeFailed(name)];

/** Asks the registry for known vulnerabilities. Some registries do not offer this, and any may be unreachable. */
export async function auditPackages(cwd) {
  const options = { cwd, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
  // The exit code is ignored: npm exits with an error when it finds a vulnerability, and its output names it.
  const auditAnswer = new Promise((resolve) => {
    execFile('npm', NPM_AUDIT, options, (_, stdout) => resolve(stdout));
  });
  return parseAudit(await auditAnswer);
}

function parseAudit(stdout) {
  let answer = {};
  try {
    answer = JSON.parse(stdout);
  } catch {
    // The registry has not answered
  }
  const { metadata, vulnerabilities = {}, message = 'no answer' } = answer;
  if (!metadata) {
    console.log(`audit skipped: the registry offers no audit (${message})`);
    return [{ ...NO_TESTS, name: 'audit', skipped: 1 }];
  }
  const graveWeaknesses = Object.values(vulnerabilities).filter(({ severity }) =>
    /^(high|critical)$/.test(severity),
  );
  console.log(
    `audit: ${graveWeaknesses.length} dependencies with weaknesses of the grades high and critical`,
  );
  if (graveWeaknesses.length === 0) return [makePassed('audit')];
  return [
    makeFailed(
      `audit: ${graveWeaknesses.map(({ name, range, severity }) => `${name} ${range} (${severity})`)}`,
    ),
  ];
}

/** Writes the summary. Its last line is `N passed, N failed, N skipped`. */
export function writeSummary(results) {
  const sumResults = (key) => results.reduce((total, each) => total + each[key], 0);
  const slowestFirst = results.filter(({ seconds }) => seconds).toSorted((a, b) => b.seconds - a.seconds);
  const timeLines = slowestFirst
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  const faults = results.filter((each) => each.failed > 0).map((each) => `${each.failed} in ${each.name}`);
  return [
    ...(timeLines.length > 0 ? ['', 'The slowest files:', ...timeLines] : []),
    ...(faults.length > 0 ? ['', 'Failed:', ...faults] : []),
    '',
    `${sumResults('passed')} passed, ${sumResults('failed')} failed, ${sumResults('skipped')} skipped`,
  ].join('\n');
}
