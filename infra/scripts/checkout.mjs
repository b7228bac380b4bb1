import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isReleased, storeRelease } from './release.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const inRoot = (...names) => join(root, ...names);

const APP_FOLDERS = [inRoot('apps', 'web'), inRoot('apps', 'admin')];
const LOCK_FILE = inRoot('package-lock.json');
const BIN_FOLDER = inRoot('node_modules', '.bin');

/** Puts the project's Node first on PATH and turns telemetry off. */
export const environment = {
  ...process.env,
  PATH: BIN_FOLDER + delimiter + process.env.PATH,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
};

/**
 * Installs dependencies after the lock file changed, and builds the pages after their sources changed.
 * Commands that need no tools also run after `npm prune --omit=dev`.
 */
export async function setUp({ install = true, build = true, needsTools = true }) {
  if (!needsTools && isProductionInstall()) {
    checkProductionInstall({ build });
    return;
  }
  if (!install && !isInstalled()) {
    throw new Error('The modules are missing, or not those of package-lock.json: run npm ci first.');
  }
  if (isInstalled() && !build) return;
  await takeTurn(async () => {
    // Another process may have finished while this one waited.
    if (!isInstalled()) await installDependencies();
    if (build) await buildPages();
  });
}

/** Compares npm's list of installed packages with the lock file. */
function isInstalled() {
  const installed = listInstalledPackages();
  const locked = lockedPackages();
  // `npm ci --ignore-scripts` leaves the project's Node out.
  const programs = ['turbo', 'node'].filter((name) => locked[`node_modules/${name}`]);
  return (
    programs.every((name) => existsSync(join(BIN_FOLDER, name))) &&
    Object.keys(installed).every(
      (name) => installed[name].version === locked[name]?.version && locked[name],
    ) &&
    Object.keys(locked).every((name) => installed[name] || locked[name].optional)
  );
}

function isProductionInstall() {
  const installed = listInstalledPackages();
  const locked = lockedPackages();
  const isTool = ({ dev, devOptional, optional, link }) => dev || devOptional || optional || link;
  return (
    Object.keys(installed).length > 0 &&
    !existsSync(join(BIN_FOLDER, 'turbo')) &&
    Object.keys(locked).every(
      (name) => isTool(locked[name]) || installed[name]?.version === locked[name].version,
    )
  );
}

const lockedPackages = () => readPackages(LOCK_FILE);
const listInstalledPackages = () => readPackages(inRoot('node_modules', '.package-lock.json'));

function readPackages(list) {
  if (!existsSync(list)) return {};
  const { packages } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.fromEntries(Object.entries(packages).filter(([name]) => name.includes('node_modules/')));
}

async function installDependencies() {
  console.error('Installing the dependencies (only this once) …');
  await runNpm('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--loglevel=error']);
  // `npm ci` would run the scripts of all packages: old versions ignore `allowScripts`, new ones only warn.
  const { allowScripts = {} } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const names = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  if (names.length > 0) await runNpm('npm', ['rebuild', ...names, '--loglevel=error']);
}

function checkProductionInstall({ build }) {
  const needed = Number.parseInt(lockedPackages()['node_modules/node']?.version, 10);
  if (Number.parseInt(process.versions.node, 10) < needed) {
    throw new Error(
      `An installation without development tools runs on the Node of this machine, which is ${process.versions.node}. It needs ${needed}.`,
    );
  }
  if (build && !APP_FOLDERS.every(isReleased)) {
    throw new Error(
      'There are no built pages, and no tools to build them. Run npm ci and npm run build, then npm prune --omit=dev --no-save.',
    );
  }
}

async function buildPages() {
  console.error('Building what changed …');
  await runNpm('turbo', ['run', 'build', '--output-logs=errors-only', '--log-prefix=none', '--ui=stream']);
  // Turbo restores a cached build without releasing it.
  for (const app of APP_FOLDERS) storeRelease(app);
}

/** Throws when the command fails, after printing its output. Forwards signals to it. */
async function runNpm(command, args) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const passOn = (signal) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code, signal] = await once(child, 'close');
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  if (code !== 0) throw new Error(`${output}${command} ${args[0]} failed (${signal ?? code}).`);
}

/** A local address of the checkout. The system frees it when the process that listens there ends. */
export function setUpAddress(checkout) {
  const name = `institute-${createHash('sha256').update(checkout).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
}

/**
 * Runs the work while no other process does.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function takeTurn(work) {
  const address = setUpAddress(root);
  let server = await listenAt(address);
  if (!server) console.error('Waiting for the set-up that another process is doing …');
  while (!server) {
    await sleep(100);
    // Elsewhere than on Linux and Windows the address is a file, which a killed process leaves behind.
    if (!(await isAnswered(address))) rmSync(address, { force: true });
    server = await listenAt(address);
  }
  return work().finally(() => server.close());
}

/** Undefined when another process listens there. A system without such addresses has no turns. */
function listenAt(address) {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE' ? undefined : server));
    server.listen(address, () => resolve(server));
  });
}

function isAnswered(address) {
  if (process.platform === 'linux' || process.platform === 'win32') return true;
  const socket = connect(address);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
