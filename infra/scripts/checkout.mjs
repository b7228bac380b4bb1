import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isReleased, release } from './release.mjs';
import { withLock } from './setup-lock.mjs';
import { removeUnreadFiles } from './unread-files.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const inRoot = (...names) => join(root, ...names);

const INSTALL_STAMP = inRoot('node_modules', '.institute-install');
const WEB = inRoot('apps', 'web');
const ADMIN = inRoot('apps', 'admin');
const SERVER = inRoot('apps', 'server');
const BUILD_STAMP = inRoot('.cache', 'build-stamp');
const BUILD_OUTPUTS = [
  'apps/web/dist/client',
  'apps/web/dist/server',
  'apps/admin/dist/client',
  'apps/server/dist',
];
const BUILD_INPUTS = [
  'apps/web',
  'apps/admin',
  'apps/server',
  'packages',
  'package-lock.json',
  'tsconfig.base.json',
  'turbo.json',
];
const NOT_INPUTS = new Set([
  'node_modules',
  'dist',
  'releases',
  '.turbo',
  '.cache',
  'coverage',
  'routeTree.gen.ts',
]);

/** Puts the project's Node first on PATH and turns telemetry off. */
export const environment = {
  ...withoutCaller(process.env),
  PATH: inRoot('node_modules', '.bin') + delimiter + process.env.PATH,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
};

/**
 * Installs the dependencies and builds the pages, each only after a change. Commands that need no tools also run on what
 * `npm prune --omit=dev` has left, without a change to it.
 */
export async function setUp({ build, needsTools = true }) {
  if (!needsTools && isProductionInstall()) {
    checkProductionInstall({ build });
    return;
  }
  if (isInstalled() && (!build || isBuilt())) return;
  await withLock(inRoot('.cache', 'setup.lock'), async () => {
    // Another process may have finished while this one waited.
    if (!isInstalled()) await install();
    if (build && !isBuilt()) await buildPages();
  });
}

/**
 * `npm run types -w apps/web` would have the installation that it starts install for that workspace alone. A task of turbo
 * would have what it starts leave out the set-up.
 */
function withoutCaller(env) {
  const isOfAll = ([name]) => !/^(npm_config_(workspaces?|include_workspace_root)|TURBO_HASH)$/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(isOfAll));
}

function isInstalled() {
  return readOr(INSTALL_STAMP) === installHash() && existsSync(inRoot('node_modules', '.bin', 'turbo'));
}

async function install() {
  if (!matchesLock()) {
    console.error('Installing the dependencies (only this once) …');
    await run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--loglevel=error']);
    await runAllowedScripts();
  }
  removeUnreadFiles(inRoot('node_modules'));
  writeFileSync(INSTALL_STAMP, installHash());
}

/** npm itself runs the scripts of all packages: old versions do not know `allowScripts`, and new ones only warn. */
async function runAllowedScripts() {
  const { allowScripts = {} } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const names = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  if (names.length > 0) await run('npm', ['rebuild', ...names, '--loglevel=error']);
}

/** Of what an installation depends on: the packages, and the files that are removed from them. */
const installHash = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(readFileSync(inRoot('infra', 'scripts', 'unread-files.mjs')))
    .digest('hex');

/** True when npm was run by hand: npm's own list of node_modules then equals the lock file. */
function matchesLock() {
  const installed = packagesOf(inRoot('node_modules', '.package-lock.json'));
  const locked = packagesOf(inRoot('package-lock.json'));
  if (!installed || !locked) return false;
  // `npm ci --ignore-scripts` leaves the project's Node out
  if (locked['node_modules/node'] && !existsSync(inRoot('node_modules', '.bin', 'node'))) return false;
  const isSame = (name) => installed[name].version === locked[name]?.version && !!locked[name];
  const mayBeMissing = (name) =>
    installed[name] || !name.startsWith('node_modules/') || locked[name].optional;
  return Object.keys(installed).every(isSame) && Object.keys(locked).every(mayBeMissing);
}

/** True when everything but the development tools is installed. */
function isProductionInstall() {
  const installed = packagesOf(inRoot('node_modules', '.package-lock.json'));
  const locked = packagesOf(inRoot('package-lock.json'));
  if (!installed || !locked || existsSync(inRoot('node_modules', '.bin', 'turbo'))) return false;
  const isTool = ({ dev, devOptional, optional, link }) => dev || devOptional || optional || link;
  return Object.keys(locked).every(
    (name) =>
      !name.includes('node_modules/') ||
      isTool(locked[name]) ||
      installed[name]?.version === locked[name].version,
  );
}

function checkProductionInstall({ build }) {
  const needed = Number.parseInt(packagesOf(inRoot('package-lock.json'))['node_modules/node']?.version, 10);
  if (Number.parseInt(process.versions.node, 10) < needed) {
    throw new Error(
      `An installation without development tools runs on the Node of this machine, which is ${process.versions.node}. It needs ${needed}.`,
    );
  }
  if (build && ![WEB, ADMIN].every(isReleased) && !BUILD_OUTPUTS.every((dir) => existsSync(inRoot(dir)))) {
    throw new Error(
      'There are no built pages, and no tools to build them. Run npm run build, then npm prune --omit=dev --no-save.',
    );
  }
}

function packagesOf(file) {
  const text = readOr(file);
  return text && JSON.parse(text).packages;
}

const isBuilt = () =>
  BUILD_OUTPUTS.every((dir) => existsSync(inRoot(dir))) &&
  [WEB, ADMIN, SERVER].every(isReleased) &&
  readOr(BUILD_STAMP) === inputHash();

async function buildPages() {
  console.error('Building the pages …');
  const before = inputHash();
  rmSync(BUILD_STAMP, { force: true });
  await run('turbo', ['run', 'build', '--output-logs=errors-only', '--log-prefix=none', '--ui=stream']);
  // a build from the cache has not released itself
  for (const workspace of [WEB, ADMIN, SERVER]) release(workspace);
  mkdirSync(inRoot('.cache'), { recursive: true });
  writeFileSync(BUILD_STAMP, before);
}

/** Hashes names, sizes and times instead of contents, so that a start does not read a thousand files. */
function inputHash() {
  const hash = createHash('sha256');
  for (const input of BUILD_INPUTS) addTo(hash, inRoot(input));
  return hash.digest('hex');
}

function addTo(hash, path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    hash.update(`${relative(root, path)} ${stat.size} ${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) if (!NOT_INPUTS.has(name)) addTo(hash, join(path, name));
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Throws when the command fails. Forwards signals to it. */
async function run(command, args) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const passOn = (signal) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const [code, signal] = await once(child, 'exit');
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  if (code !== 0) throw new Error(`${command} ${args[0]} failed (${signal ?? code}).`);
}
