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
import { copyBinaries, shippedBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { canReach, chooseServerUser, type ServerUser } from './user.ts';

const POSTGRES_VERSION = '18.4';
/** Bytes. */
const LOG_ROTATES_AT = 5_000_000;
/** Bytes. macOS allows 103, Linux 107. */
const LONGEST_SOCKET_PATH = 103;
const SCRATCH_PREFIX = 'institute-run-';

export type Place = {
  dataDir: string;
  cluster: string;
  log: string;
  binaries: string;
  socketDir: string;
  user: ServerUser | undefined;
  /** Exists for this run only, in the system's temporary folder. */
  scratch: string | undefined;
  /** The user cannot enter the data folder, so it gets the cluster as an open descriptor. */
  byDescriptor: boolean;
};

export function findPlace(dataDir: string): Place {
  const cluster = join(dataDir, 'postgres');
  const user = chooseServerUser(cluster);
  const reachable = canReach(user, cluster);
  if (!reachable && process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'FOLDER_OUT_OF_REACH',
      `The data folder ${dataDir} lies below a folder that others cannot enter.`,
    );
  }

  const shortEnough = Buffer.byteLength(join(dataDir, 'run', '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH;
  const scratch = reachable && shortEnough ? undefined : mkdtempSync(join(tmpdir(), SCRATCH_PREFIX));
  if (scratch) makePrivate(scratch, user);

  return {
    dataDir,
    cluster,
    log: join(dataDir, 'postgres.log'),
    binaries: findReachableBinaries(dataDir, scratch, user),
    socketDir: scratch ?? makePrivateDir(join(dataDir, 'run'), user),
    user,
    scratch,
    byDescriptor: !reachable,
  };
}

/** Also removes the folder of a run that was killed. */
export function removeScratch(dir: string | undefined): void {
  if (!dir || dirname(dir) !== tmpdir() || !basename(dir).startsWith(SCRATCH_PREFIX)) return;
  rmSync(dir, { recursive: true, force: true });
}

export function makePrivateDir(dir: string, user: ServerUser | undefined): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  makePrivate(dir, user);
  return dir;
}

/** The server inherits the open file, so the file need not belong to the server's user. */
export function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_ROTATES_AT) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** The cluster's path as PostgreSQL's programs see it. The caller closes it after the spawn. */
export function openCluster(place: Place, dir: string) {
  if (!place.byDescriptor) return { path: dir, descriptor: 'ignore' as const, close: () => undefined };
  const descriptor = openSync(dir, 'r');
  return { path: '/proc/self/fd/3', descriptor, close: () => closeSync(descriptor) };
}

function findReachableBinaries(dataDir: string, scratch: string | undefined, user: ServerUser | undefined) {
  const shipped = shippedBinaries();
  if (!user || canReach(user, join(shipped, 'bin', 'postgres'))) return shipped;

  const keptFolder = join(dataDir, `bin-${POSTGRES_VERSION}`);
  if (canReach(user, keptFolder) && copyBinaries(shipped, keptFolder, user)) return keptFolder;
  // The user cannot enter the data folder either. The programs are no secret.
  const shared = join(
    existsSync('/var/tmp') ? '/var/tmp' : tmpdir(),
    `institute-postgres-${POSTGRES_VERSION}`,
  );
  if (copyBinaries(shipped, shared)) return shared;
  const ownFolder = join(scratch ?? dataDir, 'postgres');
  copyBinaries(shipped, ownFolder, user);
  return ownFolder;
}

function makePrivate(dir: string, user: ServerUser | undefined): void {
  chmodSync(dir, 0o700);
  if (user) chownSync(dir, user.uid, user.gid);
}
