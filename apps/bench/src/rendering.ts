import { median, quantile } from './median.ts';
import { callApi, signUp, withProduct } from './product.ts';
import { type Figure, isShort, type Section } from './report.ts';
import { pastTheCache, wireGet } from './wire.ts';

const WARM_UPS = isShort ? 5 : 100;
const PAGES = isShort ? 10 : 300;
const PAGES_AFTER_CHANGES = isShort ? 5 : 60;
const CHANGES_UNDER_LOAD = isShort ? 2 : 10;
const PAGES_UNDER_LOAD = 30;
/** Readers of each page at once after a change. The process would refuse some of a larger number. */
const READERS = 3;

type Change = (count: number) => Promise<void>;

export const measureRendering = (): Promise<Section> =>
  withProduct(async ({ origin }) => {
    const page = `${origin}/`;
    for (let count = 0; count < WARM_UPS; count += 1) await wireGet(page, pastTheCache);
    const uncached: number[] = [];
    for (let count = 0; count < PAGES; count += 1) uncached.push((await wireGet(page, pastTheCache)).ms);

    const { token } = await signUp(origin);
    // A changed program empties the caches.
    const changeProgram: Change = (count) =>
      callApi(`${origin}/api/v1/programs/1`, 'PUT', { maxParticipants: 10 + count }, token);
    const afterChange: number[] = [];
    for (let count = 0; count < PAGES_AFTER_CHANGES; count += 1) {
      await changeProgram(count);
      afterChange.push((await wireGet(page)).ms);
    }
    return {
      title: 'Rendering',
      text: `From the request to the last byte. First the page is rendered while its JSON is cached, then everything is read from the database; at last thirty pages that were read before, by three readers each at once.`,
      figures: [
        { name: '`/` past the cache, median', value: median(uncached), unit: 'ms' },
        { name: '`/` after a change of content, median', value: median(afterChange), unit: 'ms' },
        await askTogether(origin, changeProgram),
      ],
    };
  });

async function askTogether(origin: string, change: Change): Promise<Figure> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address = '']) => origin + new URL(address).pathname)
    .slice(0, PAGES_UNDER_LOAD);
  for (const page of pages) await timeFetch(page);
  const times: number[] = [];
  for (let count = 0; count < CHANGES_UNDER_LOAD; count += 1) {
    await change(1000 + count);
    const answers = pages.flatMap((page) => Array.from({ length: READERS }, () => timeFetch(page)));
    times.push(...(await Promise.all(answers)));
  }
  const name = `${pages.length} pages by ${READERS} readers each after a change, p99`;
  return { name, value: quantile(times, 0.99), unit: 'ms', atMost: 200 };
}

async function timeFetch(url: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return performance.now() - startedAt;
}
