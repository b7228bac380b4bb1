import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withTemporaryFolder } from './product.ts';

export interface LoadSettings {
  url: string;
  headers?: Record<string, string>;
  /** The JSON to post. Each request has an idempotency key of its own, and its number in place of `{n}`. */
  body?: object;
  seconds: number;
}

export type LoadResult = { answers: number; perSecond: number; p99Ms: number };

export const CONNECTION_COUNT = 50;

/** Throws when an answer is not a success. */
export const runLoad = ({ url, headers = {}, body, seconds }: LoadSettings): Promise<LoadResult> =>
  withTemporaryFolder(async (folder) => {
    const luaScriptFile = join(folder, 'load.lua');
    await writeFile(luaScriptFile, (body ? writePostScript(body) : '') + summaryScript);
    const { stdout } = await promisify(execFile)('wrk', [
      '-t1',
      `-c${CONNECTION_COUNT}`,
      `-d${seconds}s`,
      '-s',
      luaScriptFile,
      '--timeout=30s',
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url,
    ]);
    const { bad, ...round } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as LoadResult & { bad: number };
    if (bad > 0) throw new Error(`${bad} requests to ${url} were not answered well.`);
    if (round.answers === 0) throw new Error(`${url} answered nothing.`);
    return round;
  });

/**
 * Lua script that makes each body different. Without a body no such script is used, because wrk is fastest when it
 * always sends the same bytes.
 */
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

const summaryScript = `
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"answers":%d,"perSecond":%f,"p99Ms":%f,"bad":%d}',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(99) / 1000,
    e.status + e.connect + e.read + e.write + e.timeout))
end
`;
