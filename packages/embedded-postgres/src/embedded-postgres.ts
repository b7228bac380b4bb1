import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE_NAME, getPasswordFile, makeCluster, removeDrafts } from './cluster.ts';
import { readSystemErrorCode } from './error.ts';
import { readPidFile, stopOrphan } from './orphan.ts';
import { findClusterPlace, removeScratchFolder } from './place.ts';
import { type RunningServer, runServer, type ServerSettings } from './server.ts';

export type PostgresConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
};
export type EmbeddedServer = { connection: PostgresConnection; stop(): Promise<void> };
export type EmbeddedOptions = {
  /** Data folder, which must exist and be writable for this process. */
  dataDir: string;
  settings?: ServerSettings;
};

const isWindows = process.platform === 'win32';
const DATABASE_DOES_NOT_EXIST = '3D000';

/**
 * Starts the PostgreSQL of the data folder. The first start creates its cluster. The caller holds the folder's lock,
 * and stops the server after the last query.
 */
export async function startEmbedded({ dataDir, settings }: EmbeddedOptions): Promise<EmbeddedServer> {
  await stopOrphan(join(dataDir, 'postgres'));
  const clusterPlace = findClusterPlace(dataDir);
  let runningServer: RunningServer | undefined;
  const stopServer = async () => {
    await runningServer?.stop();
    removeScratchFolder(clusterPlace.scratch);
  };
  try {
    if (!existsSync(join(clusterPlace.cluster, 'PG_VERSION'))) await makeCluster(clusterPlace);
    removeDrafts(clusterPlace);
    runningServer = await runServer(clusterPlace, settings);
    const connection = makeLocalConnection(dataDir, clusterPlace.socketDir, runningServer.port);
    await ensureDatabase(connection);
    return { connection, stop: stopServer };
  } catch (error) {
    await stopServer();
    throw error;
  }
}

/** Finds the connection to a server that another process runs on the folder. Undefined until that server is ready. */
export function findRunningServer(dataDir: string): PostgresConnection | undefined {
  const pidFileContent = readPidFile(join(dataDir, 'postgres'));
  return pidFileContent?.isReady
    ? makeLocalConnection(dataDir, pidFileContent.socketDir, pidFileContent.port)
    : undefined;
}

function makeLocalConnection(dataDir: string, socketDir: string, port: number): PostgresConnection {
  const password = isWindows ? readFileSync(getPasswordFile(dataDir), 'utf8') : undefined;
  return {
    host: isWindows ? '127.0.0.1' : socketDir,
    port,
    user: DATABASE_NAME,
    database: DATABASE_NAME,
    password,
  };
}

async function ensureDatabase(connection: PostgresConnection): Promise<void> {
  const postgresClient = new pg.Client(connection);
  try {
    await postgresClient.connect();
  } catch (error) {
    if (readSystemErrorCode(error) !== DATABASE_DOES_NOT_EXIST) throw error;
    await createDatabase(connection);
  } finally {
    await postgresClient.end();
  }
}

async function createDatabase(connection: PostgresConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
