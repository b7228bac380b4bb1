import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { SharedPortServer } from './shared-port.ts';

/** Returns true when it has answered. */
export type ServeFromCache = (request: IncomingMessage, response: ServerResponse) => boolean;

/** False leaves the answer to the framework. */
export type Admits = (request: IncomingMessage) => boolean;

/** Fastify's default, which does not apply to servers of a factory. */
const KEEP_ALIVE_MS = 72_000;

interface CachingServerOptions extends ServerOptions {
  admits?: Admits;
  maxConnections?: number;
  stopping?: AbortSignal | undefined;
}

export const cachingServer =
  (
    serveFromCache: ServeFromCache,
    { admits = () => true, maxConnections, stopping, ...options }: CachingServerOptions = {},
  ): FastifyServerFactory =>
  (handle) => {
    const server = new SharedPortServer(
      { keepAliveTimeout: KEEP_ALIVE_MS, ...options },
      (request, response) => {
        // ends connections early, so that few are open when the server closes
        if (stopping?.aborted) response.shouldKeepAlive = false;
        const isAdmitted = admits(request);
        // while the server closes, the framework ends each connection with its answer
        if (isAdmitted && server.listening && serveFromCache(request, response)) return;
        handle(request, response);
      },
    );
    if (maxConnections) server.maxConnections = maxConnections;
    return server;
  };
