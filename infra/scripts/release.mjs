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
const KEPT_RELEASE_COUNT = 4;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Copies a build into its own folder and makes it the current release in one step. A running process keeps its
 * release until it restarts.
 */
export function storeRelease(workspace) {
  const buildFolder = join(workspace, 'dist');
  const releasesFolder = join(workspace, 'releases');
  const id = hashFolder(buildFolder);
  const releaseFolder = join(releasesFolder, id);
  mkdirSync(releasesFolder, { recursive: true });
  if (!existsSync(releaseFolder)) {
    const unfinishedFolder = join(releasesFolder, `.${id}-${process.pid}`);
    cpSync(buildFolder, unfinishedFolder, { recursive: true });
    try {
      renameSync(unfinishedFolder, releaseFolder);
    } catch (error) {
      // Another process has released the same build meanwhile.
      rmSync(unfinishedFolder, { recursive: true, force: true });
      if (!existsSync(releaseFolder)) throw error;
    }
  }
  const now = new Date();
  utimesSync(releaseFolder, now, now);
  const currentFileDraft = join(releasesFolder, `.current-${process.pid}`);
  writeFileSync(currentFileDraft, id);
  renameSync(currentFileDraft, join(releasesFolder, 'current'));
  removeOldReleases(releasesFolder);
}

export function isReleased(workspace) {
  const currentFile = join(workspace, 'releases', 'current');
  return (
    existsSync(currentFile) && existsSync(join(workspace, 'releases', readFileSync(currentFile, 'utf8')))
  );
}

function removeOldReleases(releases) {
  const readReleaseAgeMs = (name) => Date.now() - statSync(join(releases, name)).mtimeMs;
  const releaseNames = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const finishedReleases = releaseNames
    .filter((name) => !name.startsWith('.'))
    .sort((a, b) => readReleaseAgeMs(a) - readReleaseAgeMs(b));
  const staleUnfinishedNames = releaseNames.filter(
    (name) => name.startsWith('.') && readReleaseAgeMs(name) > HOUR_MS,
  );
  for (const outdatedReleaseName of [
    ...finishedReleases.slice(KEPT_RELEASE_COUNT),
    ...staleUnfinishedNames,
  ]) {
    rmSync(join(releases, outdatedReleaseName), { recursive: true, force: true });
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
