import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;
const TIMEOUT_MS = 15_000;

interface Answer {
  status: number;
  data: Record<string, unknown>;
}

export interface Client {
  /** Posts until the server accepts, like a browser on a weak connection. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Answers that must never happen. */
  faults: string[];
  /** Number of calls that were cut off or refused, then repeated. */
  repeated(): number;
}

/** A client that keeps retrying while the server is killed again and again. */
export function retryingClient(origin: string): Client {
  const faults: string[] = [];
  let repeated = 0;

  async function once(path: string, init: RequestInit): Promise<Answer | undefined> {
    try {
      const response = await fetch(origin + path, {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { data = {} } = (await response.json()) as Partial<Answer>;
      return { status: response.status, data };
    } catch {
      return undefined;
    }
  }

  return {
    faults,
    repeated: () => repeated,
    post: async (path, body, headers = {}) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      };
      for (;;) {
        const answer = await once(path, init);
        if (answer && answer.status < 300) return answer;
        // The server is down, or its database is not up yet. Any other status is a fault.
        if (answer && answer.status !== 503) faults.push(`POST ${path}: ${answer.status}`);
        repeated += 1;
        await sleep(PAUSE_MS);
      }
    },
  };
}
