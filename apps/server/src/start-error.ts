/** Something the person who starts the process can put right: shown as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The `EACCES`, `ENOENT`, … of anything thrown. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
