import type { ErrorDetail } from '@institute/contract';
import type { ErrorCode } from '@institute/contract/constants';

/** What went wrong with a call: the server's own code, or that it could not be asked. */
export type FailureCode = ErrorCode | 'NETWORK' | 'TIMEOUT';

type Cause = { code: FailureCode; message: string; details?: ErrorDetail[]; requestId?: string };

/** A call that did not succeed. `status` is 0 when no answer came. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: FailureCode;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;

  constructor(status: number, { code, message, details = [], requestId }: Cause) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

export type Answer = { status: number; body: unknown };
type Success<A> = Extract<A, { status: 200 | 201 }>;
/** What an answer holds when the call succeeded. */
export type DataOf<A> = Success<A> extends { body: { data: infer D } } ? D : unknown;
/** A list with its count. */
export type PageOf<A> = Success<A> extends { body: infer B extends { meta: unknown } } ? B : never;

/** The `data` of an answer, or the failure it tells of. */
export async function ok<A extends Answer>(answer: Promise<A>): Promise<DataOf<A>> {
  return succeeded<{ data: DataOf<A> }>(await answer).data;
}

/** As `ok`, with the list's `meta` beside its `data`. */
export async function okPage<A extends Answer>(answer: Promise<A>): Promise<PageOf<A>> {
  return succeeded<PageOf<A>>(await answer);
}

function succeeded<B>({ status, body }: Answer): B {
  if (status < 200 || status > 299) throw failureOf(status, body);
  if (!isObject(body)) throw new ApiFailure(status, { code: 'INTERNAL_ERROR', message: notUnderstood });
  return body as B;
}

const notUnderstood = 'The server gave an answer that makes no sense';

function failureOf(status: number, body: unknown): ApiFailure {
  const told = (isObject(body) && (body as { error?: Partial<Cause> }).error) || {};
  return new ApiFailure(status, {
    // a proxy in between answers without our envelope
    code: told.code ?? (status === 503 ? 'UNAVAILABLE' : 'INTERNAL_ERROR'),
    message: told.message ?? `The server answered ${status}`,
    details: told.details ?? [],
    requestId: told.requestId,
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
