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

/**
 * Number of releases that are kept. A running product renders from its own release, and serves the assets of all of
 * them.
 */
const KEPT_RELEASES = 4;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Copies a build into its own folder and makes it the current release in one step. A running process keeps its
 * release until it restarts.
 */
export function storeRelease(workspace) {
  const build = join(workspace, 'dist');
  const releases = join(workspace, 'releases');
  const id = hashFolder(build);
  const folder = join(releases, id);
  mkdirSync(releases, { recursive: true });
  if (!existsSync(folder)) {
    const unfinishedFolder = join(releases, `.${id}-${process.pid}`);
    cpSync(build, unfinishedFolder, { recursive: true });
    try {
      renameSync(unfinishedFolder, folder);
    } catch (error) {
      // Another process has released the same build meanwhile.
      rmSync(unfinishedFolder, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  const pointerDraft = join(releases, `.current-${process.pid}`);
  writeFileSync(pointerDraft, id);
  renameSync(pointerDraft, join(releases, 'current'));
  removeOldReleases(releases);
}

export function isReleased(workspace) {
  const currentFile = join(workspace, 'releases', 'current');
  return (
    existsSync(currentFile) && existsSync(join(workspace, 'releases', readFileSync(currentFile, 'utf8')))
  );
}

function removeOldReleases(releases) {
  const readAge = (name) => Date.now() - statSync(join(releases, name)).mtimeMs;
  const folders = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const finishedReleases = folders
    .filter((name) => !name.startsWith('.'))
    .sort((a, b) => readAge(a) - readAge(b));
  const unfinished = folders.filter((name) => name.startsWith('.') && readAge(name) > HOUR_MS);
  for (const name of [...finishedReleases.slice(KEPT_RELEASES), ...unfinished]) {
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
