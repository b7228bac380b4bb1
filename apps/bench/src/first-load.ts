import { withTab } from './browser.ts';
import { withProduct } from './product.ts';
import type { Figure, ReportSection } from './report.ts';
import { getCompressed } from './wire.ts';

const phoneScreen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: false };

export const measureFirstLoad = (): Promise<ReportSection> =>
  withProduct(async ({ origin, publicOrigin }) => {
    const { body: html } = await getCompressed(`${origin}/`);
    const measureLoadKb = (early: string, path = '/') =>
      withTab(phoneScreen, async (tab) => {
        await tab.early(early);
        return tab.weigh(publicOrigin + path);
      });
    // The service worker would load some 7 kB more after the page
    const workerDisablingScript = 'navigator.serviceWorker.register = () => new Promise(() => {})';
    const slowConnectionScript = `${workerDisablingScript};Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', saveData: false } })`;
    const slowConnectionFigures: Figure[] = [];
    for (const [path, atMost] of [
      ['/', 80],
      ['/programs', 61],
      ['/registration', 215],
    ] as const)
      slowConnectionFigures.push({
        name: `\`${path}\` on a slow line`,
        value: await measureLoadKb(slowConnectionScript, path),
        unit: 'kB',
        atMost,
      });
    const loadKbWithoutWorker = await measureLoadKb(workerDisablingScript);
    return {
      title: 'First load',
      text: `kB are 1000 bytes, compressed as they are served. Everything is what a phone of 390 × 844 px with two dots each fetches before anything is scrolled, with pictures and headers.`,
      figures: [
        ...slowConnectionFigures,
        { name: '`/` whole at two dots a pixel', value: loadKbWithoutWorker, unit: 'kB', atMost: 228 },
        { name: 'HTML of `/`', value: html.length / 1000, unit: 'kB', atMost: 14.5 },
      ],
    };
  });
