import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';

const keepAliveAgent = new Agent({ keepAlive: true });

export interface TimedAnswer {
  headers: Record<string, string>;
  body: Buffer;
  ms: number;
}

/** The product answers requests with this header without its cache. */
export const uncachedHeaders = { authorization: 'Basic YmVuY2g6YmVuY2g=' };

/** Gets an answer whose body stays compressed. */
export async function getCompressed(url: string, headers: Record<string, string> = {}): Promise<TimedAnswer> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Omit<TimedAnswer, 'ms'>>();
  get(
    url,
    { agent: keepAliveAgent, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } },
    async (answer) => {
      const answerBody = await buffer(answer).catch(reject);
      if (!answerBody || answer.statusCode !== 200)
        return reject(new Error(`${url} answered ${answer.statusCode}.`));
      const headerPairs = Object.entries(answer.headers).map(([name, value]) => [name, `${value}`]);
      resolve({ headers: Object.fromEntries(headerPairs), body: answerBody });
    },
  ).on('error', reject);
  return { ...(await promise), ms: performance.now() - startedAt };
}
