export type EmbeddedPostgresErrorCode =
  | 'UNSUPPORTED_PLATFORM'
  /** PostgreSQL runs as another user, who cannot enter the data folder. */
  | 'FOLDER_OUT_OF_REACH'
  | 'FOLDER_IN_USE'
  | 'USER_WITHOUT_NAME'
  /** `cause` is the error of the file system. */
  | 'FOLDER_NOT_WRITABLE'
  | 'NOT_A_CLUSTER'
  | 'SETUP_FAILED'
  | 'START_FAILED';

/** A failure that the person who starts the program can repair. The message is one full sentence. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';

  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A code such as `EACCES` or `ENOENT`, or PostgreSQL's error code. */
export function readSystemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Prefers a line of this process id. Early clients and a killed server's last processes write into the log too. */
export function findFailureReason(log: string, pid: number | undefined): string {
  const lines = log.trim().split('\n');
  const failures = lines.filter((entry) => /FATAL|PANIC|error/i.test(entry));
  const line =
    failures.findLast((entry) => entry.includes(`[${pid}]`)) ?? failures.at(-1) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:FATAL|PANIC):\s*/, '') || 'it gave no reason';
}
