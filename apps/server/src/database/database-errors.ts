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

/** Connection failures, no resources left (connections, disk, memory), shutdown by the operator, timeouts. */
const SQL_STATES = /^(?:08...|53...|55P03|57014|57P0[1-5])$/;

/** pg gives these errors no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|The database does not answer)/;

export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Query read timeout');

export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true;
  const code = readErrorCode(error) ?? '';
  const isNetwork = NETWORK_CODES.has(code) && (code !== 'ENOENT' || isConnect(error));
  return (
    isNetwork ||
    SQL_STATES.test(code) ||
    DRIVER_MESSAGES.test(error.message) ||
    isDatabaseUnreachable(error.cause)
  );
}

/** The disk holds the database, or the folder with the files. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (['53100', 'ENOSPC'].includes(readErrorCode(error) ?? '') || isDiskFull(error.cause));

/** A segment of PostgreSQL's log. Without room for one it stops. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/**
 * One line, when the start failed because the disk is full. PostgreSQL itself may have stopped by then, so that
 * the error only says that the connection was lost. Any other error is returned unchanged.
 */
export async function startErrorOfDisk(
  dataDir: string,
  error: unknown,
  freeBytes: (folder: string) => number | Promise<number> = readFreeBytes,
): Promise<unknown> {
  const isSaid = isDiskFull(error) || /No space left on device/.test(String(error));
  const isLikely = !(error instanceof StartError) && isDatabaseUnreachable(error);
  if (!isSaid && !(isLikely && (await freeBytes(dataDir)) < LEAST_FREE_BYTES)) return error;
  return new StartError(
    `No space left on the disk of ${dataDir}; make room there, or set DATA_DIR to a folder on another disk.`,
  );
}

/** ENOENT means a missing socket only if it comes from `connect`. */
function isConnect(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

const CERTIFICATE_CODE = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_)/;
const UNKNOWN_AUTHORITY = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
const INSUFFICIENT_PRIVILEGE = '42501';
/** Wrong name, wrong password, no such database, a standby that takes no writes. */
const REFUSED_CODE = /^(?:28|3D|25006)/;
const WITHOUT_TLS = 'The server does not support SSL connections';

/**
 * One line with advice, when the database of this setting or option cannot be used. Any other error is
 * returned unchanged.
 */
export function startErrorOfDatabase(name: string, error: unknown): unknown {
  const fault = findInnermostCause(error);
  if (!(fault instanceof Error) || fault instanceof StartError) return fault;
  const code = readErrorCode(fault) ?? '';
  const reason = fault.message || code;
  if (CERTIFICATE_CODE.test(code)) {
    const advice = UNKNOWN_AUTHORITY.test(code)
      ? '; name the certificate of its authority in the address: sslrootcert=/path/ca.pem'
      : '';
    return new StartError(
      `The database of ${name} cannot be opened: its certificate is not trusted (${reason})${advice}.`,
    );
  }
  if (code === INSUFFICIENT_PRIVILEGE) {
    return new StartError(
      `The role in ${name} has too few rights: ${reason}. It needs CREATE on the database and on the schema public, and to own the tables.`,
    );
  }
  const isOfFile = 'syscall' in fault && fault.syscall === 'open';
  if (isDatabaseUnreachable(error) || REFUSED_CODE.test(code) || isOfFile || reason === WITHOUT_TLS) {
    return new StartError(`The database of ${name} cannot be opened: ${reason}.`);
  }
  return error;
}

/** The message of the database. The ORM wraps it with the statement. */
function findInnermostCause(error: unknown): unknown {
  return error instanceof Error && !(error instanceof StartError) && error.cause instanceof Error
    ? findInnermostCause(error.cause)
    : error;
}
