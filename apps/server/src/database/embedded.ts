import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { errorCode, StartError } from '../start-error.ts';
import { readPidFile, stopOrphan } from './embedded-orphan.ts';
import { findPlace, openCluster, type Place, privateDir, removeScratch } from './embedded-place.ts';
import { type RunningServer, runServer, SERVER_ENV, type ServerSettings } from './embedded-server.ts';

const NAME = 'institute';
const isWindows = process.platform === 'win32';

export type Connection = { host: string; port: number; user: string; database: string; password?: string };
export type EmbeddedServer = { connection: Connection; stop(): Promise<void> };

/**
 * Starts the PostgreSQL of the data folder, making its cluster on the first start.
 * The caller holds the folder's lock and stops the server after its last query.
 */
export async function startEmbedded(dataDir: string, settings?: ServerSettings): Promise<EmbeddedServer> {
  await stopOrphan(join(dataDir, 'postgres'));
  const place = findPlace(dataDir);
  let server: RunningServer | undefined;
  const stop = async () => {
    await server?.stop();
    removeScratch(place.scratch);
  };
  try {
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) await makeCluster(place);
    server = await runServer(place, settings);
    const connection = connectionOf(dataDir, place.socketDir, server.port);
    await ensureDatabase(connection);
    return { connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How to reach the server that another process runs on the folder, once it is ready. */
export function runningServer(dataDir: string): Connection | undefined {
  const file = readPidFile(join(dataDir, 'postgres'));
  return file?.isReady ? connectionOf(dataDir, file.socketDir, file.port) : undefined;
}

function connectionOf(dataDir: string, socketDir: string, port: number): Connection {
  const password = isWindows ? readFileSync(passwordFile(dataDir), 'utf8') : undefined;
  return { host: isWindows ? '127.0.0.1' : socketDir, port, user: NAME, database: NAME, password };
}

/** initdb works on a folder of its own that then gets its name: a crash leaves nothing half made. */
async function makeCluster(place: Place): Promise<void> {
  removeEmpty(place.cluster);
  // the initdb of a killed process may still be at work: each has its own folder
  const draft = `${place.cluster}.new-${process.pid}-${Date.now()}`;
  privateDir(draft, place.user);

  const cluster = openCluster(place, draft);
  const child = spawn(
    join(place.binaries, 'bin', 'initdb'),
    [
      ...['-D', cluster.path, '-U', NAME, ...authentication(place.dataDir)],
      ...['-E', 'UTF8', '--locale-provider=icu', '--icu-locale=und', '--locale=C', '--data-checksums'],
    ],
    {
      ...place.user,
      cwd: place.scratch ?? place.dataDir,
      env: SERVER_ENV,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', cluster.descriptor],
    },
  );
  const interrupt = () => child.kill();
  process.once('exit', interrupt);
  const [complaint, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  process.off('exit', interrupt);
  cluster.close();
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartError(
      `The embedded PostgreSQL could not be set up: ${complaint.trim().replace(/\s+/g, ' ')}`,
    );
  }

  renameSync(draft, place.cluster);
  syncDir(place.dataDir);
  removeDrafts(place);
}

function removeEmpty(cluster: string): void {
  try {
    rmdirSync(cluster);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw new StartError(`${cluster} is there but holds no PostgreSQL cluster: move it away.`);
  }
}

function removeDrafts({ dataDir, cluster }: Place): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(`${basename(cluster)}.new-`))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Nobody else can enter the socket's folder; a port on Windows is open to every local user. */
function authentication(dataDir: string): string[] {
  if (!isWindows) return ['--auth=trust'];
  writeFileSync(passwordFile(dataDir), randomBytes(32).toString('hex'), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`];
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

function syncDir(dir: string): void {
  if (isWindows) return;
  const descriptor = openSync(dir, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
  } catch (error) {
    if (errorCode(error) !== '3D000') throw error;
    await createDatabase(connection);
  } finally {
    await client.end();
  }
}

async function createDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${NAME}`);
  } finally {
    await client.end();
  }
}
