import { errorCode } from '../errors.ts';

const NETWORK = new Set([
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
const MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|The database does not answer)/;

export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Query read timeout');

export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true;
  const code = errorCode(error) ?? '';
  const isNetwork = NETWORK.has(code) && (code !== 'ENOENT' || isConnect(error));
  return (
    isNetwork || SQL_STATES.test(code) || MESSAGES.test(error.message) || isDatabaseUnreachable(error.cause)
  );
}

/** ENOENT means a missing socket only if it comes from `connect`. */
function isConnect(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}
