import { median, quantile } from './median.ts';
import { call, signUp } from './office.ts';
import type { Side } from './product.ts';
import type { Measure } from './report.ts';
import { pastTheCache } from './uncached.ts';
import { wireGet } from './wire.ts';

const WARM_UPS = 100;
const PAGES = 300;
const PAGES_AFTER_CHANGES = 60;
const CHANGES_UNDER_LOAD = 10;
/** How many ask for each page at once after a change. With more, the process would refuse some. */
const READERS = 3;

const pages = [
  ...['/', '/about', '/programs', '/news', '/gallery', '/videos', '/alumni', '/coaches', '/facilities'],
  ...['/registration', '/contact', '/donations', '/faq', '/intakes'],
  ...Array.from({ length: 8 }, (_, place) => `/programs/${place + 1}`),
  ...Array.from({ length: 8 }, (_, place) => `/news/${place + 1}`),
];

/** Renders one request after the other, then after changes of content, then while many ask at once. */
export async function measureRendering({ origin }: Side): Promise<Measure[]> {
  const page = `${origin}/`;
  for (let count = 0; count < WARM_UPS; count += 1) await wireGet(page, pastTheCache);

  const uncached = [];
  for (let count = 0; count < PAGES; count += 1) uncached.push((await wireGet(page, pastTheCache)).ms);

  const change = await contentChange(origin);
  const afterChange = [];
  for (let count = 0; count < PAGES_AFTER_CHANGES; count += 1) {
    await change(count);
    afterChange.push((await wireGet(page)).ms);
  }
  return [
    { name: 'render of `/` past the cache', value: median(uncached), unit: 'ms', atMost: 5 },
    { name: 'render of `/` after a change of content', value: median(afterChange), unit: 'ms' },
    ...(await measureRush(origin, change)),
  ];
}

/** After each change several readers want each of many pages, all at once. */
async function measureRush(origin: string, change: (count: number) => Promise<void>): Promise<Measure[]> {
  const known = await Promise.all(
    pages.map((path) => fetch(origin + path).then(({ ok }) => (ok ? path : ''))),
  );
  const asked = known.filter((path) => path !== '').slice(0, 30);
  const times: number[] = [];
  for (let count = 0; count < CHANGES_UNDER_LOAD; count += 1) {
    await change(1000 + count);
    const answers = asked.flatMap((path) => Array.from({ length: READERS }, () => timed(origin + path)));
    times.push(...(await Promise.all(answers)));
  }
  const name = `a change of content, then ${asked.length} pages by ${READERS} readers each`;
  return [{ name: `${name}: p99`, value: quantile(times, 0.99), unit: 'ms', atMost: 150 }];
}

async function timed(url: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return performance.now() - startedAt;
}

/** Changes a program as an administrator, which empties the caches. */
async function contentChange(origin: string): Promise<(count: number) => Promise<void>> {
  const token = await signUp(origin);
  return async (count) => {
    await call(`${origin}/api/v1/programs/1`, 'PUT', { maxParticipants: 10 + count }, token);
  };
}
