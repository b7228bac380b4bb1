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
import { OtherHost } from './policies/own-host.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by a write that found no space, until a probe finds some. */
    disk?: { isFull: boolean };
    /** The activity log says which calls were refused to whom. */
    noteRefusal(ctx: Ctx, call: string): void;
  }
}

const byStatus: Record<number, [ErrorCode, string]> = {
  400: ['VALIDATION_ERROR', 'This request cannot be read'],
  404: ['NOT_FOUND', 'Not found'],
  405: ['METHOD_NOT_ALLOWED', 'This method is not allowed here'],
  408: ['VALIDATION_ERROR', 'This request took too long'],
  413: ['PAYLOAD_TOO_LARGE', 'This is too large'],
  414: ['NOT_FOUND', 'Not found'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON'],
  431: ['HEADERS_TOO_LARGE', 'The headers are too large'],
};

function toDetails(error: z.ZodError): ErrorDetail[] {
  return error.issues.flatMap(issueFaults);
}

function issueFaults(issue: z.core.$ZodIssue): ErrorDetail[] {
  // For a union, report the closest shape's issues instead of "invalid input"
  if (issue.code === 'invalid_union') {
    const closest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
    if (closest.length > 0) {
      return closest.flatMap((inner) => issueFaults({ ...inner, path: [...issue.path, ...inner.path] }));
    }
  }
  return [{ path: issue.path.join('.'), message: issue.message }];
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof RequestValidationError) return invalidInputError(requestFaults(error));
  if (error instanceof z.ZodError) return invalidInputError(toDetails(error));
  if (isDatabaseUnreachable(error) || isDiskFull(error)) {
    return new AppError('UNAVAILABLE', 'The service is not available right now', { retryAfter: 5 });
  }
  const known = byStatus[(error as Partial<FastifyError>)?.statusCode ?? 500];
  if (known) return new AppError(...known);
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side');
}

function requestFaults(error: RequestValidationError): ErrorDetail[] {
  return [error.pathParams, error.headers, error.query, error.body].flatMap((part) =>
    // Ts-rest wraps the issues of zod
    part ? (part.issues as z.core.$ZodIssue[]).flatMap(issueFaults) : [],
  );
}

export const toEnvelope = (failure: AppError, requestId: string): ApiError => ({
  error: { code: failure.code, message: failure.message, details: failure.details, requestId },
});

const isCall = /^\/api\/(?:v1|trpc)(?:\/|$)/i;

/** A browser that opens an address or posts a form. The calls of its scripts take anything. */
const isPageWanted = ({ headers, url }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true && !isCall.test(url);

export function reportUnavailable(error: unknown, { log, server }: FastifyRequest): void {
  if (isDiskFull(error)) {
    if (server.disk) server.disk.isFull = true;
    log.error({ err: error }, 'No space left on the disk');
  } else log.warn({ err: error }, 'the database is unreachable');
}

/** The only error handler. It logs only our own faults. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toAppError(error);
  // The request failed before the hook that gives it a log
  if (!('bindings' in request.log)) request.log = request.server.log.child({ reqId: request.id });
  if (showBusyPage(error, request, reply)) return reply;
  if (failure.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'request failed');
  if (isDatabaseUnreachable(error) || isDiskFull(error)) reportUnavailable(error, request);
  if (failure.code === 'FORBIDDEN' && request.ctx?.actor) {
    request.server.noteRefusal(request.ctx, `${request.method} ${request.routeOptions.url}`);
  }
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.status(failure.status);
  if (isPageWanted(request)) {
    const { status, message } = failure;
    const page =
      failure instanceof OtherHost
        ? writeOtherHostPage(failure.publicUrl)
        : writeErrorPage({ status, message, requestId: request.id });
    return reply.headers(plainPageHeaders).send(page);
  }
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(toEnvelope(failure, request.id));
}

/** Time for the caller to read the answer before the connection closes. */
const LINGER_MS = 1000;

/** For when there is no request object. Ends the connection. */
export function writeRawError(
  socket: Socket,
  status: 400 | 408 | 431,
  headers: Record<string, string>,
  requestId: string = randomUUID(),
): void {
  // A response has already begun
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse };
  if (!socket.writable || _httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(toEnvelope(toAppError({ statusCode: status }), requestId));
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
  // Closing at once would reset the connection while the caller still sends, before it reads the answer
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
