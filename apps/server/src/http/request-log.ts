import { DriverException } from '@mikro-orm/core';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

const quietRoutes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * One line for each request: method, route, status, time and id; never an address, a query or a body,
 * since those tell of people. Reads that went well are logged at `debug` only: they are most of all.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(_: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method, routeOptions } = request;
    const { statusCode, elapsedTime } = reply;
    const isRead = method === 'GET' || method === 'HEAD';
    const isQuiet = (isRead && statusCode < 400) || quietRoutes.has(routeOptions.url ?? '');
    request.log[isQuiet ? 'debug' : 'info'](
      { method, route: routeOptions.url ?? null, status: statusCode, ms: Math.round(elapsedTime * 10) / 10 },
      'request',
    );
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

/** What a log may tell of an error: no addresses of people, and no statement with its values. */
export function loggedError(error: Error): LoggedError {
  const isOfDatabase = error instanceof DriverException || 'severity' in error;
  return {
    type: error.name,
    message: isOfDatabase ? databaseFault(error) : error.message.replace(emailLike, '…'),
    stack: error.stack?.split('\n').filter(isFrame).join('\n') ?? '',
    ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
  };
}

function databaseFault({ code, constraint }: Error & { code?: unknown; constraint?: unknown }): string {
  return ['Refused by the database', code, constraint].filter(Boolean).join(', ');
}

export const logSerializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
  err: loggedError,
};
