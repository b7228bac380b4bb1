import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';
type Attributes = Record<string, string | number | undefined>;

/** Where a span stands: what `traceparent` carries. */
export interface SpanContext {
  traceId: string;
  spanId: string;
  isRecorded: boolean;
}

/** A piece of work with its start and end. Attributes hold names and numbers of ours, never what people wrote. */
export interface Span extends SpanContext {
  parentId?: string | undefined;
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  /** In ms since 1970. */
  startedAt: number;
  endedAt: number;
  /** The kind of the failure. The message of an error may hold what somebody wrote. */
  failure?: string;
}

export interface Tracer {
  /** Decides whether a trace is recorded. */
  isRecorded(traceId: string, caller: SpanContext | undefined): boolean;
  record(span: Span): void;
}

type SpanStart = Pick<Span, 'name' | 'kind'> & { attributes?: Attributes };

const current = new AsyncLocalStorage<Span>();
/** The tracer of the process. Undefined while traces are off. */
let tracer: Tracer | undefined;

export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

export const isTracing = (): boolean => tracer !== undefined;

/** The span of the running code. */
export const currentSpan = (): Span | undefined => (tracer ? current.getStore() : undefined);

const now = () => performance.timeOrigin + performance.now();

/** Begins a span, by default the first one of a trace. */
export function startSpan({ attributes = {}, ...start }: SpanStart, parent?: SpanContext): Span {
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  return {
    ...start,
    ...{ traceId, attributes, parentId: parent?.spanId, spanId: randomBytes(8).toString('hex') },
    isRecorded: tracer?.isRecorded(traceId, parent) ?? false,
    startedAt: now(),
    endedAt: 0,
  };
}

export function endSpan(span: Span): void {
  span.endedAt = now();
  if (span.isRecorded) tracer?.record(span);
}

/** Runs `work` inside the span. */
export const runIn = <T>(span: Span, work: () => T): T => current.run(span, work);

/** Runs `work` in a span of its own below the present one. Without a tracer it only runs it. */
export async function inSpan<T>(start: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const span = startSpan(start, current.getStore());
  try {
    return await runIn(span, () => work(span));
  } catch (error) {
    span.failure = failureOf(error);
    throw error;
  } finally {
    endSpan(span);
  }
}

/** The name of an error, and the code of those that have one. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)) return code;
  return error.name;
}

/** For each line of the log. */
export function spanFields(): object {
  const span = currentSpan();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
