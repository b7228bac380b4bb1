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
export async function setUpCheckout({ install = true, build = true, needsTools = true }) {
  if (!needsTools && isProductionInstall()) {
    checkProductionInstall({ build });
    return;
  }
  if (!install && !hasInstalledDependencies()) {
    throw new Error('The modules are missing, or not those of package-lock.json: run npm ci first.');
  }
  if (hasInstalledDependencies() && !build) return;
  await takeSetUpTurn(async () => {
    // Another process may have done the work while this one waited.
    if (!hasInstalledDependencies()) await installDependencies();
    if (build) await buildPages();
  });
}

/** True when npm's list of installed packages agrees with the lock file. */
function hasInstalledDependencies() {
  const installedPackages = listInstalledPackages();
  const lockFilePackages = listLockedPackages();
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
  const installedByName = listInstalledPackages();
  const lockedByName = listLockedPackages();
  const isToolPackage = ({ dev, devOptional, optional, link }) => dev || devOptional || optional || link;
  return (
    Object.keys(installedByName).length > 0 &&
    !existsSync(join(BIN_FOLDER, 'turbo')) &&
    Object.keys(lockedByName).every(
      (name) =>
        isToolPackage(lockedByName[name]) || installedByName[name]?.version === lockedByName[name].version,
    )
  );
}

const listLockedPackages = () => readLockFilePackages(LOCK_FILE);
const listInstalledPackages = () => readLockFilePackages(joinRootPath('node_modules', '.package-lock.json'));

function readLockFilePackages(list) {
  if (!existsSync(list)) return {};
  const { packages } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.fromEntries(Object.entries(packages).filter(([name]) => name.includes('node_modules/')));
}

async function installDependencies() {
  console.error('Installing the dependencies (only this once) …');
  await runInstalledCommand('npm', [
    'ci',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--loglevel=error',
  ]);
  // Runs the scripts of chosen packages. `npm ci` would run those of all packages: old versions ignore
  // `allowScripts`, and new ones only warn.
  const { allowScripts = {} } = JSON.parse(readFileSync(joinRootPath('package.json'), 'utf8'));
  const scriptedPackageNames = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  if (scriptedPackageNames.length > 0)
    await runInstalledCommand('npm', ['rebuild', ...scriptedPackageNames, '--loglevel=error']);
}

function checkProductionInstall({ build }) {
  const neededNodeVersion = Number.parseInt(listLockedPackages()['node_modules/node']?.version, 10);
  if (Number.parseInt(process.versions.node, 10) < neededNodeVersion) {
    throw new Error(
      `An installation without development tools runs on the Node of this machine, which is ${process.versions.node}. It needs ${neededNodeVersion}.`,
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
  await runInstalledCommand('turbo', [
    'run',
    'build',
    '--output-logs=errors-only',
    '--log-prefix=none',
    '--ui=stream',
  ]);
  // Turbo can restore a cached build, but does not release it.
  for (const app of APP_FOLDERS) storeRelease(app);
}

/** Runs a command and forwards signals to it. Throws after printing the output when the command fails. */
async function runInstalledCommand(command, args) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const forwardSignal = (signal) => child.kill(signal);
  process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code, signal] = await once(child, 'close');
  process.off('SIGINT', forwardSignal).off('SIGTERM', forwardSignal);
  if (code !== 0) throw new Error(`${output}${command} ${args[0]} failed (${signal ?? code}).`);
}

/** A local address that stands for this checkout. The system frees it when the process that listens there ends. */
export function makeSetUpAddress(checkout) {
  const socketName = `institute-${createHash('sha256').update(checkout).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${socketName}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${socketName}` : join(tmpdir(), socketName);
}

/**
 * Runs the work while no other process does.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function takeSetUpTurn(work) {
  const turnAddress = makeSetUpAddress(root);
  let turnServer = await listenAtAddress(turnAddress);
  if (!turnServer) console.error('Waiting for the set-up that another process is doing …');
  while (!turnServer) {
    await sleep(100);
    // On other systems the address is a file, which a killed process leaves behind.
    if (!(await isAddressAnswered(turnAddress))) rmSync(turnAddress, { force: true });
    turnServer = await listenAtAddress(turnAddress);
  }
  return work().finally(() => turnServer.close());
}

/**
 * Listens at the address. Undefined when another process listens there. On a system without such addresses nobody
 * waits for a turn.
 */
function listenAtAddress(address) {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE' ? undefined : server));
    server.listen(address, () => resolve(server));
  });
}

function isAddressAnswered(address) {
  if (process.platform === 'linux' || process.platform === 'win32') return true;
  const turnSocket = connect(address);
  return new Promise((resolve) => {
    turnSocket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => turnSocket.destroy());
}
