import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { AppError } from '../errors.ts';
import { envelope } from './failures.ts';

/** Time for the caller to read the answer before the connection closes. */
const LINGER_MS = 1000;

/** For when there is no request object. Ends the connection. */
export function answerOnWire(
  socket: Socket,
  failure: AppError,
  headers: Record<string, string>,
  { status = failure.status as number, requestId = randomUUID() as string } = {},
): void {
  // a response has already begun
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse };
  if (!socket.writable || _httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(envelope(failure, requestId));
  const head = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // closing at once would reset the connection while the caller still sends, before it reads the answer
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
