import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EmbeddedPostgresError, readSystemErrorCode } from './error.ts';
import { type ClusterPlace, makePrivateDir, openCluster } from './place.ts';
import { SERVER_ENV } from './server.ts';

/** Name of the database and of its only role. */
export const DATABASE_NAME = 'institute';
const isWindows = process.platform === 'win32';

/**
 * Makes a cluster. The program initdb works in a draft folder that is renamed at the end, so that a crash leaves no
 * half-made cluster.
 */
export async function makeCluster(place: ClusterPlace): Promise<void> {
  removeEmptyFolder(place.cluster);
  // Every draft has its own name, because the initdb of a killed process may still run.
  const draftFolder = `${place.cluster}.new-${process.pid}-${Date.now()}`;
  makePrivateDir(draftFolder, place.user);

  const { code, complaint } = await runInitdb(place, draftFolder);
  if (code !== 0) {
    rmSync(draftFolder, { recursive: true, force: true });
    const [, nameless] = /could not look up effective user ID (\d+)/.exec(complaint) ?? [];
    if (nameless)
      throw new EmbeddedPostgresError(
        'USER_WITHOUT_NAME',
        `The embedded PostgreSQL needs a user with a name, and user ID ${nameless} has none: add it to /etc/passwd, or start as another user.`,
      );
    throw new EmbeddedPostgresError(
      'SETUP_FAILED',
      `The embedded PostgreSQL could not be set up: ${complaint.trim().replace(/\s+/g, ' ')}`,
    );
  }

  renameSync(draftFolder, place.cluster);
  syncDir(place.dataDir);
}

async function runInitdb(
  place: ClusterPlace,
  draft: string,
): Promise<{ code: number | null; complaint: string }> {
  const cluster = openCluster(place, draft);
  const child = spawn(
    join(place.binaries, 'bin', 'initdb'),
    [
      '-D',
      cluster.path,
      '-U',
      DATABASE_NAME,
      ...makeAuthenticationOptions(place.dataDir),
      '-E',
      'UTF8',
      '--locale-provider=icu',
      '--icu-locale=und',
      '--locale=C',
      '--data-checksums',
    ],
    {
      ...place.user,
      cwd: place.scratch ?? place.dataDir,
      env: SERVER_ENV,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', cluster.descriptor],
    },
  );
  const killChild = () => child.kill();
  process.once('exit', killChild);
  const [complaint, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  process.off('exit', killChild);
  cluster.close();
  return { code, complaint };
}

function removeEmptyFolder(cluster: string): void {
  try {
    rmdirSync(cluster);
  } catch (error) {
    if (readSystemErrorCode(error) === 'ENOENT') return;
    throw new EmbeddedPostgresError(
      'NOT_A_CLUSTER',
      `${cluster} is there but holds no PostgreSQL cluster: move it away.`,
    );
  }
}

/**
 * Removes the drafts of first starts that were killed. When an initdb still writes into one, the next start removes
 * the rest.
 */
export function removeDrafts({ dataDir, cluster }: ClusterPlace): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(`${basename(cluster)}.new-`))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Returns the options for authentication. Other users cannot enter the folder of the socket. On Windows they can
 * reach the port, so it needs a password.
 */
function makeAuthenticationOptions(dataDir: string): string[] {
  if (!isWindows) return ['--auth=trust'];
  writeFileSync(getPasswordFile(dataDir), randomBytes(32).toString('hex'), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${getPasswordFile(dataDir)}`];
}

export function getPasswordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

function syncDir(dir: string): void {
  if (isWindows) return;
  const folderDescriptor = openSync(dir, 'r');
  fsyncSync(folderDescriptor);
  closeSync(folderDescriptor);
}
