import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { registration } from '../../server/src/testing/given.ts';
import { startProduct } from '../../server/src/testing/started-product.ts';
import { startCaddy, startTopology } from '../../server/src/testing/topology.ts';
import { type Address, openTogether } from '../../server/src/testing/visitors.ts';
import { quantile } from './median.ts';
import { withFolder } from './product.ts';
import { type Figure, isShort, noneFigure, type Section } from './report.ts';
import { putLoad } from './wrk.ts';

const PAGES = ['/', '/gallery', '/programs', '/news', '/registration'];
const CLASSES = isShort ? [30] : [30, 60, 100, 200];
const SEATS = 100;
const CONNECTIONS = 500;
const SECONDS = isShort ? 5 : 30;

export const rushTogether = (): Promise<Section> =>
  withFolder(async (folder) => {
    const quiet = { LOG_LEVEL: 'warn' };
    const topology = await startTopology(folder, quiet);
    const caddy = await startCaddy(join(folder, 'caddy'), topology);
    const { host } = new URL(topology.origin);
    const behindNginx = await openInClasses('behind nginx over HTTP/2', { origin: topology.origin });
    const behindCaddy = await openInClasses('behind Caddy over HTTP/2', { origin: caddy.origin, host });
    await caddy.stop();
    await topology.stop();

    const { origin, stop } = await startProduct(join(folder, 'alone'), quiet);
    const figures = [
      ...[await openInClasses('without a proxy', { origin }), behindNginx, behindCaddy],
      ...[await registerTogether(origin), ...(await connectOften(origin))],
    ];
    await stop();
    return {
      title: 'Rush',
      text: `Classes of ${CLASSES.join(', ')} visitors open one of ${PAGES.length} pages at the same moment, as browsers do it: the page, then all its files, over six connections or one of HTTP/2. Then a computer lab registers at once, and ${CONNECTIONS} connections ask for ${SECONDS} seconds.`,
      figures,
    };
  });

async function openInClasses(place: string, address: Address): Promise<Figure> {
  let requests = 0;
  const faults: string[] = [];
  for (const visitors of CLASSES) {
    for (const page of PAGES) {
      const opened = await openTogether(address, [page], visitors);
      requests += opened.requests;
      faults.push(...opened.faults);
    }
  }
  const figure = noneFigure(`${place}: answers that are not 200`, faults);
  return { details: `of ${requests.toLocaleString('en')}`, ...figure };
}

async function registerTogether(origin: string): Promise<Figure> {
  const sent = Array.from({ length: SEATS }, async (_, seat) => {
    const body = JSON.stringify({ ...registration, programId: 1, email: `seat-${seat}@lab.example` });
    const headers = { 'content-type': 'application/json', 'idempotency-key': `seat-${seat}` };
    return (await fetch(`${origin}${apiPrefix}/registrations`, { method: 'POST', body, headers })).status;
  });
  const stored = (await Promise.all(sent)).filter((status) => status === 201).length;
  return { name: `of ${SEATS} registrations of one address at once: stored`, value: stored, exactly: SEATS };
}

async function connectOften(origin: string): Promise<Figure[]> {
  const times: number[] = [];
  const unwell: string[] = [];
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      for (const path of ['/healthz', '/readyz']) {
        const startedAt = performance.now();
        const { status } = await fetch(origin + path, { headers: { connection: 'close' } });
        times.push(performance.now() - startedAt);
        if (status !== 200) unwell.push(`${path}: ${status}`);
      }
      await sleep(200);
    }
  })();
  // It throws when an answer is lost or not 200.
  const putHalf = (path: string) =>
    putLoad({ url: origin + path, seconds: SECONDS, connections: CONNECTIONS / 2 });
  await Promise.all(['/', `${apiPrefix}/stats`].map(putHalf));
  isOver = true;
  await probing;
  const name = `${CONNECTIONS} connections: health checks`;
  return [
    noneFigure(`${name} that failed`, unwell),
    { name: `${name}, p99`, value: quantile(times, 0.99), unit: 'ms', atMost: 500 },
  ];
}
