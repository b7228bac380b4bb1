import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isReady, originOf } from '../product.ts';

const LOOK_EVERY_MS = 250;

export interface Balancer {
  origin: string;
  /** Adds a process. It gets requests while it is ready. */
  add(origin: string): Promise<void>;
  remove(origin: string): void;
  close(): void;
}

/** Sends requests in turn to the processes that are ready, as nginx or a service of Kubernetes does. */
export async function startBalancer(): Promise<Balancer> {
  const processes = new Map<string, { isReady: boolean }>();
  let turn = 0;

  const look = () =>
    Promise.all(
      [...processes].map(async ([origin, state]) => {
        state.isReady = await isReady(origin);
      }),
    );
  const looking = setInterval(look, LOOK_EVERY_MS);

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    const ready = [...processes].filter(([, state]) => state.isReady).map(([origin]) => origin);
    turn += 1;
    const origin = ready[turn % ready.length];
    const fail = () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (!origin) {
      fail();
      return;
    }
    const { method, url = '/', headers } = incoming;
    const outgoing = request(origin + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', fail).pipe(response);
    });
    incoming.pipe(outgoing.on('error', fail));
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: originOf((server.address() as AddressInfo).port),
    add: async (origin) => {
      processes.set(origin, { isReady: false });
      await look();
    },
    remove: (origin) => {
      processes.delete(origin);
    },
    close: () => {
      clearInterval(looking);
      server.close();
      server.closeAllConnections();
    },
  };
}
