import { once } from 'node:events';
import { type RequestListener, Server, type ServerOptions } from 'node:http';
import { type AddressInfo, createServer, type Server as Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readAnnouncedBytes } from '../policies/timeouts.ts';
import { toNetworkBlock } from '../request-context.ts';
import { canSharePort } from './port.ts';
import { UnfinishedRequests } from './unfinished-requests.ts';

/** Fastify's default, which it does not apply to a server that a factory made. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Connections that may wait until the busy process accepts them. Clients repeat a refused connection only after
 * seconds.
 */
const BACKLOG_LENGTH = 2000;
/**
 * In each turn of the event loop Node accepts one connection of each socket. In a busy process a turn takes long, and
 * with one socket visitors would wait for seconds even to be refused. So several sockets share the port.
 */
const SOCKET_COUNT = 16;

export class SharedPortServer extends Server {
  /** Connections without a complete request. When the server is full, one of them is closed for a new connection. */
  readonly unfinished: UnfinishedRequests = new UnfinishedRequests();
  /**
   * Most open connections. Node's `maxConnections` counts for one socket only, and refuses the newest connection
   * instead.
   */
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
      const markBodyReceived = () => {
        // Nothing is marked when the request was answered before its body arrived
        if (!response.writableFinished) this.unfinished.remove(socket);
      };
      if (readAnnouncedBytes(request.headers) === 0) markBodyReceived();
      else request.once('end', markBodyReceived);
      response.once('finish', () => {
        if (!socket.destroyed) this.unfinished.add(socket, toNetworkBlock(socket.remoteAddress ?? ''));
      });
    });
  }

  async openSockets(host: string): Promise<void> {
    const { port } = this.address() as AddressInfo;
    const openingSockets = Array.from({ length: SOCKET_COUNT - 1 }, () => {
      // The same options as those that an HTTP server gives its own socket
      const additionalSocket = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
        this.emit('connection', connection),
      );
      this.#sockets.push(additionalSocket);
      return once(
        additionalSocket.listen({ port, host, backlog: BACKLOG_LENGTH, reusePort: true }),
        'listening',
      );
    });
    await Promise.all(openingSockets);
  }

  override close(done?: (error?: Error) => void): this {
    const closedSockets = this.#sockets.map((socket) => new Promise((resolve) => socket.close(resolve)));
    return super.close((error) => Promise.all(closedSockets).then(() => done?.(error)));
  }
}

export async function listenOnSockets(app: FastifyInstance, { port, host }: { port: number; host: string }) {
  const { server } = app;
  const isPortShared = canSharePort && server instanceof SharedPortServer;
  const listenOptions = { port, host, backlog: BACKLOG_LENGTH, reusePort: isPortShared };
  await app.listen(listenOptions);
  if (isPortShared) await server.openSockets(host);
}
