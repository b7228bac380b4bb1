import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { registration } from '../../../../server/src/testing/given.ts';
import { type Address, openTogether } from '../../../../server/src/testing/visitors.ts';
import { putLoad } from '../../load.ts';
import { startProduct } from '../../product.ts';
import { percentile } from '../percentile.ts';
import { atMost, exactly, type Figure, none, noted, type Scenario } from '../scenario.ts';
import { startCaddy, startTopology } from '../topology.ts';

const PAGES = ['/', '/gallery', '/programs', '/news', '/registration'];
const CLASSES = [30, 60, 100, 200];
const SEATS = 100;
const CONNECTIONS = 500;
const SECONDS = 30;
const HEALTH_MS = 500;

/** Classes that open a page together, as browsers do it; a lab that registers together; many connections for a while. */
export const scenario: Scenario = {
  name: 'class-rush',
  limitSeconds: 400,
  async run(folder) {
    const needed = ['nginx', 'redis-server', 'caddy'];
    const missing = needed.filter((program) => !hasProgram(program));
    if (missing.length > 0) return { skipped: `${missing.join(' and ')} not installed` };

    const topology = await startTopology(folder, { LOG_LEVEL: 'warn' });
    const caddy = await startCaddy(join(folder, 'caddy'), topology);
    const { host } = new URL(topology.origin);
    const behindNginx = await classes('behind nginx over HTTP/2', { origin: topology.origin });
    const behindCaddy = await classes('behind Caddy over HTTP/2', { origin: caddy.origin, host });
    await caddy.stop();
    await topology.stop();

    const product = await startProduct(join(folder, 'alone'), { LOG_LEVEL: 'warn' });
    const alone = await classes('without a proxy', { origin: product.origin });
    const lab = await registerTogether(product.origin);
    const connections = await manyConnections(product.origin);
    await product.stop();
    return [...alone, ...behindNginx, ...behindCaddy, ...lab, ...connections];
  },
};

const hasProgram = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Each page is opened by each class. */
async function classes(place: string, address: Address): Promise<Figure[]> {
  let requests = 0;
  const faults: string[] = [];
  for (const visitors of CLASSES) {
    for (const page of PAGES) {
      const opened = await openTogether(address, [page], visitors);
      requests += opened.requests;
      faults.push(...opened.faults);
    }
  }
  return [
    noted(`${place}: ${CLASSES.join(', ')} visitors of ${PAGES.length} pages at once, requests`, requests),
    none(`${place}: answers that are not 200`, faults),
  ];
}

async function registerTogether(origin: string): Promise<Figure[]> {
  const sent = Array.from({ length: SEATS }, async (_, seat) => {
    const body = { ...registration, programId: 1, email: `seat-${seat}@lab.example` };
    const answer = await fetch(`${origin}${apiPrefix}/registrations`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', 'idempotency-key': `seat-${seat}` },
    });
    return answer.status;
  });
  const statuses = await Promise.all(sent);
  const stored = statuses.filter((status) => status === 201).length;
  return [
    exactly(`of ${SEATS} registrations of one address at once, with default limits: stored`, stored, SEATS),
  ];
}

/** Half of the connections read what memory knows, half what it never keeps. */
async function manyConnections(origin: string): Promise<Figure[]> {
  const health: number[] = [];
  const unwell: string[] = [];
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      for (const path of ['/healthz', '/readyz']) {
        const startedAt = performance.now();
        const { status } = await fetch(origin + path, { headers: { connection: 'close' } });
        health.push(performance.now() - startedAt);
        if (status !== 200) unwell.push(`${path}: ${status}`);
      }
      await sleep(200);
    }
  })();
  const load = { method: 'GET', headers: {}, seconds: SECONDS, connections: CONNECTIONS / 2 } as const;
  // an answer that is lost, or is not 200, ends the scenario
  const rounds = await Promise.all(
    ['/', `${apiPrefix}/stats`].map((path) => putLoad({ ...load, url: origin + path })),
  );
  isOver = true;
  await probing;
  const answers = rounds.reduce((sum, round) => sum + round.answers, 0);
  return [
    noted(`${CONNECTIONS} connections for ${SECONDS} s: answers, all of them 200`, answers),
    none(`${CONNECTIONS} connections: health checks that failed`, unwell),
    atMost(`${CONNECTIONS} connections: health checks, p99`, percentile(health, 99), HEALTH_MS, 'ms'),
  ];
}
