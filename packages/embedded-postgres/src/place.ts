import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { copyBinaries, findShippedBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { canReachPath, chooseServerUser, type ServerUser } from './user.ts';

const POSTGRES_VERSION = '18.4';
/** Size in bytes at which the log is rotated. */
const LOG_ROTATION_BYTES = 5_000_000;
/** Longest path of a socket in bytes. macOS allows 103, Linux 107. */
const LONGEST_SOCKET_PATH = 103;
const SCRATCH_PREFIX = 'institute-run-';

export type ClusterPlace = {
  dataDir: string;
  cluster: string;
  log: string;
  binaries: string;
  socketDir: string;
  user: ServerUser | undefined;
  /** Temporary folder that exists only for this run. */
  scratch: string | undefined;
  /** True when the server's user cannot enter the data folder. It then gets the cluster as an open descriptor. */
  byDescriptor: boolean;
};

export function findClusterPlace(dataDir: string): ClusterPlace {
  const clusterFolder = join(dataDir, 'postgres');
  const user = chooseServerUser(clusterFolder);
  const isClusterReachable = canReachPath(user, clusterFolder);
  if (!isClusterReachable && process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'FOLDER_OUT_OF_REACH',
      `The data folder ${dataDir} lies below a folder that others cannot enter.`,
    );
  }

  const isSocketPathShort = Buffer.byteLength(join(dataDir, 'run', '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH;
  const scratchFolder =
    isClusterReachable && isSocketPathShort ? undefined : mkdtempSync(join(tmpdir(), SCRATCH_PREFIX));
  if (scratchFolder) makeFolderPrivate(scratchFolder, user);

  return {
    dataDir,
    cluster: clusterFolder,
    log: join(dataDir, 'postgres.log'),
    binaries: findReachableBinaries(dataDir, scratchFolder, user),
    socketDir: scratchFolder ?? makePrivateDir(join(dataDir, 'run'), user),
    user,
    scratch: scratchFolder,
    byDescriptor: !isClusterReachable,
  };
}

/** Removes a temporary folder of this run, or of an earlier run that was killed. */
export function removeScratchFolder(dir: string | undefined): void {
  if (!dir || dirname(dir) !== tmpdir() || !basename(dir).startsWith(SCRATCH_PREFIX)) return;
  rmSync(dir, { recursive: true, force: true });
}

export function makePrivateDir(dir: string, user: ServerUser | undefined): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  makeFolderPrivate(dir, user);
  return dir;
}

/** Opens the log. The server inherits the open file, so the file can belong to another user. */
export function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_ROTATION_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/**
 * Opens the cluster for PostgreSQL's programs, and returns the path that they see. The caller closes it after the
 * spawn.
 */
export function openCluster(place: ClusterPlace, dir: string) {
  if (!place.byDescriptor) return { path: dir, descriptor: 'ignore' as const, close: () => undefined };
  const clusterDescriptor = openSync(dir, 'r');
  return {
    path: '/proc/self/fd/3',
    descriptor: clusterDescriptor,
    close: () => closeSync(clusterDescriptor),
  };
}

function findReachableBinaries(dataDir: string, scratch: string | undefined, user: ServerUser | undefined) {
  const shippedFolder = findShippedBinaries();
  if (!user || canReachPath(user, join(shippedFolder, 'bin', 'postgres'))) return shippedFolder;

  const keptBinariesFolder = join(dataDir, `bin-${POSTGRES_VERSION}`);
  if (canReachPath(user, keptBinariesFolder) && copyBinaries(shippedFolder, keptBinariesFolder, user))
    return keptBinariesFolder;
  // A shared folder is next, when the user cannot enter the data folder either. The programs are no secret.
  const sharedBinariesFolder = join(
    existsSync('/var/tmp') ? '/var/tmp' : tmpdir(),
    `institute-postgres-${POSTGRES_VERSION}`,
  );
  if (copyBinaries(shippedFolder, sharedBinariesFolder)) return sharedBinariesFolder;
  const ownBinariesFolder = join(scratch ?? dataDir, 'postgres');
  copyBinaries(shippedFolder, ownBinariesFolder, user);
  return ownBinariesFolder;
}

function makeFolderPrivate(dir: string, user: ServerUser | undefined): void {
  chmodSync(dir, 0o700);
  if (user) chownSync(dir, user.uid, user.gid);
}
