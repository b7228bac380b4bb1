import { DriverException } from '@mikro-orm/core';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { quietRoutes, runWhenSent } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where it waited before its line of the log was begun. */
    waitedSince?: number;
  }
}

/** Requests have the line of `logRequest` and none of Fastify. */
export class QuietRequests extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(): void {}
}

/**
 * Addresses, queries and bodies are personal data and never logged. Successful reads are the most frequent,
 * so they log at `debug`.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply, traceparent: string | undefined) {
  const beganAt = request.waitedSince ?? performance.now();
  runWhenSent(reply, () => {
    const { method, routeOptions, id: reqId, server } = request;
    const { statusCode } = reply;
    const isRead = method === 'GET' || method === 'HEAD';
    const isQuiet = (isRead && statusCode < 400) || quietRoutes.has(routeOptions.url ?? '');
    const route = routeOptions.url ?? null;
    const ms = Math.round((performance.now() - beganAt) * 10) / 10;
    const line = { reqId, ...(traceparent && { traceparent }), method, route, status: statusCode, ms };
    server.log[isQuiet ? 'debug' : 'info'](line, 'request');
  });
}

const isFrame = (line: string) => /^\s+at /.test(line);
const emailLike = /[^\s"'<>@(),;:]+@[^\s"'<>@(),;:]+/g;

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  cause?: LoggedError;
};

/** Removes email addresses and SQL statements with their values from an error. */
export function toLoggedError(error: Error): LoggedError {
  const isOfDatabase = error instanceof DriverException || 'severity' in error;
  return {
    type: error.name,
    message: isOfDatabase ? describeDatabaseFault(error) : error.message.replace(emailLike, '…'),
    stack: error.stack?.split('\n').filter(isFrame).join('\n') ?? '',
    ...(error.cause instanceof Error && { cause: toLoggedError(error.cause) }),
  };
}

/** Only 42601 quotes the statement. Other codes of class 42 name tables, columns and types, but no values. */
const isFaultOfStatement = (code: unknown) => /^42(?!601)/.test(String(code));

function describeDatabaseFault({
  code,
  constraint,
  message,
}: Error & { code?: unknown; constraint?: unknown }) {
  const reason = isFaultOfStatement(code) && message;
  return ['Refused by the database', code, constraint, reason].filter(Boolean).join(', ');
}

export const logSerializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
  err: toLoggedError,
};
