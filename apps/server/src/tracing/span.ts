import type * as Api from '@opentelemetry/api';

interface SpanStart {
  name: string;
  kind: 'client' | 'consumer';
  /** Never what people wrote. */
  attributes: Record<string, string | number>;
}

let api: typeof Api | undefined;

export function useTracing(given: typeof Api | undefined): void {
  api = given;
}

export const tracedRoutes = new WeakMap<object, string>();

export const isTracing = (): boolean => api !== undefined;

/** The span is below the present one. Without tracing, `work` only runs. */
export async function inSpan<T>(
  { name, kind, attributes }: SpanStart,
  work: (span?: Api.Span) => Promise<T>,
): Promise<T> {
  if (!api) return work();
  const options = { kind: kind === 'client' ? api.SpanKind.CLIENT : api.SpanKind.CONSUMER, attributes };
  return api.trace.getTracer('institute').startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, failureName(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Takes no message of an error, which may hold what somebody wrote. */
export function failSpan(span: Api.Span, failure: string): void {
  span.setAttribute('error.type', failure);
  if (api) span.setStatus({ code: api.SpanStatusCode.ERROR });
}

function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)) return code;
  return error.name;
}

export function spanFields(): object {
  const span = api?.trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
