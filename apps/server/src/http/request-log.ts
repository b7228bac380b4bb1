import { DriverException } from '@mikro-orm/core';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { quietRoutePatterns, runWhenAnswerSent } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the request has waited before its log line was begun. */
    waitedSince?: number;
  }
}

/** Turns off the log lines of Fastify. `logRequest` writes one for each request. */
export class SilentLogController extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(): void {}
}

/**
 * Logs a request without addresses, queries and bodies, which are personal data. Successful reads are logged at
 * `debug`, because there are so many.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply, traceparent: string | undefined) {
  const startedAt = request.waitedSince ?? performance.now();
  runWhenAnswerSent(reply, () => {
    const { method, routeOptions, id: reqId, server } = request;
    const { statusCode } = reply;
    const isReadMethod = method === 'GET' || method === 'HEAD';
    const isQuietRequest =
      (isReadMethod && statusCode < 400) || quietRoutePatterns.has(routeOptions.url ?? '');
    const routePattern = routeOptions.url ?? null;
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const logFields = {
      reqId,
      ...(traceparent && { traceparent }),
      method,
      route: routePattern,
      status: statusCode,
      ms: durationMs,
    };
    server.log[isQuietRequest ? 'debug' : 'info'](logFields, 'request');
  });
}

const isStackFrame = (line: string) => /^\s+at /.test(line);
const emailLike = /[^\s"'<>@(),;:]+@[^\s"'<>@(),;:]+/g;

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  cause?: LoggedError;
};

/** Removes email addresses and SQL statements with their values from an error. */
export function toLoggedError(error: Error): LoggedError {
  const isDatabaseError = error instanceof DriverException || 'severity' in error;
  return {
    type: error.name,
    message: isDatabaseError ? describeDatabaseFault(error) : error.message.replace(emailLike, '…'),
    stack: error.stack?.split('\n').filter(isStackFrame).join('\n') ?? '',
    ...(error.cause instanceof Error && { cause: toLoggedError(error.cause) }),
  };
}

/**
 * True when the message names only tables, columns and types. Of the SQL states of class 42 only 42601 quotes the
 * statement with its values.
 */
const isStatementErrorCode = (code: unknown) => /^42(?!601)/.test(String(code));

function describeDatabaseFault({
  code,
  constraint,
  message,
}: Error & { code?: unknown; constraint?: unknown }) {
  const statementFaultReason = isStatementErrorCode(code) && message;
  return ['Refused by the database', code, constraint, statementFaultReason].filter(Boolean).join(', ');
}

export const logSerializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
  err: toLoggedError,
};
