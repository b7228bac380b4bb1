import { bodyBytes } from '@institute/contract/api.constants';
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import type { Config } from '../../config/config.ts';
import { answerFailure, writeRawError } from '../failures.ts';
import { toUrlWithoutOrigin } from '../policies/own-host.ts';
import { type TimeLimits, toNodeTimeouts } from '../policies/timeouts.ts';
import { type CallIdReaders, removeForwardedPorts } from '../request-context.ts';
import { SilentLogController } from '../request-log.ts';
import { SharedPortServer } from './listen.ts';

const MAX_HEADER_BYTES = 16 * 1024;
/**
 * A further connection closes one that waits for its caller. A browser opens at most six connections, a proxy about a
 * hundred.
 */
const MAX_CONNECTIONS = 2000;

/**
 * Throws for a route with a JSON schema. Fastify would load the hundred files of its own validator, while the
 * contract checks requests and answers.
 */
const throwOnRouteSchema = (): never => {
  throw new Error('Routes have no JSON schema of their own: the contract describes them.');
};

const statusByParseErrorCode: Record<string, 408 | 431> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export function makeServerOptions(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { headers, ids, limits }: { headers: Record<string, string>; ids: CallIdReaders; limits: TimeLimits },
): FastifyHttpOptions<RawServerDefault> {
  const nodeOptions = {
    ...toNodeTimeouts(limits),
    // For two Host headers Node would use the first, and a proxy perhaps the second. Joined, they match no host
    joinDuplicateHeaders: true,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    maxOpen: MAX_CONNECTIONS,
    optimizeEmptyRequests: true,
  };
  return {
    logController: new SilentLogController(),
    genReqId: ids.idOf,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    routerOptions: { maxParamLength: 500 },
    schemaController: {
      compilersFactory: { buildValidator: throwOnRouteSchema, buildSerializer: throwOnRouteSchema },
    },
    // Runs first for every request, also for one within the process
    rewriteUrl: (request) => {
      removeForwardedPorts(request);
      return toUrlWithoutOrigin(request);
    },
    bodyLimit: bodyBytes.visitor,
    // Answers requests that arrive while the server closes
    return503OnClosing: false,
    serverFactory: (answer) => new SharedPortServer(nodeOptions, answer),
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      answerFailure(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      writeRawError(socket, statusByParseErrorCode[error.code] ?? 400, headers);
    },
  };
}
