import type { ErrorCode, ErrorDetail } from '@institute/contract/errors';

/** The server's own code, or the reason why no answer came. */
export type FailureCode = ErrorCode | 'NETWORK' | 'TIMEOUT';

type FailureCause = {
  code: FailureCode;
  message: string;
  details?: ErrorDetail[];
  requestId?: string;
  retryAfter?: number | undefined;
};

/** `status` is 0 when no answer came. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: FailureCode;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { code, message, details = [], requestId, retryAfter }: FailureCause) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

export type Answer = { status: number; body: unknown; retryAfter?: number | undefined };
type SuccessAnswer<A> = Extract<A, { status: 200 | 201 }>;
export type DataOf<A> = SuccessAnswer<A> extends { body: { data: infer D } } ? D : unknown;
export type PageOf<A> = SuccessAnswer<A> extends { body: infer B extends { meta: unknown } } ? B : never;

/** Returns the `data` of an answer. Throws an `ApiFailure` when the call failed. */
export async function ok<A extends Answer>(answer: Promise<A>): Promise<DataOf<A>> {
  return requireSuccess<{ data: DataOf<A> }>(await answer).data;
}

/** Like `ok`, with the `meta` of the list. */
export async function okPage<A extends Answer>(answer: Promise<A>): Promise<PageOf<A>> {
  return requireSuccess<PageOf<A>>(await answer);
}

function requireSuccess<B>({ status, body, retryAfter }: Answer): B {
  if (status < 200 || status > 299) throw toApiFailure(status, body, retryAfter);
  if (!isObject(body))
    throw new ApiFailure(status, { code: 'INTERNAL_ERROR', message: notUnderstoodMessage });
  return body as B;
}

const notUnderstoodMessage = 'The server gave an answer that makes no sense';

function toApiFailure(status: number, body: unknown, retryAfter: number | undefined): ApiFailure {
  const cause = (isObject(body) && (body as { error?: Partial<FailureCause> }).error) || {};
  return new ApiFailure(status, {
    // An answer of a proxy has no error in our format, so the status decides
    code: cause.code ?? (status === 503 ? 'UNAVAILABLE' : 'INTERNAL_ERROR'),
    message: cause.message ?? `The server answered ${status}`,
    details: cause.details ?? [],
    requestId: cause.requestId,
    retryAfter,
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
