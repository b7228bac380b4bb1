import { setTimeout as sleep } from 'node:timers/promises';
import { countBytes, withBrowser, withPage } from './browser.ts';
import { withProduct } from './product.ts';
import type { Figure, Section } from './report.ts';
import { wireGet } from './wire.ts';

/** A pause of this length ends the measurement. */
const QUIET_MS = 1500;
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  serviceWorkers: 'block',
} as const;

export const weighFirstLoad = (): Promise<Section> =>
  withProduct(async ({ origin, publicOrigin }) => {
    const html = await (await fetch(`${origin}/`)).text();
    const addresses = new Set(
      Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path = '']) => path),
    );
    const weigh = async (name: string, paths: string[], atMost?: number): Promise<Figure> => {
      const answers = await Promise.all(paths.map((path) => wireGet(origin + path)));
      const value = answers.reduce((sum, { body }) => sum + body.length, 0) / 1000;
      return { name, value, unit: 'kB', ...(atMost && { atMost }) };
    };
    const pathsEndingWith = (name: string) => [...addresses].filter((address) => address.endsWith(name));
    return {
      title: 'First load',
      text: `kB are 1000 bytes, compressed as they are served. Everything is what a phone of 390 × 844 px with two dots each fetches of \`/\` before anything is scrolled, with pictures and headers.`,
      figures: [
        await weigh('scripts of `/`', pathsEndingWith('.js'), 128),
        {
          name: '`/` whole at two dots a pixel',
          value: await weighView(publicOrigin),
          unit: 'kB',
          atMost: 208,
        },
        await weigh('HTML of `/`', ['/'], 14),
        await weigh('styles of `/`', pathsEndingWith('.css')),
        await weigh('fonts of `/`', pathsEndingWith('.woff2')),
        await weigh('HTML of `/registration`', ['/registration']),
      ],
    };
  });

const weighView = (origin: string): Promise<number> =>
  withBrowser((browser) =>
    withPage(browser, phone, async (page) => {
      const counted = await countBytes(page);
      await page.goto(origin);
      while (performance.now() - counted.lastAt < QUIET_MS) await sleep(100);
      return counted.total / 1000;
    }),
  );
