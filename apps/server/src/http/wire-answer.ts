import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { AppError } from '../errors.ts';
import { envelope } from './failures.ts';

/** Long enough for an answer to be read before the connection goes. */
const LINGER_MS = 1000;

/** Answers where there is no request to reply to, and ends the connection. */
export function answerOnWire(
  socket: Socket,
  failure: AppError,
  headers: Record<string, string>,
  { status = failure.status as number, requestId = randomUUID() as string } = {},
): void {
  // a response under way cannot be taken back
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
  // destroyed at once, what the caller still sends would reset the connection before the answer is read
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
