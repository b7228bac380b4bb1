import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { currentSpan, endSpan, failureOf, startSpan } from './span.ts';

const MAX_TEXT = 2000;
/** Characters. Longer statements insert many rows and are not parsed. */
const MAX_READ = 100_000;
/**
 * The parts of a statement. The driver gets values as literals in the text, so each literal and number is replaced.
 * Comments and dollar quotes are not among the parts: a statement that has one is not shown.
 */
const part =
  /(?<literal>[EeBbXx]?'[^'\\]*(?:(?:''|\\.)[^'\\]*)*')|"[^"]*"|[A-Za-z_][\w$]*|\$\d+|(?<number>\d[\w.]*)|\s+|-(?!-)|\/(?!\*)|[^\s\w"'$/-]/sy;

/** The statement without values. Undefined where that is not certain. */
export function withoutValues(statement: string): string | undefined {
  if (statement.length > MAX_READ) return undefined;
  let text = '';
  part.lastIndex = 0;
  while (part.lastIndex < statement.length) {
    const found = part.exec(statement);
    if (!found) return undefined;
    const { literal, number } = found.groups ?? {};
    // a backslash ends a plain literal otherwise than an escaped one
    if (literal?.includes('\\') && !/^[Ee]/.test(literal)) return undefined;
    text += literal === undefined && number === undefined ? found[0] : '?';
  }
  return text
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, ?\?)+/g, '?, …')
    .trim();
}

const NAME = '((?:"[a-z_]+"|[a-z_]+)(?:\\.(?:"[a-z_]+"|[a-z_]+))?)';
const write = new RegExp(`(?<!\\b(?:for|do) )\\b(insert|update|delete)(?: into| from)? ${NAME}`, 'i');
const read = new RegExp(`\\bfrom ${NAME}`, 'i');

/** What a statement does, and to which table. Of several, the first one that is written. */
export function summaryOf(text: string): { operation: string; table?: string | undefined } {
  const verb = /^[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY';
  const [, written, into] = (verb !== 'SELECT' && write.exec(text)) || [];
  const operation = written?.toUpperCase() ?? (verb === 'WITH' ? 'SELECT' : verb);
  const table = into ?? (operation === 'SELECT' ? read.exec(text)?.[1] : undefined);
  return { operation, table: table?.replaceAll('"', '') };
}

/** Records the statements of a pool that belong to a span. Polling by itself makes no traces. */
export function traceQueries(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query;
    client.query = ((...given: unknown[]) => {
      const parent = currentSpan();
      const [first] = given as [string | { text?: string }];
      const statement = typeof first === 'string' ? first : first?.text;
      if (!parent?.isRecorded || typeof statement !== 'string') return Reflect.apply(query, client, given);

      const text = withoutValues(statement);
      const { operation, table } = summaryOf(text ?? '');
      const span = startSpan(
        {
          name: table ? `${operation} ${table}` : operation,
          kind: 'client',
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': operation,
            'db.collection.name': table,
            'db.query.text': text?.slice(0, MAX_TEXT),
          },
        },
        parent,
      );
      const end = (error?: unknown) => {
        if (error) span.failure = failureOf(error);
        endSpan(span);
      };
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const ending = (error: unknown, ...rest: unknown[]) => {
          end(error);
          callback(error, ...rest);
        };
        return Reflect.apply(query, client, [...given.slice(0, -1), ending]);
      }
      const result: unknown = Reflect.apply(query, client, given);
      if (result instanceof Promise) result.then(() => end(), end);
      return result;
    }) as typeof client.query;
  });

  // a waiting caller would get its connection in the async context of the one that releases it
  const connect = pool.connect;
  pool.connect = ((callback?: (...given: unknown[]) => void) =>
    Reflect.apply(connect, pool, callback ? [AsyncResource.bind(callback)] : [])) as typeof pool.connect;
}
