import { DriverException } from '@mikro-orm/core';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type CallIds, quietRoutes } from '../request-context.ts';

/**
 * Addresses, queries and bodies are personal data and never logged. Successful reads are the most frequent,
 * so they log at `debug`.
 */
export class RequestLog extends LogController {
  #ids: CallIds;

  constructor(ids: CallIds) {
    super();
    this.#ids = ids;
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(_: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method, routeOptions, id: reqId, raw, server } = request;
    const { statusCode, elapsedTime } = reply;
    const traceparent = this.#ids.traceparentOf(raw);
    const isRead = method === 'GET' || method === 'HEAD';
    const isQuiet = (isRead && statusCode < 400) || quietRoutes.has(routeOptions.url ?? '');
    const [route, ms] = [routeOptions.url ?? null, Math.round(elapsedTime * 10) / 10];
    const line = { reqId, ...(traceparent && { traceparent }), method, route, status: statusCode, ms };
    server.log[isQuiet ? 'debug' : 'info'](line, 'request');
  }
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
export function loggedError(error: Error): LoggedError {
  const isOfDatabase = error instanceof DriverException || 'severity' in error;
  return {
    type: error.name,
    message: isOfDatabase ? databaseFault(error) : error.message.replace(emailLike, '…'),
    stack: error.stack?.split('\n').filter(isFrame).join('\n') ?? '',
    ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
  };
}

/** These name tables, columns and types that are missing or do not fit, and no values. 42601 quotes the statement. */
const isFaultOfStatement = (code: unknown) => /^42(?!601)/.test(String(code));

function databaseFault({
  code,
  constraint,
  message,
}: Error & { code?: unknown; constraint?: unknown }): string {
  const reason = isFaultOfStatement(code) && message;
  return ['Refused by the database', code, constraint, reason].filter(Boolean).join(', ');
}

export const logSerializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
  err: loggedError,
};
