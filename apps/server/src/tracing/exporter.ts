import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { core, type tracing } from '@opentelemetry/sdk-node';
import type { Logger } from 'pino';

const MAX_QUERY_LETTERS = 2000;

/**
 * The only attributes that are sent, because the instrumentations also add addresses, queries and statements with
 * their values.
 */
const sentAttributeNames = [
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

/** Sends spans without personal data. Logs when sending starts or stops failing, not each failure. */
export function makeSafeExporter(
  exporter: tracing.SpanExporter,
  log: Pick<Logger, 'info' | 'warn'>,
): tracing.SpanExporter {
  let isReceiverReached = true;
  return {
    export: (spans, done) =>
      exporter.export(spans.map(toSpanWithoutPersonalData), ({ code }) => {
        const isExportAccepted = code === core.ExportResultCode.SUCCESS;
        if (isExportAccepted && !isReceiverReached) log.info('traces are sent again');
        if (!isExportAccepted && isReceiverReached)
          log.warn('traces cannot be sent: the collector does not take them');
        isReceiverReached = isExportAccepted;
        done({ code: core.ExportResultCode.SUCCESS });
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

function toSpanWithoutPersonalData(span: tracing.ReadableSpan): tracing.ReadableSpan {
  const { attributes, events, status } = span;
  const keptAttributes: tracing.ReadableSpan['attributes'] = {};
  for (const attributeName of sentAttributeNames)
    if (attributes[attributeName] !== undefined) keptAttributes[attributeName] = attributes[attributeName];
  // This is the address of a service that the product calls, never that of a visitor
  if (attributes['url.full'] !== undefined) keptAttributes['server.address'] = attributes['server.address'];
  // The framework also marks spans of refused requests as failed
  const isRefusedRequest =
    span.kind !== SpanKind.CLIENT && Number(keptAttributes['http.response.status_code']) < 500;
  const hasSpanFailed = status.code === SpanStatusCode.ERROR && !isRefusedRequest;
  if (hasSpanFailed) {
    // Keeps only the code or the name, because the message of an error may contain what somebody wrote
    const exceptionEvent = events.find((event) => event.attributes?.['exception.type']);
    keptAttributes['error.type'] ??=
      exceptionEvent?.attributes?.['exception.type'] ??
      String(keptAttributes['http.response.status_code'] ?? 'unknown');
  }
  const sqlStatement = attributes['db.query.text'];
  let { name } = span;
  if (typeof sqlStatement === 'string') {
    const sqlWithoutValues = removeValues(sqlStatement);
    const { operation, table } = summariseSql(sqlWithoutValues ?? '');
    name = table ? `${operation} ${table}` : operation;
    keptAttributes['db.operation.name'] = operation;
    keptAttributes['db.collection.name'] = table;
    keptAttributes['db.query.text'] = sqlWithoutValues?.slice(0, MAX_QUERY_LETTERS);
  }
  return Object.assign(Object.create(span), {
    name,
    attributes: keptAttributes,
    events: [],
    links: [],
    status: { code: hasSpanFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
  });
}

/** Most characters of a statement that is parsed. Longer ones insert many rows. */
const MAX_READ_LETTERS = 100_000;
/**
 * Matches the parts of a statement. The driver puts values into the text as literals, so literals and numbers are
 * replaced. A statement with a comment or a dollar quote does not match, and is not sent.
 */
const statementPartPattern =
  /(?<literal>[EeBbXx]?'[^'\\]*(?:(?:''|\\.)[^'\\]*)*')|"[^"]*"|[A-Za-z_][\w$]*|\$\d+|(?<number>\d[\w.]*)|\s+|-(?!-)|\/(?!\*)|[^\s\w"'$/-]/sy;

/** Removes the values from a statement. Undefined when it is uncertain where all values are. */
export function removeValues(statement: string): string | undefined {
  if (statement.length > MAX_READ_LETTERS) return undefined;
  let text = '';
  statementPartPattern.lastIndex = 0;
  while (statementPartPattern.lastIndex < statement.length) {
    const statementPart = statementPartPattern.exec(statement);
    if (!statementPart) return undefined;
    const { literal, number } = statementPart.groups ?? {};
    // In a plain literal a backslash means something else than in an escaped one
    if (literal?.includes('\\') && !/^[Ee]/.test(literal)) return undefined;
    text += literal === undefined && number === undefined ? statementPart[0] : '?';
  }
  return text
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, ?\?)+/g, '?, …')
    .trim();
}

const TABLE_NAME_PATTERN = '((?:"[a-z_]+"|[a-z_]+)(?:\\.(?:"[a-z_]+"|[a-z_]+))?)';
const writePattern = new RegExp(
  `(?<!\\b(?:for|do) )\\b(insert|update|delete)(?: into| from)? ${TABLE_NAME_PATTERN}`,
  'i',
);
const selectPattern = new RegExp(`\\bfrom ${TABLE_NAME_PATTERN}`, 'i');

export function summariseSql(text: string): { operation: string; table?: string | undefined } {
  const firstVerb = /^[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY';
  const [, written, into] = (firstVerb !== 'SELECT' && writePattern.exec(text)) || [];
  const sqlOperation = written?.toUpperCase() ?? (firstVerb === 'WITH' ? 'SELECT' : firstVerb);
  const sqlTableName = into ?? (sqlOperation === 'SELECT' ? selectPattern.exec(text)?.[1] : undefined);
  return { operation: sqlOperation, table: sqlTableName?.replaceAll('"', '') };
}
