import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { core, type tracing } from '@opentelemetry/sdk-node';
import type { Logger } from 'pino';
import { summaryOf, withoutValues } from './sql.ts';

const MAX_TEXT = 2000;

/** A whitelist: the instrumentations add addresses, queries and statements with their values. */
const shownAttributes = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'error.type',
  'db.system.name',
  'messaging.system',
  'messaging.operation.type',
  'messaging.operation.name',
  'messaging.destination.name',
  'institute.attempt',
  'institute.email.kind',
  'institute.webhook.id',
];

/** Sends spans without personal data. Logs when sending begins or ceases to fail, not for each batch. */
export function safeExporter(
  exporter: tracing.SpanExporter,
  log: Pick<Logger, 'info' | 'warn'>,
): tracing.SpanExporter {
  let isReached = true;
  return {
    export: (spans, done) =>
      exporter.export(spans.map(shownSpan), ({ code }) => {
        const isTaken = code === core.ExportResultCode.SUCCESS;
        if (isTaken && !isReached) log.info('traces are sent again');
        if (!isTaken && isReached) log.warn('traces cannot be sent: the collector does not take them');
        isReached = isTaken;
        done({ code: core.ExportResultCode.SUCCESS });
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

function shownSpan(span: tracing.ReadableSpan): tracing.ReadableSpan {
  const { attributes, events, status } = span;
  const shown: tracing.ReadableSpan['attributes'] = {};
  for (const key of shownAttributes) if (attributes[key] !== undefined) shown[key] = attributes[key];
  // a service that the product calls, never a visitor
  if (attributes['url.full'] !== undefined) shown['server.address'] = attributes['server.address'];
  // the framework also marks refused requests
  const isRefusal = span.kind !== SpanKind.CLIENT && Number(shown['http.response.status_code']) < 500;
  const hasFailed = status.code === SpanStatusCode.ERROR && !isRefusal;
  if (hasFailed) {
    // only the code or name: the message of an error may hold what somebody wrote
    const thrown = events.find((event) => event.attributes?.['exception.type']);
    shown['error.type'] ??=
      thrown?.attributes?.['exception.type'] ?? String(shown['http.response.status_code'] ?? 'unknown');
  }
  const statement = attributes['db.query.text'];
  let { name } = span;
  if (typeof statement === 'string') {
    const text = withoutValues(statement);
    const { operation, table } = summaryOf(text ?? '');
    name = table ? `${operation} ${table}` : operation;
    shown['db.operation.name'] = operation;
    shown['db.collection.name'] = table;
    shown['db.query.text'] = text?.slice(0, MAX_TEXT);
  }
  return Object.assign(Object.create(span), {
    name,
    attributes: shown,
    events: [],
    links: [],
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
  });
}
