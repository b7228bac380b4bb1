import { withTab } from './browser.ts';
import { withProduct } from './product.ts';
import type { Figure, Section } from './report.ts';
import { getCompressed } from './wire.ts';

const phone = { width: 390, height: 844, deviceScaleFactor: 2, mobile: false };

export const weighFirstLoad = (): Promise<Section> =>
  withProduct(async ({ origin, publicOrigin }) => {
    const { body: html } = await getCompressed(`${origin}/`);
    const weighView = (early: string, path = '/') =>
      withTab(phone, async (tab) => {
        await tab.early(early);
        return tab.weigh(publicOrigin + path);
      });
    // The worker loads some 7 kB more after the page
    const withoutWorker = 'navigator.serviceWorker.register = () => new Promise(() => {})';
    const slowLine = `${withoutWorker};Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', saveData: false } })`;
    const onSlowLine: Figure[] = [];
    for (const [path, atMost] of [
      ['/', 80],
      ['/programs', 61],
      ['/registration', 215],
    ] as const)
      onSlowLine.push({
        name: `\`${path}\` on a slow line`,
        value: await weighView(slowLine, path),
        unit: 'kB',
        atMost,
      });
    const whole = await weighView(withoutWorker);
    return {
      title: 'First load',
      text: `kB are 1000 bytes, compressed as they are served. Everything is what a phone of 390 × 844 px with two dots each fetches before anything is scrolled, with pictures and headers.`,
      figures: [
        ...onSlowLine,
        { name: '`/` whole at two dots a pixel', value: whole, unit: 'kB', atMost: 228 },
        { name: 'HTML of `/`', value: html.length / 1000, unit: 'kB', atMost: 14.5 },
      ],
    };
  });
