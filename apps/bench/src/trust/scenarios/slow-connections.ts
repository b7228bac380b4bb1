import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { startProduct } from '../../product.ts';
import { atLeast, atMost, exactly, none, type Scenario } from '../scenario.ts';
import { faultsOf, p99Of, sendVisits } from '../visits.ts';

const SLOW_HEADERS = 500;
const SLOW_BODIES = 200;
/** A byte comes now and then, so that no connection looks idle. */
const BYTE_EVERY_MS = 2000;
const CLOSED_MS = 30_000;
const NORMAL_MS = 1000;
const OBSERVED_SECONDS = 35;
/** As many as a small school has at a busy time. */
const NORMAL = { readsPerSecond: 20, formsPerSecond: 2 };

/** 700 connections that send a byte every two seconds, while others use the site. */
export const scenario: Scenario = {
  name: 'slow-connections',
  limitSeconds: 120,
  async run(folder) {
    const product = await startProduct(folder, { LOG_LEVEL: 'warn' });
    await sendVisits(product.origin, [{ name: 'warm', seconds: 3, ...NORMAL }]);
    const { host } = new URL(product.origin);
    const body = `POST ${apiPrefix}/contact HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
    const slow = [
      ...Array.from({ length: SLOW_HEADERS }, () => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
      ...Array.from({ length: SLOW_BODIES }, (_, number) =>
        number % 2
          ? `${body}Content-Length: 1000\r\n\r\n{"name":"`
          : `${body}Transfer-Encoding: chunked\r\n\r\n`,
      ),
    ].map((beginning) => sendSlowly(product.origin, beginning));
    const normal = sendVisits(product.origin, [{ name: 'normal', seconds: OBSERVED_SECONDS, ...NORMAL }]);

    const ends = await Promise.all(slow.map((end) => Promise.race([end, sleep(2 * CLOSED_MS, undefined)])));
    const { visits } = await normal;
    await product.stop();
    const [headers, bodies] = [ends.slice(0, SLOW_HEADERS), ends.slice(SLOW_HEADERS)];
    return [
      ...[
        [`of ${SLOW_HEADERS} connections with slow headers`, headers] as const,
        [`of ${SLOW_BODIES} connections with slow bodies`, bodies] as const,
      ].flatMap(([name, group]) => [
        exactly(`${name}: closed`, group.filter((end) => end !== undefined).length, group.length),
        exactly(`${name}: told 408`, group.filter((end) => end?.status === '408').length, group.length),
        atMost(
          `${name}: the last is closed after`,
          Math.max(...group.map((end) => end?.ms ?? Number.POSITIVE_INFINITY)) / 1000,
          CLOSED_MS / 1000,
          's',
        ),
      ]),
      atLeast('requests of others meanwhile', visits.length, 500),
      atMost('requests of others meanwhile, p99', p99Of(visits), NORMAL_MS, 'ms'),
      none(
        'requests of others that failed or were refused',
        faultsOf(visits).concat(visits.flatMap(({ outcome, kind }) => (outcome === 'refused' ? [kind] : []))),
      ),
    ];
  },
};

interface End {
  ms: number;
  status: string | undefined;
}

/** Sends the beginning and then a byte now and then, until the server closes the connection. */
async function sendSlowly(origin: string, beginning: string): Promise<End> {
  const { hostname, port } = new URL(origin);
  const startedAt = performance.now();
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const isChunked = beginning.includes('chunked');
  socket.write(beginning);
  const drip = setInterval(() => socket.write(isChunked ? '1\r\n \r\n' : 'x'), BYTE_EVERY_MS);
  await once(socket, 'close');
  clearInterval(drip);
  return { ms: performance.now() - startedAt, status: /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] };
}
