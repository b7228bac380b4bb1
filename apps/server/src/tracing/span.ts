import type * as Api from '@opentelemetry/api';

interface SpanStart {
  name: string;
  kind: 'client' | 'consumer';
  /** Attributes must never contain what people wrote. */
  attributes: Record<string, string | number>;
}

let tracingApi: typeof Api | undefined;

export function setTracingApi(given: typeof Api | undefined): void {
  tracingApi = given;
}

export const routeByTracedRequest = new WeakMap<object, string>();

export const isTracing = (): boolean => tracingApi !== undefined;

/** Runs work in a span below the current one. Without tracing it only runs the work. */
export async function runInSpan<T>(
  { name, kind, attributes }: SpanStart,
  work: (span?: Api.Span) => Promise<T>,
): Promise<T> {
  if (!tracingApi) return work();
  const spanOptions = {
    kind: kind === 'client' ? tracingApi.SpanKind.CLIENT : tracingApi.SpanKind.CONSUMER,
    attributes,
  };
  return tracingApi.trace.getTracer('institute').startActiveSpan(name, spanOptions, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, nameFailure(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed. `failure` must not be the message of an error, which may contain what somebody wrote. */
export function failSpan(span: Api.Span, failure: string): void {
  span.setAttribute('error.type', failure);
  if (tracingApi) span.setStatus({ code: tracingApi.SpanStatusCode.ERROR });
}

function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)) return code;
  return error.name;
}

export function readSpanFields(): object {
  const activeSpanContext = tracingApi?.trace.getActiveSpan()?.spanContext();
  return activeSpanContext ? { trace_id: activeSpanContext.traceId, span_id: activeSpanContext.spanId } : {};
}
