import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFolder } from './product.ts';

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** The JSON to post. Each request gets another idempotency key, and its number in place of `{n}`. */
  body?: object;
  seconds: number;
}

export type Round = { answers: number; perSecond: number; p99Ms: number };

export const CONNECTION_COUNT = 50;

/** Throws when an answer is not a success. */
export const runLoad = ({ url, headers = {}, body, seconds }: Load): Promise<Round> =>
  withFolder(async (folder) => {
    const file = join(folder, 'load.lua');
    await writeFile(file, (body ? writePostScript(body) : '') + doneScript);
    const { stdout } = await promisify(execFile)('wrk', [
      '-t1',
      `-c${CONNECTION_COUNT}`,
      `-d${seconds}s`,
      '-s',
      file,
      '--timeout=30s',
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url,
    ]);
    const { bad, ...round } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Round & { bad: number };
    if (bad > 0) throw new Error(`${bad} requests to ${url} were not answered well.`);
    if (round.answers === 0) throw new Error(`${url} answered nothing.`);
    return round;
  });

/** A script that makes each body different. Without a script wrk sends the same bytes each time, which is fastest. */
const writePostScript = (body: object) => `
wrk.method = "POST"
wrk.body = [==[${JSON.stringify(body)}]==]
wrk.headers["content-type"] = "application/json"
local body = wrk.body
local count = 0
function request()
  count = count + 1
  wrk.body = body:gsub("{n}", count)
  wrk.headers["idempotency-key"] = "${performance.timeOrigin + performance.now()}-" .. count
  return wrk.format()
end`;

const doneScript = `
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"answers":%d,"perSecond":%f,"p99Ms":%f,"bad":%d}',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(99) / 1000,
    e.status + e.connect + e.read + e.write + e.timeout))
end
`;
