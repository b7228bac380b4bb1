import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

interface LineAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One kept connection. All that it asks is answered by the same of several processes. */
export interface Line {
  pid: number;
  close(): void;
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: unknown },
  ): Promise<LineAnswer>;
}

/** Opens lines to a server of `testing/` until `count` processes have answered, one line to each. */
export async function openLines(origin: string, count: number): Promise<Line[]> {
  const lines = new Map<number, Line>();
  while (lines.size < count) {
    const line = await openLine(origin);
    if (lines.has(line.pid)) {
      line.close();
      // leaves the processor to the one that still starts
      await sleep(20);
    } else {
      lines.set(line.pid, line);
    }
  }
  return [...lines.values()];
}

async function openLine(origin: string): Promise<Line> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask: Line['ask'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const sent = request(`${origin}${path}`, {
      ...{ agent, method },
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    const { promise, resolve, reject } = Promise.withResolvers<LineAnswer>();
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
