import pino, { type Logger, type LoggerOptions } from 'pino';

export interface LogStream {
  write(line: string): void;
}

/** Plain lines on a terminal. Elsewhere undefined, and each line is JSON. */
export const openTerminalLog = (out: NodeJS.WriteStream = process.stdout): LogStream | undefined =>
  out.isTTY ? { write: (line) => out.write(`${formatPlainLine(line)}\n`) } : undefined;

export const openLog = (
  level: string,
  stream: LogStream | undefined = openTerminalLog(),
  options: Pick<LoggerOptions, 'serializers' | 'mixin'> = {},
): Logger => pino({ level, ...options }, stream ?? pino.destination({ fd: 1, sync: true }));

/** Logs at every level of the log. */
export const logAlways = (log: Logger, text: string, fields: object = {}): void =>
  log.child({}, { level: 'info' }).info(fields, text);

/** One line, because a new installation runs all of them. */
export const logMigrations =
  (log: Logger) =>
  (done: readonly { name: string; ms: number }[]): void =>
    log.info(
      {
        migrations: done.length,
        last: done.at(-1)?.name,
        ms: Math.round(done.reduce((sum, { ms }) => sum + ms, 0)),
      },
      'migrated',
    );

interface Entry {
  level: number;
  time: number;
  msg?: string;
  err?: { type?: string; message?: string; stack?: string };
}

export function formatPlainLine(line: string): string {
  const {
    level,
    time,
    msg = '',
    err,
    pid: _,
    hostname: __,
    ...fields
  } = JSON.parse(line) as Entry & Record<string, unknown>;
  const label = level === pino.levels.values.info ? '' : (pino.levels.labels[level] ?? '').toUpperCase();
  const values = Object.entries(fields).map(([name, value]) => `${name}=${toLogText(value)}`);
  const head = [new Date(time).toTimeString().slice(0, 8), label, msg, ...values].filter(Boolean).join(' ');
  if (!err) return head;
  return [`${head} ${err.type ?? 'Error'}: ${err.message ?? ''}`, err.stack].filter(Boolean).join('\n');
}

/** A control character could forge a line. */
const toLogText = (value: unknown) =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value);
