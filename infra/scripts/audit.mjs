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
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const grave = Object.values(vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
  for (const { name, severity, range } of grave) console.error(`audit: ${name} ${range} (${severity})`);
  console.log(`audit: ${grave.length} dependencies with weaknesses of the grades high and critical`);
  return grave.length === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
