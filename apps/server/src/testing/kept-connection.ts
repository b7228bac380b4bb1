import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A connection that stays open. The same one of several processes answers all its requests. */
export interface KeptConnection {
  pid: number;
  close(): void;
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: unknown },
  ): Promise<Answer>;
}

/** Opens connections to a server of `testing/` until `count` processes have answered, one to each. */
export async function openConnections(origin: string, count: number): Promise<KeptConnection[]> {
  const connections = new Map<number, KeptConnection>();
  while (connections.size < count) {
    const connection = await openConnection(origin);
    if (connections.has(connection.pid)) {
      connection.close();
      // leaves the processor to the one that still starts
      await sleep(20);
    } else {
      connections.set(connection.pid, connection);
    }
  }
  return [...connections.values()];
}

async function openConnection(origin: string): Promise<KeptConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask: KeptConnection['ask'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const sent = request(`${origin}${path}`, {
      ...{ agent, method },
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    sent.on('error', reject).on('response', (answer) => {
      text(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      );
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  };
  return { pid: Number((await ask('/pid')).body), close: () => agent.destroy(), ask };
}
