import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Load {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  seconds: number;
}

/** Results of one round of load. */
export interface Round {
  answers: number;
  perSecond: number;
  p99Ms: number;
}

const worker = `${import.meta.dirname}/load.worker.ts`;

/** Puts load on a server from a separate process. Every answer must be a success. */
export async function putLoad(load: Load): Promise<Round> {
  const { stdout } = await promisify(execFile)(process.execPath, [worker, JSON.stringify(load)]);
  const { bad, ...round }: Round & { bad: number } = JSON.parse(stdout);
  if (bad > 0) throw new Error(`${bad} requests to ${load.url} were not answered well.`);
  return round;
}
