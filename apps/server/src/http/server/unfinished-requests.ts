import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readAnnouncedBytes } from '../policies/timeouts.ts';
import { toNetworkBlock } from '../request-context.ts';

/**
 * Connections that wait for their caller: for headers, the rest of a body or the next request. The connections of a
 * network are in the order of their age, the oldest first.
 */
export class UnfinishedRequests {
  readonly #byNetwork = new Map<string, Set<Socket>>();
  readonly #networkOf = new WeakMap<Socket, string>();

  /** Adds a connection. One that is here already moves to the new network. */
  add(socket: Socket, network: string): void {
    if (this.#networkOf.get(socket) === network) return;
    this.remove(socket);
    const networkSockets = this.#byNetwork.get(network);
    if (networkSockets) networkSockets.add(socket);
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
    const remainingSocketsOfNetwork = this.#byNetwork.get(network);
    remainingSocketsOfNetwork?.delete(socket);
    if (remainingSocketsOfNetwork?.size === 0) this.#byNetwork.delete(network);
  }

  /** Closes the oldest connection of the network that has the most of them. */
  endOldest(): void {
    let socketsOfFullestNetwork: Set<Socket> = new Set();
    for (const group of this.#byNetwork.values())
      if (group.size > socketsOfFullestNetwork.size) socketsOfFullestNetwork = group;
    const [oldest] = socketsOfFullestNetwork;
    if (!oldest) return;
    this.remove(oldest);
    oldest.destroy();
  }
}

/**
 * Counts a body under the network of its caller. Behind a proxy only the headers name the caller, and they come
 * before the body.
 */
export function countBodiesByCaller(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, ip, server }, _, done) => {
    const { unfinished } = server.server as { unfinished?: UnfinishedRequests };
    if (readAnnouncedBytes(raw.headers) > 0) unfinished?.move(raw.socket, toNetworkBlock(ip));
    done();
  });
}
