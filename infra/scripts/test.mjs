// Everything that has to hold, in one run: `npm test`. With names of steps behind it, only those.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, root, setUp } from './checkout.mjs';
import { findChromium } from './chromium.mjs';
import { failedOnly, playwrightTotals, vitestTotals } from './test-totals.mjs';

const isTerminal = process.stdout.isTTY === true;
const reports = mkdtempSync(join(tmpdir(), 'institute-reports-'));
const workspaces = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => `${group}/${name}`),
);

/** Each answers its totals; a step that is one check counts as one. */
const steps = {
  build: () => check(() => setUp({ build: true }).then(() => true)),
  types: () => check(types),
  lint: () =>
    check(() => run('biome', ['ci', '--error-on-warnings', `--colors=${isTerminal ? 'force' : 'off'}`])),
  boundaries: () => check(() => run('node', ['infra/scripts/boundaries.mjs'])),
  unit: unitTests,
  browser: browserTests,
};

async function check(work) {
  const holds = await work();
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 };
}

async function types() {
  let holds = true;
  for (const dir of workspaces.filter((name) => existsSync(join(root, name, 'tsconfig.json')))) {
    holds = (await run('tsc', ['-p', dir])) && holds;
  }
  return holds;
}

async function unitTests() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const folders = [...workspaces, 'infra'].filter(
    (name) => name !== 'apps/e2e' && hasTests(join(root, name)),
  );
  // side by side: much of their time they wait for servers that are slow on purpose
  const results = await Promise.all(
    folders.map(async (dir) => {
      const report = join(reports, `${dir.replace('/', '-')}.json`);
      const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const holds = await run('vitest', ['run', '--root', dir, ...options]);
      return vitestTotals(report, holds);
    }),
  );
  for (const result of results) add(totals, result);
  return totals;
}

async function browserTests() {
  const config = 'apps/e2e/playwright.config.ts';
  if (!existsSync(join(root, config))) return failedOnly(`There is no ${config}.`);
  const chromium = await findChromium(run);
  if (!chromium) return failedOnly('There is no Chromium, and none could be installed; set CHROME_PATH.');

  const report = join(reports, 'browser.json');
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const holds = await run('playwright', ['test', '--config', config, '--reporter=list,json'], env);
  return playwrightTotals(report, holds);
}

function hasTests(dir) {
  return readdirSync(dir, { withFileTypes: true }).some((entry) => {
    if (entry.isDirectory())
      return !['node_modules', 'dist'].includes(entry.name) && hasTests(join(dir, entry.name));
    return /\.test\.(ts|tsx|mjs)$/.test(entry.name);
  });
}

function add(totals, more) {
  for (const key of Object.keys(totals)) totals[key] += more[key];
}

/** Whether the command ended well. It runs on the project's own Node, whatever the machine has. */
async function run(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, ...(!isTerminal && { NO_COLOR: '1' }), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const ended = once(child, 'exit').then(([code]) => code === 0);
  return ended.catch(() => false);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}.`);

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const result = await step().catch((error) => failedOnly(error.message));
  console.log(`── ${name}: ${result.failed === 0 ? 'holds' : 'FAILED'}`);
  add(totals, result);
}
rmSync(reports, { recursive: true, force: true });

process.exitCode = totals.failed === 0 ? 0 : 1;
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
