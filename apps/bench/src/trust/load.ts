import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';

/** A visitor's browser gives up after about as long. */
const TIMEOUT_MS = 15_000;

interface Seen {
  /** Email addresses of the accepted messages. */
  accepted: string[];
  answered: number;
  refused: number;
  /** Failed requests, and answers that are neither a success nor a 503 with Retry-After. */
  faults: string[];
  /** Pages that had to come from memory and did not. */
  pageFaults: string[];
  slowestMs: number;
}

export interface Load {
  seen: Seen;
  /** Resolves when the last request is answered. */
  stop(): Promise<void>;
}

/** In equal parts: posts a form, reads the home page (cached), reads a list that no cache has. */
export function startLoad(origin: string, { perSecond }: { perSecond: number }): Load {
  const seen: Seen = { accepted: [], answered: 0, refused: 0, faults: [], pageFaults: [], slowestMs: 0 };
  const open = new Set<Promise<void>>();

  async function ask(path: string, init?: RequestInit): Promise<number | undefined> {
    const startedAt = performance.now();
    try {
      const answer = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await answer.text();
      seen.answered += 1;
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - startedAt);
      if (answer.status === 503 && answer.headers.has('retry-after')) seen.refused += 1;
      else if (!answer.ok) seen.faults.push(`${path}: ${answer.status}`);
      return answer.status;
    } catch (error) {
      // nobody listened: this request never began
      if (!wasRefused(error)) seen.faults.push(`${path}: ${reasonOf(error)}`);
      return undefined;
    }
  }

  async function write(): Promise<void> {
    const email = `${randomUUID()}@example.org`;
    const body = JSON.stringify({ name: 'Amina', email, subject: 'Intake', message: 'When?' });
    const headers = { 'content-type': 'application/json', 'idempotency-key': email };
    const status = await ask(`${apiPrefix}/contact`, { method: 'POST', headers, body });
    if (status === 201) seen.accepted.push(email);
  }
  async function readPage(): Promise<void> {
    const status = await ask('/');
    if (status !== undefined && status !== 200) seen.pageFaults.push(`/: ${status}`);
  }
  async function readList(): Promise<void> {
    await ask(`${apiPrefix}/posts?q=${randomUUID()}`);
  }

  let turn = 0;
  const timer = setInterval(() => {
    const request = [write, readPage, readList][turn % 3]?.();
    turn += 1;
    if (!request) return;
    open.add(request);
    request.finally(() => open.delete(request));
  }, 1000 / perSecond);
  return {
    seen,
    stop: async () => {
      clearInterval(timer);
      await Promise.race([Promise.all(open), sleep(TIMEOUT_MS + 1000)]);
    },
  };
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

function wasRefused(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

const reasonOf = (error: unknown): string => {
  const cause = causeOf(error);
  return cause instanceof Error ? cause.message || cause.name : String(cause);
};
