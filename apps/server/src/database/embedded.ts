import { type EmbeddedServer, startEmbedded } from '@institute/embedded-postgres';
import { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from '@institute/embedded-postgres/error';
import { type DataDirLock, lockDataDir } from '@institute/embedded-postgres/lock';
import { unwritable } from '../crypto/data-dir.ts';
import { StartError } from '../errors.ts';

const ADVICE: Partial<Record<EmbeddedPostgresErrorCode, string>> = {
  UNSUPPORTED_PLATFORM: '; set DATABASE_URL to a PostgreSQL of your own.',
  FOLDER_OUT_OF_REACH: '; set DATA_DIR.',
};

export const lockFolder = (dataDir: string): Promise<DataDirLock> =>
  lockDataDir(dataDir).catch((error) => {
    throw startErrorOf(dataDir, error);
  });

export const startServer = (dataDir: string): Promise<EmbeddedServer> =>
  startEmbedded({ dataDir }).catch((error) => {
    throw startErrorOf(dataDir, error);
  });

export function isFolderInUse(error: unknown): boolean {
  return (
    error instanceof StartError &&
    error.cause instanceof EmbeddedPostgresError &&
    error.cause.code === 'FOLDER_IN_USE'
  );
}

function startErrorOf(dataDir: string, error: unknown): unknown {
  if (!(error instanceof EmbeddedPostgresError)) return error;
  if (error.code === 'FOLDER_NOT_WRITABLE') return unwritable(dataDir, error.cause);
  const advice = ADVICE[error.code];
  const message = advice ? error.message.replace(/\.$/, advice) : error.message;
  return new StartError(message, { cause: error });
}
