import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readAnnouncedBytes } from '../policies/timeouts.ts';
import { toNetworkBlock } from '../request-context.ts';

/**
 * Connections that wait for their caller: for headers, the rest of a body or the next request. Within a network the
 * oldest comes first.
 */
export class UnfinishedRequests {
  readonly #byNetwork = new Map<string, Set<Socket>>();
  readonly #networkOf = new WeakMap<Socket, string>();

  /** Adds a connection, or counts it for another network. */
  add(socket: Socket, network: string): void {
    if (this.#networkOf.get(socket) === network) return;
    this.remove(socket);
    const group = this.#byNetwork.get(network);
    if (group) group.add(socket);
    else this.#byNetwork.set(network, new Set([socket]));
    this.#networkOf.set(socket, network);
  }

  move(socket: Socket, network: string): void {
    if (this.#networkOf.has(socket)) this.add(socket, network);
  }

  remove(socket: Socket): void {
    const network = this.#networkOf.get(socket);
    if (network === undefined) return;
    this.#networkOf.delete(socket);
    const group = this.#byNetwork.get(network);
    group?.delete(socket);
    if (group?.size === 0) this.#byNetwork.delete(network);
  }

  /** Ends the oldest connection of the network that has most of them. */
  endOldest(): void {
    let fullest: Set<Socket> = new Set();
    for (const group of this.#byNetwork.values()) if (group.size > fullest.size) fullest = group;
    const [oldest] = fullest;
    if (!oldest) return;
    this.remove(oldest);
    oldest.destroy();
  }
}

/** Behind a proxy the headers name the caller, whose body may still come. */
export function countBodiesByCaller(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, ip, server }, _, done) => {
    const { unfinished } = server.server as { unfinished?: UnfinishedRequests };
    if (readAnnouncedBytes(raw.headers) > 0) unfinished?.move(raw.socket, toNetworkBlock(ip));
    done();
  });
}
