/** A failure that the operator can fix. It prints as one line without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The code of a system error, such as `EACCES`, or of a PostgreSQL error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
