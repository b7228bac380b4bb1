import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFolder } from './product.ts';

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  seconds: number;
  connections?: number;
}

export type Round = { answers: number; perSecond: number; p99Ms: number };

export const CONNECTIONS = 50;
/** Each request gets a different text in the place of this part of a header. */
export const EACH_ID = '<id>';

/** Throws when an answer is not a success. */
export const putLoad = (load: Load): Promise<Round> =>
  withFolder(async (folder) => {
    const { url, headers = {}, seconds, connections = CONNECTIONS } = load;
    const file = join(folder, 'load.lua');
    await writeFile(file, wrkScript(load));
    const { stdout } = await promisify(execFile)('wrk', [
      ...['-t1', `-c${connections}`, `-d${seconds}s`, '-s', file, '--timeout=30s'],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url,
    ]);
    const { bad, ...round } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Round & { bad: number };
    if (bad > 0) throw new Error(`${bad} requests to ${url} were not answered well.`);
    if (round.answers === 0) throw new Error(`${url} answered nothing.`);
    return round;
  });

/** Defines `request` only where requests differ. Otherwise wrk sends the same bytes, which is fastest. */
function wrkScript({ method = 'GET', headers = {}, body }: Load): string {
  const [own] = Object.entries(headers).find(([, value]) => value.includes(EACH_ID)) ?? [];
  const request = `
local count = 0
function request()
  count = count + 1
  wrk.headers["${own}"] = "${performance.timeOrigin + performance.now()}-" .. count
  return wrk.format()
end`;
  return `
wrk.method = "${method}"
${body === undefined ? '' : `wrk.body = [==[${body}]==]`}
${own === undefined ? '' : request}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"answers":%d,"perSecond":%f,"p99Ms":%f,"bad":%d}',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(99) / 1000,
    e.status + e.connect + e.read + e.write + e.timeout))
end
`;
}
