import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { askAsProxy } from '../../server/src/testing/ask-as-proxy.ts';
import { registration } from '../../server/src/testing/given.ts';
import { type Address, openTogether } from '../../server/src/testing/visitors.ts';
import { median, quantile } from './median.ts';
import { type Product, startProduct, withFolder } from './product.ts';
import { type Figure, isShort, noneFigure, type Section } from './report.ts';
import { startCaddy, startTopology, type Topology } from './topology.ts';
import { putLoad } from './wrk.ts';

const PAGES = ['/', '/gallery', '/programs', '/news', '/registration'];
const CLASSES = isShort ? [30] : [30, 60, 100, 200];
const SEATS = 100;
const CONNECTIONS = 500;
const SECONDS = isShort ? 5 : 30;
const CHANGES = 5;

export const rushTogether = (): Promise<Section> =>
  withFolder(async (folder) => {
    const quiet = { LOG_LEVEL: 'warn' };
    const topology = await startTopology(folder, quiet);
    const caddy = await startCaddy(join(folder, 'caddy'), topology);
    const { host } = new URL(topology.origin);
    const changes = await seeChanges(topology);
    const behindNginx = await openInClasses('behind nginx over HTTP/2', { origin: topology.origin });
    const behindCaddy = await openInClasses('behind Caddy over HTTP/2', { origin: caddy.origin, host });
    await caddy.stop();
    await topology.stop();

    const { origin, stop } = await startProduct(join(folder, 'alone'), quiet);
    const figures = [
      changes,
      await openInClasses('without a proxy', { origin }),
      behindNginx,
      behindCaddy,
      await registerTogether(origin),
      ...(await manyConnections(origin)),
    ];
    await stop();
    for (const connections of isShort ? [200] : [1200, 1800]) {
      figures.push(...(await fromOneAddress(join(folder, `crowd-${connections}`), connections)));
    }
    return {
      title: 'Rush',
      text: `A change is written on one of two processes and read on the other. Classes of ${CLASSES.join(', ')} visitors open one of ${PAGES.length} pages at the same moment, as browsers do it: the page, then all its files, over six connections or one of HTTP/2. Then a computer lab registers at once, and ${CONNECTIONS} connections ask for ${SECONDS} seconds. At last, in a process of its own each, connections of one address ask for pages that memory does not know and post steps of the registration without scripts, while another address opens a page.`,
      figures,
    };
  });

/** Without notices of changes, a process would keep the former answer for seconds. */
async function seeChanges({ origin, sides: [writer, reader] }: Topology): Promise<Figure> {
  const { host } = new URL(origin);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const askSide = async <T>(side: Product, path: string, method = 'GET', content?: object): Promise<T> => {
    const body = content && { body: JSON.stringify(content) };
    const answer = await askAsProxy(side.origin, apiPrefix + path, host, { method, headers, ...body });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const password = 'a-long-kitenge-thread-9';
  const account = { email: 'bench@institute.example', password, confirmPassword: password };
  const { token } = await askSide<Session>(writer, '/admin/signup', 'POST', account);
  headers.authorization = `Bearer ${token}`;

  const nameOnReader = async () => (await askSide<{ name: string }>(reader, '/programs/1')).name;
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const name = `Tailoring ${change}`;
    await nameOnReader();
    await askSide(writer, '/programs/1', 'PUT', { name });
    const writtenAt = performance.now();
    while ((await nameOnReader()) !== name) await sleep(1);
    times.push(performance.now() - writtenAt);
  }
  return {
    name: 'a change of one process is seen on the other, median',
    value: median(times),
    unit: 'ms',
    atMost: 1000,
  };
}

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
    const body = { ...registration, programId: 1, email: `seat-${seat}@lab.example` };
    const answer = await fetch(`${origin}${apiPrefix}/registrations`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': `seat-${seat}` },
    });
    return answer.status;
  });
  const stored = (await Promise.all(sent)).filter((status) => status === 201).length;
  return { name: `of ${SEATS} registrations of one address at once: stored`, value: stored, exactly: SEATS };
}

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
  // `putLoad` throws when an answer is lost or not 200.
  const rounds = await Promise.all(
    ['/', `${apiPrefix}/stats`].map((path) =>
      putLoad({ url: origin + path, seconds: SECONDS, connections: CONNECTIONS / 2 }),
    ),
  );
  isOver = true;
  await probing;
  const answers = rounds.reduce((sum, round) => sum + round.answers, 0);
  return [
    { name: `${CONNECTIONS} connections: answers, all of them 200`, value: answers },
    noneFigure(`${CONNECTIONS} connections: health checks that failed`, unwell),
    {
      name: `${CONNECTIONS} connections: health checks, p99`,
      value: quantile(health, 0.99),
      unit: 'ms',
      atMost: 500,
    },
  ];
}

const CROWD_SECONDS = 10;
const OF_THE_CROWD = '198.51.100.7';

async function fromOneAddress(folder: string, connections: number): Promise<Figure[]> {
  const searchPrograms = (number: number) => fetchPath(`/programs?q=crowd-${number}`);
  const postStep = () =>
    fetchPath('/registration', { method: 'POST', body: new URLSearchParams({ step: '1' }) });
  const pages = await rushFromOneAddress(`${folder}-pages`, connections, searchPrograms);
  const forms = await rushFromOneAddress(`${folder}-forms`, connections, postStep);
  const name = `${connections} connections of one address`;
  return [
    { name: `${name} that search: most memory`, value: pages.peakMb, unit: 'MB' },
    { name: `${name} that post a step: most memory`, value: forms.peakMb, unit: 'MB', atMost: 360 },
    { name: `${name}: a page for another, slowest`, value: forms.slowestMs, unit: 'ms', atMost: 3000 },
  ];
}

type Ask = (origin: string) => Promise<unknown>;

const fetchPath =
  (path: string, init: RequestInit = {}, address = OF_THE_CROWD): Ask =>
  async (origin) => {
    const answer = await fetch(origin + path, { ...init, headers: { 'x-forwarded-for': address } });
    await answer.text();
    return answer.status;
  };

/** Throws when the process does not answer any more. */
async function rushFromOneAddress(folder: string, connections: number, next: (number: number) => Ask) {
  const { origin, pid, stop } = await startProduct(folder, { LOG_LEVEL: 'error', TRUST_PROXY: 'loopback' });
  const endsAt = performance.now() + CROWD_SECONDS * 1000;
  let asked = 0;
  const asking = Array.from({ length: connections }, async () => {
    while (performance.now() < endsAt) {
      asked += 1;
      await next(asked)(origin);
    }
  });
  let slowestMs = 0;
  for (let number = 0; performance.now() < endsAt; number += 1) {
    const startedAt = performance.now();
    const status = await fetchPath(`/programs?q=other-${number}`, {}, '203.0.113.9')(origin);
    slowestMs = Math.max(slowestMs, status === 200 ? performance.now() - startedAt : Infinity);
  }
  await Promise.all(asking);
  const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  await stop();
  return { peakMb: Number(peakKb) / 1024, slowestMs };
}
