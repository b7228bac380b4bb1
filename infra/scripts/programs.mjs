import { spawnSync } from 'node:child_process';
import { environment, root } from './checkout.mjs';

/** Programs of the deployment examples and browsers, each with an argument to try it. Tests skip what is missing. */
const PROGRAMS = {
  nginx: '-v',
  'redis-server': '--version',
  caddy: 'version',
  'systemd-analyze': '--version',
  'firefox-esr': '--version',
  WebKitWebDriver: '--help',
  Xvfb: '-help',
  debootstrap: '--version',
};
/** Debian's packages of the programs that are installed where they are missing. */
const PACKAGES = {
  nginx: 'nginx',
  'redis-server': 'redis-server',
  caddy: 'caddy',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  debootstrap: 'debootstrap',
};

export const hasProgram = (name) =>
  spawnSync(name, [PROGRAMS[name]], { env: environment, stdio: 'ignore', timeout: 20_000 }).status === 0;

/** Works on Debian and its derivatives, as root. */
export async function installPrograms(run) {
  const missing = Object.keys(PACKAGES).filter((name) => !hasProgram(name));
  if (missing.length === 0 || process.getuid?.() !== 0) return;
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return;
  // In this run level a package does not start its service.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '-q'], { env });
  // One by one, because old releases do not have all of them.
  for (const name of missing)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', PACKAGES[name]], { env });
}

// The shell has no window, and needs a third less computing than the whole browser.
const KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** Tries CHROME_PATH, the system's Chromium, then Playwright's. Installs one if none works. */
export async function findChromium(run) {
  if (process.env.CHROME_PATH)
    return isRunnable(process.env.CHROME_PATH) ? process.env.CHROME_PATH : undefined;
  return (
    findInstalled() ??
    ((await run('playwright', ['install', 'chromium'])) ? findInstalled() : undefined) ??
    ((await installPackage(run)) ? findInstalled() : undefined)
  );
}

const findInstalled = () => [...KNOWN, playwrightsOwn()].find((path) => path && isRunnable(path));

function isRunnable(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function playwrightsOwn() {
  const script = `import { chromium } from '@playwright/test'; console.log(chromium.executablePath())`;
  const { stdout } = spawnSync('node', ['--input-type=module', '-e', script], {
    cwd: `${root}/apps/e2e`,
    env: environment,
    encoding: 'utf8',
  });
  return stdout?.trim();
}

/** Works on Debian and its derivatives, as root. Old releases do not have the shell. */
async function installPackage(run) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const installWithApt = (name) =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  await run('apt-get', ['update'], { env });
  return (await installWithApt('chromium-headless-shell')) || installWithApt('chromium');
}
