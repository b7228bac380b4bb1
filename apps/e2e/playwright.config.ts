import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const chromium = [process.env.CHROME_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

// Chromium reads only the last list, so this one repeats Playwright's. Without our entries each story takes 0.4 s
// more of computing: a new window loads the panels of the address bar and a spare process.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Chromium guesses what the line is like, and pages on a slow one are documents without scripts. */
const onGoodLine = '--force-effective-connection-type=4G';

const aboutTheWorker = '**/{offline,certificates-offline.full}.spec.ts';
const wholeChromium = ['/usr/bin/chromium'].find((path) => path !== chromium && existsSync(path));

/** Journeys that other stories walk in this Chromium. */
const inOthers = '**/any-browser.full.spec.ts';
const everywhere = '**/{any-browser,reload-on-missing-chunk}.full.spec.ts';
const inOffice = '**/admin-day.spec.ts';
const withoutScripts = '**/before-chrome-99.full.spec.ts';
const inWebKitGtk = '**/webkitgtk.full.spec.ts';
/** Looks at all that the product holds, so what other stories leave behind would show. */
const onFreshProduct = '**/every-page.full.spec.ts';

/** Paths by versions. The full run fetches them. */
const oldChromiums: Record<string, string> = JSON.parse(process.env.OLD_CHROMIUMS ?? '{}');

// Each worker of each project starts a product of its own. Projects of a few stories have one and run side by side.
const FEW = 1;

const oldProjects = Object.entries(oldChromiums).map(([version, executablePath]) => ({
  name: `chromium-${version}`,
  workers: FEW,
  // The office has a newer floor
  // Between the floors of the site and of the office only the oldest version runs the stories of the site
  testMatch: Number(version) < 99 ? withoutScripts : Number(version) < 109 ? everywhere : inOffice,
  use: {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--no-zygote', onGoodLine],
      env: { ...process.env, LD_LIBRARY_PATH: join(dirname(executablePath), 'lib') },
    },
  },
}));

type Engine = 'firefox' | 'webkit' | 'firefox-esr';

/** Playwright's own builds on this machine, or Debian's packages. */
const foundEngines: (Engine | 'webkitgtk')[] = JSON.parse(process.env.OTHER_ENGINES ?? '[]');
const otherEngines = foundEngines.filter((name) => name !== 'webkitgtk');

const otherProjects = otherEngines.map((name) => ({
  name,
  workers: FEW,
  testMatch: everywhere,
  use: {
    viewport: { width: 390, height: 844 },
    ...(name === 'firefox-esr'
      ? {
          browserName: 'firefox' as const,
          channel: 'moz-firefox',
          launchOptions: { executablePath: join(import.meta.dirname, 'firefox-relay.mjs') },
        }
      : { browserName: name, launchOptions: {} }),
  },
}));

export default defineConfig({
  testDir: './stories',
  fullyParallel: true,
  // Stories wait for pages, so more workers than cores keep these busy, beside those of the other tests. Each more
  // starts a product more.
  workers: 3,
  // On a busy machine a story that visits many pages takes two minutes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  outputDir: '../../test-results/stories',
  globalSetup: './template.ts',
  use: {
    locale: 'en-UG',
    timezoneId: 'Africa/Kampala',
    // Only stories about the worker need it. In others it takes processor time, and on a busy machine it shows
    // its copy of a page after three seconds.
    serviceWorkers: 'block',
    // Tracing every story costs a third of the time. `--trace on` turns it on.
    trace: 'off',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        onGoodLine,
        // As on phones, letters keep their exact widths and are not rounded to whole pixels.
        '--font-render-hinting=none',
        '--disable-background-networking',
        '--disable-component-update',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  projects: [
    // First, because its stories take longest
    {
      name: 'every-page',
      workers: FEW,
      testMatch: onFreshProduct,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    // The whole browser tells pages less about the line than its shell, which runs these only where it is alone
    ...(wholeChromium
      ? [
          {
            name: 'whole-chromium',
            workers: FEW,
            testMatch: aboutTheWorker,
            use: {
              viewport: { width: 390, height: 844 },
              hasTouch: true,
              launchOptions: {
                executablePath: wholeChromium,
                args: ['--no-sandbox', '--disable-gpu', onGoodLine],
              },
            },
          },
        ]
      : []),
    {
      name: 'site',
      testIgnore: [
        inOthers,
        withoutScripts,
        inWebKitGtk,
        onFreshProduct,
        ...(wholeChromium ? [aboutTheWorker] : []),
      ],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    ...oldProjects,
    ...otherProjects,
    // The stories of WebKitGTK drive a browser of their own
    ...(foundEngines.includes('webkitgtk')
      ? [{ name: 'webkitgtk', testMatch: inWebKitGtk, workers: FEW }]
      : []),
  ],
});
