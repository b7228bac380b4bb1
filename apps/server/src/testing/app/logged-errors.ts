import { formatPlainLine, type LogStream } from '../../log.ts';

/** Errors that the products of this process logged since the last test. A process runs one test at a time. */
const loggedErrors: string[] = [];

export const errorLog: LogStream = { write: (line) => loggedErrors.push(formatPlainLine(line)) };

/** The answer of an unexpected error says nothing about it, so a failed test prints what the product logged. */
export function printLoggedErrors(state: string | undefined): void {
  const lines = loggedErrors.splice(0);
  if (state === 'fail' && lines.length > 0) console.error(`The product logged:\n${lines.join('\n')}`);
}
