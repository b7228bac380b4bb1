import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Number of releases. A running product renders from its own release, and serves the assets of all of them. */
const KEPT_RELEASES = 4;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Copies a build into its own folder and makes it the current release in one step.
 * A running process keeps its own release until it starts again.
 */
export function storeRelease(workspace) {
  const build = join(workspace, 'dist');
  const releases = join(workspace, 'releases');
  const id = hashFolder(build);
  const folder = join(releases, id);
  mkdirSync(releases, { recursive: true });
  if (!existsSync(folder)) {
    const unfinished = join(releases, `.${id}-${process.pid}`);
    cpSync(build, unfinished, { recursive: true });
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // Another process has just released the same build.
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  const pointer = join(releases, `.current-${process.pid}`);
  writeFileSync(pointer, id);
  renameSync(pointer, join(releases, 'current'));
  removeOldReleases(releases);
}

export function isReleased(workspace) {
  const current = join(workspace, 'releases', 'current');
  return existsSync(current) && existsSync(join(workspace, 'releases', readFileSync(current, 'utf8')));
}

function removeOldReleases(releases) {
  const readAge = (name) => Date.now() - statSync(join(releases, name)).mtimeMs;
  const folders = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const whole = folders.filter((name) => !name.startsWith('.')).sort((a, b) => readAge(a) - readAge(b));
  const unfinished = folders.filter((name) => name.startsWith('.') && readAge(name) > HOUR_MS);
  for (const name of [...whole.slice(KEPT_RELEASES), ...unfinished]) {
    rmSync(join(releases, name), { recursive: true, force: true });
  }
}

function hashFolder(folder) {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash.update(file.slice(folder.length)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}
