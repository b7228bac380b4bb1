import { Agent, get, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface Wire {
  headers: Record<string, string>;
  body: Buffer;
  ms: number;
}

/** One GET as a browser sends it. The answer stays compressed. */
export async function wireGet(
  url: string,
  headers: Record<string, string> = {},
  expected = 200,
): Promise<Wire> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<{ status?: number } & Omit<Wire, 'ms'>>();
  get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } }, (answer) => {
    buffer(answer).then(
      (body) => resolve({ status: answer.statusCode ?? 0, headers: single(answer.headers), body }),
      reject,
    );
  }).on('error', reject);
  const { status, ...answer } = await promise;
  if (status !== expected) throw new Error(`${url} answered ${status}.`);
  return { ...answer, ms: performance.now() - startedAt };
}

const single = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}`]));

/** Sends a form, and waits for the first byte of the answer's body. The rest is not read. */
export async function firstByteMs(url: string, form: URLSearchParams): Promise<number> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(url, { method: 'POST', headers }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
    answer.once('data', () => {
      resolve(performance.now() - startedAt);
      answer.destroy();
    });
  });
  sent.on('error', reject).end(`${form}`);
  return promise;
}
