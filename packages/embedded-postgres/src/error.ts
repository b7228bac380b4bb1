export type EmbeddedPostgresErrorCode =
  | 'UNSUPPORTED_PLATFORM'
  /** The user as whom PostgreSQL runs cannot enter the data folder. */
  | 'FOLDER_OUT_OF_REACH'
  | 'FOLDER_IN_USE'
  | 'USER_WITHOUT_NAME'
  /** `cause` holds the error of the file system. */
  | 'FOLDER_NOT_WRITABLE'
  | 'NOT_A_CLUSTER'
  | 'SETUP_FAILED'
  | 'START_FAILED';

/** A failure that the operator can repair. The message is a full sentence. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';

  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Reads the code of an error, such as `EACCES` or `ENOENT`, or a code of PostgreSQL. */
export function readSystemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Finds the line of the log with the reason of a failure. Lines of this process id come first, because early clients
 * and processes of a killed server write into the same log.
 */
export function findFailureReason(log: string, pid: number | undefined): string {
  const lines = log.trim().split('\n');
  const failureLines = lines.filter((entry) => /FATAL|PANIC|error/i.test(entry));
  const failureLine =
    failureLines.findLast((entry) => entry.includes(`[${pid}]`)) ?? failureLines.at(-1) ?? lines.at(-1) ?? '';
  return failureLine.replace(/^.*?(?:FATAL|PANIC):\s*/, '') || 'it gave no reason';
}
