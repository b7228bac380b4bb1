import { withTab } from './browser.ts';
import { withProduct } from './product.ts';
import type { Section } from './report.ts';
import { wireGet } from './wire.ts';

const phone = { width: 390, height: 844, deviceScaleFactor: 2, mobile: false };

export const weighFirstLoad = (): Promise<Section> =>
  withProduct(async ({ origin, publicOrigin }) => {
    const html = await (await fetch(`${origin}/`)).text();
    const scripts = new Set(
      Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), ([, path]) => path),
    );
    const weigh = async (paths: Iterable<string | undefined>) => {
      const answers = await Promise.all(Array.from(paths, (path) => wireGet(origin + path)));
      return answers.reduce((sum, { body }) => sum + body.length, 0) / 1000;
    };
    const whole = await withTab(phone, async (tab) => {
      // Its worker would fetch more
      await tab.early('navigator.serviceWorker.register = () => new Promise(() => {})');
      return tab.weigh(publicOrigin);
    });
    return {
      title: 'First load',
      text: `kB are 1000 bytes, compressed as they are served. Everything is what a phone of 390 × 844 px with two dots each fetches of \`/\` before anything is scrolled, with pictures and headers.`,
      figures: [
        { name: 'scripts of `/`', value: await weigh(scripts), unit: 'kB', atMost: 128 },
        { name: '`/` whole at two dots a pixel', value: whole, unit: 'kB', atMost: 208 },
        { name: 'HTML of `/`', value: await weigh(['/']), unit: 'kB', atMost: 14 },
      ],
    };
  });
