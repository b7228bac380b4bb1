import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;
const ANSWER_MAY_TAKE_MS = 15_000;

interface Answer {
  status: number;
  data: Record<string, unknown>;
}

export interface Client {
  /** Posts until the server has taken it, as a browser with a weak connection does. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Answers that nobody should ever get. */
  faults: string[];
  /** Calls that were cut off or refused and made again. */
  repeated(): number;
}

/** A visitor, or the payment provider, who does not give up while the server dies again and again. */
export function patientClient(origin: string): Client {
  const faults: string[] = [];
  let repeated = 0;

  async function once(path: string, init: RequestInit): Promise<Answer | undefined> {
    try {
      const response = await fetch(origin + path, {
        ...init,
        signal: AbortSignal.timeout(ANSWER_MAY_TAKE_MS),
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
        // dead, or its database is not up yet; anything else is a fault
        if (answer && answer.status !== 503) faults.push(`POST ${path}: ${answer.status}`);
        repeated += 1;
        await sleep(PAUSE_MS);
      }
    },
  };
}
