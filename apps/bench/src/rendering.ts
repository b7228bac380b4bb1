import { quantile } from './median.ts';
import { callApi, repeat, signUp, withProduct } from './product.ts';
import { isShort, type Section } from './report.ts';

const CHANGES = isShort ? 2 : 10;
const PAGES = 30;
/** Readers of each page at once after a change. The process would refuse some of a larger number. */
const READERS = 3;

export const measureRendering = (): Promise<Section> =>
  withProduct(async ({ origin }) => {
    const { token } = await signUp(origin);
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const addresses = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, one = '']) => new URL(one));
    const pages = addresses.slice(0, PAGES).map(({ pathname }) => origin + pathname);
    for (const page of pages) await timePage(page);
    const times = await repeat(CHANGES, async (count) => {
      // It empties the caches
      await callApi(`${origin}/api/v1/programs/1`, 'PUT', { maxParticipants: 1000 + count }, token);
      return Promise.all(pages.flatMap((page) => Array.from({ length: READERS }, () => timePage(page))));
    });
    const name = `${pages.length} pages by ${READERS} readers each after a change, p99`;
    return {
      title: 'Rendering',
      text: `From the request to the last byte. Everything is read from the database again, for thirty pages that were read before, by ${READERS} readers each at once.`,
      figures: [{ name, value: quantile(times.flat(), 0.99), unit: 'ms', atMost: 200 }],
    };
  });

async function timePage(url: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return performance.now() - startedAt;
}
