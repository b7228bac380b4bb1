import type { ErrorDetail } from '@institute/contract';
import { type ErrorCode, type ErrorStatus, errorStatus } from '@institute/contract/errors';

/** A failure that callers may see. Services throw it, and `http/failures.ts` turns it into the error envelope. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    { details = [], retryAfter }: { details?: ErrorDetail[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  get status(): ErrorStatus {
    return errorStatus[this.code];
  }
}

export const makeCodeCheck =
  (code: ErrorCode) =>
  (error: unknown): boolean =>
    error instanceof AppError && error.code === code;

export const notFoundError = (message: string): AppError => new AppError('NOT_FOUND', message);

export const invalidInputError = (details: ErrorDetail[], message = 'Some of the fields are not right') =>
  new AppError('VALIDATION_ERROR', message, { details });

/** `ms` is the time after which another try makes sense. */
export function tooManyError(ms: number): AppError {
  const waitMinutes = Math.ceil(ms / 60_000);
  const tooManyTriesMessage = `Too many tries. Please try again in ${waitMinutes > 1 ? `${waitMinutes} minutes` : 'a minute'}.`;
  return new AppError('RATE_LIMITED', tooManyTriesMessage, {
    // The sign-up form shows the first detail
    details: [{ path: '', message: tooManyTriesMessage }],
    retryAfter: Math.max(1, ms / 1000),
  });
}

/** A failure that the operator can fix. It is printed as one line without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Reads the code of an error, such as `EACCES` or a code of PostgreSQL. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
