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
import { makePrivateDir, openCluster, type Place } from './place.ts';
import { SERVER_ENV } from './server.ts';

/** Name of the database and of its only role. */
export const DATABASE_NAME = 'institute';
const isWindows = process.platform === 'win32';

/** initdb works in a draft folder, renamed at the end: a crash leaves no half-made cluster. */
export async function makeCluster(place: Place): Promise<void> {
  removeEmpty(place.cluster);
  // The initdb of a killed process may still run, so every draft has its own name.
  const draft = `${place.cluster}.new-${process.pid}-${Date.now()}`;
  makePrivateDir(draft, place.user);

  const { code, complaint } = await runInitdb(place, draft);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
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

  renameSync(draft, place.cluster);
  syncDir(place.dataDir);
}

async function runInitdb(place: Place, draft: string): Promise<{ code: number | null; complaint: string }> {
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

function removeEmpty(cluster: string): void {
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

/** Removes drafts of killed first starts. If an initdb still writes into one, the next start removes the rest. */
export function removeDrafts({ dataDir, cluster }: Place): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(`${basename(cluster)}.new-`))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** The socket's folder is closed to other users. A port on Windows is open to them, so it needs a password. */
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
  const descriptor = openSync(dir, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
