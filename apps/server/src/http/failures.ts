import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError, ErrorDetail } from '@institute/contract';
import type { ErrorCode } from '@institute/contract/errors';
import { RequestValidationError } from '@ts-rest/fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Ctx } from '../context.ts';
import { isDatabaseUnreachable, isDiskFull } from '../database/database-errors.ts';
import { AppError, invalidInputError } from '../errors.ts';
import { plainPageHeaders, showBusyPage, writeErrorPage, writeOtherHostPage } from './busy-page.ts';
import { OtherHostError } from './policies/own-host.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** `isFull` is set when a write finds no space, until a probe finds space again. */
    disk?: { isFull: boolean };
    /** Notes in the activity log that this call was refused to this account. */
    noteRefusal(ctx: Ctx, call: string): void;
  }
}

const codeAndMessageByStatus: Record<number, [ErrorCode, string]> = {
  400: ['VALIDATION_ERROR', 'This request cannot be read'],
  404: ['NOT_FOUND', 'Not found'],
  405: ['METHOD_NOT_ALLOWED', 'This method is not allowed here'],
  408: ['VALIDATION_ERROR', 'This request took too long'],
  413: ['PAYLOAD_TOO_LARGE', 'This is too large'],
  414: ['NOT_FOUND', 'Not found'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON'],
  431: ['HEADERS_TOO_LARGE', 'The headers are too large'],
};

function toErrorDetails(error: z.ZodError): ErrorDetail[] {
  return error.issues.flatMap(listIssueFaults);
}

function listIssueFaults(issue: z.core.$ZodIssue): ErrorDetail[] {
  // For a union, report the issues of the closest shape instead of "invalid input"
  if (issue.code === 'invalid_union') {
    const closestIssues = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
    if (closestIssues.length > 0) {
      return closestIssues.flatMap((inner) =>
        listIssueFaults({ ...inner, path: [...issue.path, ...inner.path] }),
      );
    }
  }
  return [{ path: issue.path.join('.'), message: issue.message }];
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof RequestValidationError) return invalidInputError(listRequestFaults(error));
  if (error instanceof z.ZodError) return invalidInputError(toErrorDetails(error));
  if (isDatabaseUnreachable(error) || isDiskFull(error)) {
    return new AppError('UNAVAILABLE', 'The service is not available right now', { retryAfter: 5 });
  }
  const codeAndMessageOfStatus = codeAndMessageByStatus[(error as Partial<FastifyError>)?.statusCode ?? 500];
  if (codeAndMessageOfStatus) return new AppError(...codeAndMessageOfStatus);
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side');
}

function listRequestFaults(error: RequestValidationError): ErrorDetail[] {
  return [error.pathParams, error.headers, error.query, error.body].flatMap((part) =>
    // The issues of zod are wrapped by ts-rest
    part ? (part.issues as z.core.$ZodIssue[]).flatMap(listIssueFaults) : [],
  );
}

export const toEnvelope = (failure: AppError, requestId: string): ApiError => ({
  error: { code: failure.code, message: failure.message, details: failure.details, requestId },
});

const apiPathPattern = /^\/api\/(?:v1|trpc)(?:\/|$)/i;

/** True for a browser that opens an address or posts a form. Scripts of a page accept any type instead. */
const isPageWanted = ({ headers, url }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true && !apiPathPattern.test(url);

export function reportUnavailableFailure(error: unknown, { log, server }: FastifyRequest): void {
  if (isDiskFull(error)) {
    if (server.disk) server.disk.isFull = true;
    log.error({ err: error }, 'No space left on the disk');
  } else log.warn({ err: error }, 'the database is unreachable');
}

/** The only error handler. It logs only faults of our own. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answeredError = toAppError(error);
  // A request that failed early has not got its log yet
  if (!('bindings' in request.log)) request.log = request.server.log.child({ reqId: request.id });
  if (showBusyPage(error, request, reply)) return reply;
  if (answeredError.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'request failed');
  if (isDatabaseUnreachable(error) || isDiskFull(error)) reportUnavailableFailure(error, request);
  if (answeredError.code === 'FORBIDDEN' && request.ctx?.actor) {
    request.server.noteRefusal(request.ctx, `${request.method} ${request.routeOptions.url}`);
  }
  if (answeredError.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(answeredError.retryAfter)));
  if (answeredError.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.status(answeredError.status);
  if (isPageWanted(request)) {
    const { status, message } = answeredError;
    const errorPageHtml =
      answeredError instanceof OtherHostError
        ? writeOtherHostPage(answeredError.publicUrl)
        : writeErrorPage({ status, message, requestId: request.id });
    return reply.headers(plainPageHeaders).send(errorPageHtml);
  }
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(toEnvelope(answeredError, request.id));
}

/** The caller has this time to read the answer before the connection closes. */
const SOCKET_LINGER_MS = 1000;

/** Writes an error for a caller when there is no request object yet, and ends the connection. */
export function writeRawError(
  socket: Socket,
  status: 400 | 408 | 431,
  headers: Record<string, string>,
  requestId: string = randomUUID(),
): void {
  // Nothing can be written when a response has already begun
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse };
  if (!socket.writable || _httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const errorBody = JSON.stringify(toEnvelope(toAppError({ statusCode: status }), requestId));
  const rawHeaders = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(errorBody),
  };
  const rawHeaderLines = Object.entries(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${rawHeaderLines.join('')}\r\n${errorBody}`);
  // Closing at once would reset the connection of a caller that still sends, and the answer would be lost
  setTimeout(() => socket.destroy(), SOCKET_LINGER_MS).unref();
}
