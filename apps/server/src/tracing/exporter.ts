import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { core, type tracing } from '@opentelemetry/sdk-node';
import type { Logger } from 'pino';

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
  'institute.message.kind',
  'institute.webhook.id',
];

/** Sends spans without personal data. Logs when sending begins or ceases to fail, not for each batch. */
export function makeSafeExporter(
  exporter: tracing.SpanExporter,
  log: Pick<Logger, 'info' | 'warn'>,
): tracing.SpanExporter {
  let isReached = true;
  return {
    export: (spans, done) =>
      exporter.export(spans.map(toShownSpan), ({ code }) => {
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

function toShownSpan(span: tracing.ReadableSpan): tracing.ReadableSpan {
  const { attributes, events, status } = span;
  const shown: tracing.ReadableSpan['attributes'] = {};
  for (const key of shownAttributes) if (attributes[key] !== undefined) shown[key] = attributes[key];
  // A service that the product calls, never a visitor
  if (attributes['url.full'] !== undefined) shown['server.address'] = attributes['server.address'];
  // The framework also marks refused requests
  const isRefusal = span.kind !== SpanKind.CLIENT && Number(shown['http.response.status_code']) < 500;
  const hasFailed = status.code === SpanStatusCode.ERROR && !isRefusal;
  if (hasFailed) {
    // Only the code or name: the message of an error may hold what somebody wrote
    const thrown = events.find((event) => event.attributes?.['exception.type']);
    shown['error.type'] ??=
      thrown?.attributes?.['exception.type'] ?? String(shown['http.response.status_code'] ?? 'unknown');
  }
  const statement = attributes['db.query.text'];
  let { name } = span;
  if (typeof statement === 'string') {
    const text = removeValues(statement);
    const { operation, table } = summariseSql(text ?? '');
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

/** Characters. Longer statements insert many rows and are not parsed. */
const MAX_READ = 100_000;
/**
 * The driver puts values into the text as literals, so literals and numbers are replaced. A statement with a
 * comment or a dollar quote does not match, and is not shown.
 */
const statementPartPattern =
  /(?<literal>[EeBbXx]?'[^'\\]*(?:(?:''|\\.)[^'\\]*)*')|"[^"]*"|[A-Za-z_][\w$]*|\$\d+|(?<number>\d[\w.]*)|\s+|-(?!-)|\/(?!\*)|[^\s\w"'$/-]/sy;

/** Undefined where not all values can be found for certain. */
export function removeValues(statement: string): string | undefined {
  if (statement.length > MAX_READ) return undefined;
  let text = '';
  statementPartPattern.lastIndex = 0;
  while (statementPartPattern.lastIndex < statement.length) {
    const found = statementPartPattern.exec(statement);
    if (!found) return undefined;
    const { literal, number } = found.groups ?? {};
    // A backslash means something else in a plain literal than in an escaped one
    if (literal?.includes('\\') && !/^[Ee]/.test(literal)) return undefined;
    text += literal === undefined && number === undefined ? found[0] : '?';
  }
  return text
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, ?\?)+/g, '?, …')
    .trim();
}

const TABLE_NAME = '((?:"[a-z_]+"|[a-z_]+)(?:\\.(?:"[a-z_]+"|[a-z_]+))?)';
const writePattern = new RegExp(
  `(?<!\\b(?:for|do) )\\b(insert|update|delete)(?: into| from)? ${TABLE_NAME}`,
  'i',
);
const readPattern = new RegExp(`\\bfrom ${TABLE_NAME}`, 'i');

export function summariseSql(text: string): { operation: string; table?: string | undefined } {
  const verb = /^[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY';
  const [, written, into] = (verb !== 'SELECT' && writePattern.exec(text)) || [];
  const operation = written?.toUpperCase() ?? (verb === 'WITH' ? 'SELECT' : verb);
  const table = into ?? (operation === 'SELECT' ? readPattern.exec(text)?.[1] : undefined);
  return { operation, table: table?.replaceAll('"', '') };
}
