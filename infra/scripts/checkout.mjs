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
const joinRootPath = (...names) => join(root, ...names);

const APP_FOLDERS = [joinRootPath('apps', 'web'), joinRootPath('apps', 'admin')];
const LOCK_FILE = joinRootPath('package-lock.json');
const BIN_FOLDER = joinRootPath('node_modules', '.bin');

/** Puts the project's Node first on PATH and turns telemetry off. */
export const environment = {
  ...process.env,
  PATH: BIN_FOLDER + delimiter + process.env.PATH,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
};

/**
 * Installs dependencies after the lock file has changed, and builds the pages after their sources have changed.
 * Commands that need no tools also work after `npm prune --omit=dev`.
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
    // Another process may have done the work while this one waited.
    if (!isInstalled()) await installDependencies();
    if (build) await buildPages();
  });
}

/** True when npm's list of installed packages agrees with the lock file. */
function isInstalled() {
  const installedPackages = listInstalledPackages();
  const lockFilePackages = lockedPackages();
  // The project's Node is missing after `npm ci --ignore-scripts`.
  const requiredPrograms = ['turbo', 'node'].filter((name) => lockFilePackages[`node_modules/${name}`]);
  return (
    requiredPrograms.every((name) => existsSync(join(BIN_FOLDER, name))) &&
    Object.keys(installedPackages).every(
      (name) => installedPackages[name].version === lockFilePackages[name]?.version && lockFilePackages[name],
    ) &&
    Object.keys(lockFilePackages).every((name) => installedPackages[name] || lockFilePackages[name].optional)
  );
}

function isProductionInstall() {
  const allInstalled = listInstalledPackages();
  const allLocked = lockedPackages();
  const isTool = ({ dev, devOptional, optional, link }) => dev || devOptional || optional || link;
  return (
    Object.keys(allInstalled).length > 0 &&
    !existsSync(join(BIN_FOLDER, 'turbo')) &&
    Object.keys(allLocked).every(
      (name) => isTool(allLocked[name]) || allInstalled[name]?.version === allLocked[name].version,
    )
  );
}

const lockedPackages = () => readPackages(LOCK_FILE);
const listInstalledPackages = () => readPackages(joinRootPath('node_modules', '.package-lock.json'));

function readPackages(list) {
  if (!existsSync(list)) return {};
  const { packages } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.fromEntries(Object.entries(packages).filter(([name]) => name.includes('node_modules/')));
}

async function installDependencies() {
  console.error('Installing the dependencies (only this once) …');
  await runNpm('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--loglevel=error']);
  // Runs the scripts of chosen packages. `npm ci` would run those of all packages: old versions ignore
  // `allowScripts`, and new ones only warn.
  const { allowScripts = {} } = JSON.parse(readFileSync(joinRootPath('package.json'), 'utf8'));
  const names = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  if (names.length > 0) await runNpm('npm', ['rebuild', ...names, '--loglevel=error']);
}

function checkProductionInstall({ build }) {
  const neededVersion = Number.parseInt(lockedPackages()['node_modules/node']?.version, 10);
  if (Number.parseInt(process.versions.node, 10) < neededVersion) {
    throw new Error(
      `An installation without development tools runs on the Node of this machine, which is ${process.versions.node}. It needs ${neededVersion}.`,
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
  // Turbo can restore a cached build, but does not release it.
  for (const app of APP_FOLDERS) storeRelease(app);
}

/** Runs a command and forwards signals to it. Throws after printing the output when the command fails. */
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

/** A local address that stands for this checkout. The system frees it when the process that listens there ends. */
export function setUpAddress(checkout) {
  const addressName = `institute-${createHash('sha256').update(checkout).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${addressName}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${addressName}` : join(tmpdir(), addressName);
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
    // On other systems the address is a file, which a killed process leaves behind.
    if (!(await isAnswered(address))) rmSync(address, { force: true });
    server = await listenAt(address);
  }
  return work().finally(() => server.close());
}

/**
 * Listens at the address. Undefined when another process listens there. On a system without such addresses nobody
 * waits for a turn.
 */
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
