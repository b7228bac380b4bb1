import { readFreeBytes } from '../crypto/data-dir.ts';
import { readErrorCode, StartError } from '../errors.ts';

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * SQL states of failed connections, missing resources (connections, disk, memory), shutdowns by the operator, and
 * timeouts.
 */
const UNREACHABLE_SQL_STATES = /^(?:08...|53...|55P03|57014|57P0[1-5])$/;

/** Messages of errors to which pg gives no code. */
const UNREACHABLE_DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|The database does not answer)/;

export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Query read timeout');

export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true;
  const unreachableErrorCode = readErrorCode(error) ?? '';
  const isNetworkError =
    NETWORK_CODES.has(unreachableErrorCode) && (unreachableErrorCode !== 'ENOENT' || isConnectError(error));
  return (
    isNetworkError ||
    UNREACHABLE_SQL_STATES.test(unreachableErrorCode) ||
    UNREACHABLE_DRIVER_MESSAGES.test(error.message) ||
    isDatabaseUnreachable(error.cause)
  );
}

/** True when the disk with the database or with the files is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (['53100', 'ENOSPC'].includes(readErrorCode(error) ?? '') || isDiskFull(error.cause));

/** Size of one segment of PostgreSQL's log. PostgreSQL stops when no new segment fits on the disk. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/**
 * Returns an error of one line when the start failed because the disk is full. PostgreSQL may have stopped by then,
 * and the error then only says that the connection was lost. Any other error is returned unchanged.
 */
export async function startErrorOfDisk(
  dataDir: string,
  error: unknown,
  freeBytes: (folder: string) => number | Promise<number> = readFreeBytes,
): Promise<unknown> {
  const isDiskFullReported = isDiskFull(error) || /No space left on device/.test(String(error));
  const isDiskFullLikely = !(error instanceof StartError) && isDatabaseUnreachable(error);
  if (!isDiskFullReported && !(isDiskFullLikely && (await freeBytes(dataDir)) < LEAST_FREE_BYTES))
    return error;
  return new StartError(
    `No space left on the disk of ${dataDir}; make room there, or set DATA_DIR to a folder on another disk.`,
  );
}

/** True for an error of `connect`. Only there ENOENT means that the socket is missing. */
function isConnectError(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

const CERTIFICATE_ERROR_CODE = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_)/;
const UNKNOWN_AUTHORITY_CODE = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
const INSUFFICIENT_PRIVILEGE = '42501';
/** Codes for a wrong name or password, a missing database, and a standby that takes no writes. */
const CONNECTION_REFUSAL_CODE = /^(?:28|3D|25006)/;
const NO_TLS_MESSAGE = 'The server does not support SSL connections';

/**
 * Returns an error of one line with advice, when the database of this setting or option cannot be used. Any other
 * error is returned unchanged.
 */
export function startErrorOfDatabase(name: string, error: unknown): unknown {
  const innermostCause = findInnermostCause(error);
  if (!(innermostCause instanceof Error) || innermostCause instanceof StartError) return innermostCause;
  const code = readErrorCode(innermostCause) ?? '';
  const failureReason = innermostCause.message || code;
  if (CERTIFICATE_ERROR_CODE.test(code)) {
    const advice = UNKNOWN_AUTHORITY_CODE.test(code)
      ? '; name the certificate of its authority in the address: sslrootcert=/path/ca.pem'
      : '';
    return new StartError(
      `The database of ${name} cannot be opened: its certificate is not trusted (${failureReason})${advice}.`,
    );
  }
  if (code === INSUFFICIENT_PRIVILEGE) {
    return new StartError(
      `The role in ${name} has too few rights: ${failureReason}. It needs CREATE on the database and on the schema public, and to own the tables.`,
    );
  }
  const isCertificateFileError = 'syscall' in innermostCause && innermostCause.syscall === 'open';
  if (
    isDatabaseUnreachable(error) ||
    CONNECTION_REFUSAL_CODE.test(code) ||
    isCertificateFileError ||
    failureReason === NO_TLS_MESSAGE
  ) {
    return new StartError(`The database of ${name} cannot be opened: ${failureReason}.`);
  }
  return error;
}

/** Returns the database's own error, which the ORM wraps with the statement. */
function findInnermostCause(error: unknown): unknown {
  return error instanceof Error && !(error instanceof StartError) && error.cause instanceof Error
    ? findInnermostCause(error.cause)
    : error;
}
