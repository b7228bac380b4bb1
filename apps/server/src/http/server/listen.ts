import { once } from 'node:events';
import { type RequestListener, Server, type ServerOptions } from 'node:http';
import { type AddressInfo, createServer, type Server as Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readAnnouncedBytes } from '../policies/timeouts.ts';
import { toNetworkBlock } from '../request-context.ts';
import { canShare } from './port.ts';
import { UnfinishedRequests } from './unfinished-requests.ts';

/** Fastify's default, which does not apply to servers of a factory. */
const KEEP_ALIVE_MS = 72_000;

/** Connections that may wait to be accepted while the process is busy. Clients retry refused ones only after seconds. */
const BACKLOG_LENGTH = 2000;
/**
 * Node accepts one connection of a socket in each turn of the event loop. A busy process takes long turns, so
 * visitors would wait for seconds even to be refused. Several sockets share the port, and each is asked.
 */
const SOCKET_COUNT = 16;

export class SharedPortServer extends Server {
  /** In a full server one of them makes room for a new connection. */
  readonly unfinished: UnfinishedRequests = new UnfinishedRequests();
  /** Node's `maxConnections` counts one socket only, and refuses the connections that come last. */
  readonly maxOpen: number;
  readonly #sockets: Socket[] = [];
  #open = 0;

  constructor(
    { maxOpen = Infinity, ...options }: ServerOptions & { maxOpen?: number },
    answer: RequestListener,
  ) {
    super({ keepAliveTimeout: KEEP_ALIVE_MS, ...options }, answer);
    this.maxOpen = maxOpen;
    this.on('connection', (connection) => {
      this.#open += 1;
      connection.once('close', () => {
        this.#open -= 1;
        this.unfinished.remove(connection);
      });
      this.unfinished.add(connection, toNetworkBlock(connection.remoteAddress ?? ''));
      if (this.#open > maxOpen) this.unfinished.endOldest();
    });
    this.on('request', (request, response) => {
      const { socket } = request;
      const markReceived = () => {
        // The request may have been answered before its body came
        if (!response.writableFinished) this.unfinished.remove(socket);
      };
      if (readAnnouncedBytes(request.headers) === 0) markReceived();
      else request.once('end', markReceived);
      response.once('finish', () => {
        if (!socket.destroyed) this.unfinished.add(socket, toNetworkBlock(socket.remoteAddress ?? ''));
      });
    });
  }

  async openSockets(host: string): Promise<void> {
    const { port } = this.address() as AddressInfo;
    const opening = Array.from({ length: SOCKET_COUNT - 1 }, () => {
      // The options that an HTTP server gives its own socket
      const socket = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
        this.emit('connection', connection),
      );
      this.#sockets.push(socket);
      return once(socket.listen({ port, host, backlog: BACKLOG_LENGTH, reusePort: true }), 'listening');
    });
    await Promise.all(opening);
  }

  override close(done?: (error?: Error) => void): this {
    const closed = this.#sockets.map((socket) => new Promise((resolve) => socket.close(resolve)));
    return super.close((error) => Promise.all(closed).then(() => done?.(error)));
  }
}

export async function listenOnSockets(app: FastifyInstance, { port, host }: { port: number; host: string }) {
  const { server } = app;
  const isShared = canShare && server instanceof SharedPortServer;
  const options = { port, host, backlog: BACKLOG_LENGTH, reusePort: isShared };
  await app.listen(options);
  if (isShared) await server.openSockets(host);
}
