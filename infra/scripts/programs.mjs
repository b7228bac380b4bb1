import { spawnSync } from 'node:child_process';
import { environment, root } from './checkout.mjs';

/** Programs that tests use when they exist: an argument for a test call, and the package on Debian. */
const SYSTEM_PROGRAMS = {
  nginx: ['-v', 'nginx'],
  'redis-server': ['--version', 'redis-server'],
  caddy: ['version', 'caddy'],
  'systemd-analyze': ['--version'],
  'firefox-esr': ['--version', 'firefox-esr'],
  WebKitWebDriver: ['--help', 'webkit2gtk-driver'],
  Xvfb: ['-help', 'xvfb'],
  debootstrap: ['--version', 'debootstrap'],
  'chromium-headless-shell': ['--version', 'chromium-headless-shell'],
};

const isRunnable = (program, argument = '--version') =>
  spawnSync(program, [argument], { env: environment, stdio: 'ignore', timeout: 20_000 }).status === 0;

export const hasProgram = (name) => isRunnable(name, SYSTEM_PROGRAMS[name][0]);

/** Installs packages on Debian and its derivatives. Only root can do this. */
async function installPackages(run, packages) {
  if (packages.length === 0 || process.getuid?.() !== 0 || !isRunnable('apt-get')) return;
  // With this run level a package does not start its service.
  const installEnvironment = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '-q'], { env: installEnvironment });
  // Packages are installed one by one, because old releases lack some of them.
  for (const packageName of packages)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packageName], {
      env: installEnvironment,
    });
}

export function installPrograms(run) {
  const missingPrograms = Object.keys(SYSTEM_PROGRAMS).filter(
    (name) => SYSTEM_PROGRAMS[name][1] && !hasProgram(name),
  );
  return installPackages(
    run,
    missingPrograms.map((name) => SYSTEM_PROGRAMS[name][1]),
  );
}

// The headless shell comes first: it has no window, and needs a third less computing than the whole browser.
const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** Finds a Chromium: that of CHROME_PATH, the system's, or Playwright's. Installs one if none works. */
export async function findChromium(run) {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return isRunnable(CHROME_PATH) ? CHROME_PATH : undefined;
  const findInstalledChromium = () =>
    [...CHROMIUM_PATHS, listPlaywrightPaths().chromium].find((path) => path && isRunnable(path));
  const chromiumInstallWays = [
    () => run('playwright', ['install', 'chromium']),
    () => installPackages(run, ['chromium-headless-shell']),
    () => installPackages(run, ['chromium']),
  ];
  let chromiumFile = findInstalledChromium();
  for (const installChromium of chromiumInstallWays) {
    if (chromiumFile) break;
    await installChromium();
    chromiumFile = findInstalledChromium();
  }
  return chromiumFile;
}

/** Returns the paths of Playwright's own browsers, which may not be installed yet. */
export function listPlaywrightPaths() {
  const listPathsScript = `import { chromium, firefox, webkit } from '@playwright/test';
    const paths = Object.entries({ chromium, firefox, webkit }).map(([name, type]) => [name, type.executablePath()]);
    console.log(JSON.stringify(Object.fromEntries(paths)))`;
  const scriptOptions = { cwd: `${root}/apps/e2e`, env: environment, encoding: 'utf8' };
  const { stdout } = spawnSync('node', ['--input-type=module', '-e', listPathsScript], scriptOptions);
  return JSON.parse(stdout || '{}');
}
