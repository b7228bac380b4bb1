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
import { StartError } from '../start-error.ts';
import { keepCopy, shippedBinaries } from './embedded-binaries.ts';
import { canReach, type ServerUser, serverUser } from './embedded-user.ts';

const POSTGRES_VERSION = '18.4';
const LOG_ROTATES_AT = 5_000_000;
/** What the shorter of Linux (107) and macOS (103) takes. */
const LONGEST_SOCKET_PATH = 103;
const SCRATCH_PREFIX = 'institute-run-';

/** Where the parts of the database server are, and as whom it runs. */
export type Place = {
  dataDir: string;
  cluster: string;
  log: string;
  binaries: string;
  socketDir: string;
  user: ServerUser | undefined;
  /** A folder of this run alone, in the system's temporary folder; removed at the end. */
  scratch: string | undefined;
  /** The user cannot walk to the data folder: it gets the cluster as an open file instead of a path. */
  byDescriptor: boolean;
};

export function findPlace(dataDir: string): Place {
  const cluster = join(dataDir, 'postgres');
  const user = serverUser(cluster);
  const reachable = canReach(user, cluster);
  if (!reachable && process.platform !== 'linux') {
    throw new StartError(
      `The data folder ${dataDir} lies below a folder that others cannot enter; set DATA_DIR.`,
    );
  }

  const shortEnough = Buffer.byteLength(join(dataDir, 'run', '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH;
  const scratch = reachable && shortEnough ? undefined : mkdtempSync(join(tmpdir(), SCRATCH_PREFIX));
  if (scratch) give(scratch, user);

  return {
    dataDir,
    cluster,
    log: join(dataDir, 'postgres.log'),
    binaries: reachableBinaries(dataDir, scratch, user),
    socketDir: scratch ?? privateDir(join(dataDir, 'run'), user),
    user,
    scratch,
    byDescriptor: !reachable,
  };
}

/** Removes what a run that was killed left in the temporary folder. */
export function removeScratch(dir: string | undefined): void {
  if (!dir || dirname(dir) !== tmpdir() || !basename(dir).startsWith(SCRATCH_PREFIX)) return;
  rmSync(dir, { recursive: true, force: true });
}

export function privateDir(dir: string, user: ServerUser | undefined): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  give(dir, user);
  return dir;
}

/** Opened by us, written by the server: whoever it runs as, the file stays ours. */
export function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_ROTATES_AT) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** How the server's own programs name a folder of the cluster; the caller closes the descriptor. */
export function openCluster(
  place: Place,
  dir: string,
): { path: string; descriptor: number | 'ignore'; close(): void } {
  if (!place.byDescriptor) return { path: dir, descriptor: 'ignore', close: () => undefined };
  const descriptor = openSync(dir, 'r');
  return { path: '/proc/self/fd/3', descriptor, close: () => closeSync(descriptor) };
}

function reachableBinaries(
  dataDir: string,
  scratch: string | undefined,
  user: ServerUser | undefined,
): string {
  const shipped = shippedBinaries();
  if (!user || canReach(user, join(shipped, 'bin', 'postgres'))) return shipped;

  const kept = join(dataDir, `bin-${POSTGRES_VERSION}`);
  if (canReach(user, kept) && keepCopy(shipped, kept, user)) return kept;
  // the data folder is closed too: the copy is nothing private
  const shared = join(
    existsSync('/var/tmp') ? '/var/tmp' : tmpdir(),
    `institute-postgres-${POSTGRES_VERSION}`,
  );
  if (keepCopy(shipped, shared)) return shared;
  const own = join(scratch ?? dataDir, 'postgres');
  keepCopy(shipped, own, user);
  return own;
}

function give(dir: string, user: ServerUser | undefined): void {
  chmodSync(dir, 0o700);
  if (user) chownSync(dir, user.uid, user.gid);
}
