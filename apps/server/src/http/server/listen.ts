import { once } from 'node:events';
import { type RequestListener, Server, type ServerOptions } from 'node:http';
import { type AddressInfo, createServer, type Server as Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { canShare } from './port.ts';

/** Fastify's default, which does not apply to servers of a factory. */
const KEEP_ALIVE_MS = 72_000;

/** Connections that may wait to be accepted while the process is busy. Clients retry refused ones only after seconds. */
const BACKLOG = 2000;
/**
 * Node accepts one connection of a socket in each turn of the event loop. A busy process takes long turns, so
 * visitors would wait for seconds even to be refused. Several sockets share the port, and each is asked.
 */
const SOCKETS = 16;

export class SharedPortServer extends Server {
  readonly #sockets: Socket[] = [];
  #open = 0;

  constructor(
    { maxConnections, ...options }: ServerOptions & { maxConnections?: number },
    answer: RequestListener,
  ) {
    super({ keepAliveTimeout: KEEP_ALIVE_MS, ...options }, answer);
    if (maxConnections) this.maxConnections = maxConnections;
    // Node counts only the connections of one socket
    this.on('connection', (connection) => {
      this.#open += 1;
      connection.once('close', () => {
        this.#open -= 1;
      });
      if (this.#open > this.maxConnections) connection.destroy();
    });
  }

  async openSockets(host: string): Promise<void> {
    const { port } = this.address() as AddressInfo;
    const opening = Array.from({ length: SOCKETS - 1 }, () => {
      // The options that an HTTP server gives its own socket
      const socket = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
        this.emit('connection', connection),
      );
      this.#sockets.push(socket);
      return once(socket.listen({ port, host, backlog: BACKLOG, reusePort: true }), 'listening');
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
  const options = { port, host, backlog: BACKLOG, reusePort: isShared };
  await app.listen(options);
  if (isShared) await server.openSockets(host);
}
