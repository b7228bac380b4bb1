import { execFile } from 'node:child_process';

const NPM_AUDIT = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];

/**
 * Asks the registry for known weaknesses of the dependencies. Not every registry answers that, nor is one always
 * reachable.
 */
export async function auditTotals(cwd, npm = 'npm') {
  const options = { cwd, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
  // npm fails when it finds a weakness, and its answer says which
  const answer = new Promise((resolve) => {
    execFile(npm, NPM_AUDIT, options, (_, stdout) => resolve(stdout));
  });
  return judge(await answer);
}

/** Weaknesses of the grades high and critical fail. */
export function judge(stdout) {
  const { metadata, vulnerabilities = {}, message } = parsed(stdout);
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

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
