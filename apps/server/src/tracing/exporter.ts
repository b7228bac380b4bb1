import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { TracingConfig } from '../tracing-settings.ts';
import { type Span, type SpanContext, type SpanKind, useTracer } from './span.ts';

/** The defaults of OpenTelemetry for batches. */
const MAX_BATCH = 512;
const MAX_WAITING = 2048;
const EXPORT_EVERY_MS = 5000;
const EXPORT_MAY_TAKE_MS = 10_000;
/** A collector that does not answer must not hold up the end of the process. */
const LAST_EXPORT_MAY_TAKE_MS = 1000;

/** Span kinds as OTLP numbers them. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 };
const ERROR = 2;
const RECORDED = 1;

interface Options extends TracingConfig {
  log: Pick<Logger, 'info' | 'warn'>;
  everyMs?: number;
}

/** Records spans from now on and sends them to a collector, until it is closed. */
export function startTracing({ log, everyMs = EXPORT_EVERY_MS, ...config }: Options): {
  close(): Promise<void>;
} {
  const resource = { ...config.resource, 'service.instance.id': randomUUID() };
  const closing = new AbortController();
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let isReached = true;

  /** Sends one batch. Without an answer its spans wait for the next time, as far as there is room. */
  async function send(): Promise<void> {
    const batch = waiting.splice(0, MAX_BATCH);
    const outcome = await post(config, bodyOf(batch, resource), closing.signal);
    if (outcome === 'later') waiting = [...batch, ...waiting].slice(0, MAX_WAITING);
    const isTaken = outcome === 'taken';
    // one log line for each change of the state, not for each batch
    if (isTaken && !isReached) log.info('traces are sent again');
    if (!isTaken && isReached) log.warn('traces cannot be sent: the collector does not take them');
    isReached = isTaken;
  }

  async function sendAll(): Promise<void> {
    do await send();
    while (isReached && waiting.length >= MAX_BATCH);
  }

  const flush = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(() => waiting.length > 0 && flush(), everyMs);
  timer.unref();

  useTracer({
    isRecorded: (traceId, caller) => isRecorded(traceId, caller, config),
    record: (span) => {
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(span);
      if (waiting.length >= MAX_BATCH && isReached) flush();
    },
  });

  return {
    close: async () => {
      useTracer(undefined);
      clearInterval(timer);
      const late = setTimeout(() => closing.abort(), LAST_EXPORT_MAY_TAKE_MS);
      await sending;
      while (isReached && waiting.length > 0 && !closing.signal.aborted) await flush();
      clearTimeout(late);
    },
  };
}

/** Spans of this process follow their trace. The share is decided by the end of the id, which is random. */
function isRecorded(
  traceId: string,
  caller: SpanContext | undefined,
  { ratio, followsCaller }: TracingConfig,
): boolean {
  if (caller && followsCaller) return caller.isRecorded;
  return Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32;
}

async function post(
  { url, headers }: TracingConfig,
  body: string,
  closing: AbortSignal,
): Promise<'taken' | 'refused' | 'later'> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.any([closing, AbortSignal.timeout(EXPORT_MAY_TAKE_MS)]),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'taken';
    return [429, 502, 503, 504].includes(answer.status) ? 'later' : 'refused';
  } catch {
    return 'later';
  }
}

const typed = (value: string | number) =>
  typeof value === 'string' ? { stringValue: value } : { intValue: String(value) };

const attributesOf = (attributes: Span['attributes']) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typed(value) }],
  );

/** Nanoseconds since 1970 are beyond the numbers of JSON. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

const bodyOf = (spans: readonly Span[], resource: Record<string, string>) =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'institute' }, spans: spans.map(exported) }],
      },
    ],
  });

const exported = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId && { parentSpanId: span.parentId }),
  flags: RECORDED,
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf({ ...span.attributes, 'error.type': span.failure }),
  status: span.failure ? { code: ERROR } : {},
});
