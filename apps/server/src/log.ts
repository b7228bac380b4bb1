import pino, { type Logger, type LoggerOptions } from 'pino';

export interface LogStream {
  write(line: string): void;
}

/** Opens the stream for plain lines on a terminal. Elsewhere it is undefined, and each line is JSON. */
export const openTerminalLog = (out: NodeJS.WriteStream = process.stdout): LogStream | undefined =>
  out.isTTY ? { write: (line) => out.write(`${formatPlainLine(line)}\n`) } : undefined;

export const openLog = (
  level: string,
  stream: LogStream | undefined = openTerminalLog(),
  options: Pick<LoggerOptions, 'serializers' | 'mixin'> = {},
): Logger => pino({ level, ...options }, stream ?? pino.destination({ fd: 1, sync: true }));

/** Logs a line whatever level the log has. */
export const logAlways = (log: Logger, text: string, fields: object = {}): void =>
  log.child({}, { level: 'info' }).info(fields, text);

/** Logs all migrations in one line, because a new installation runs every one of them. */
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

interface LogEntry {
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
  } = JSON.parse(line) as LogEntry & Record<string, unknown>;
  const levelLabel = level === pino.levels.values.info ? '' : (pino.levels.labels[level] ?? '').toUpperCase();
  const fieldTexts = Object.entries(fields).map(([name, value]) => `${name}=${toLogText(value)}`);
  const headLine = [new Date(time).toTimeString().slice(0, 8), levelLabel, msg, ...fieldTexts]
    .filter(Boolean)
    .join(' ');
  if (!err) return headLine;
  return [`${headLine} ${err.type ?? 'Error'}: ${err.message ?? ''}`, err.stack].filter(Boolean).join('\n');
}

/** Escapes control characters, with which a value could forge a line of the log. */
const toLogText = (value: unknown) =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value);
