import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { africasTalkingUrl } from '../server/src/testing/africas-talking-stand-in.ts';

// The workers load this file again and must get the same values.
process.env.E2E_PORT ??= freePort();
process.env.E2E_SMS_PORT ??= freePort();
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'institute-e2e-'));

const port = process.env.E2E_PORT;
const chromium = [process.env.CHROME_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

// Chromium reads only the last list, so this one repeats Playwright's. Without our entries each new window also loads
// the panels of the address bar, which are web pages, and a spare process: 0.4 s of computing for each story.
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

// Visitors use phones, the office uses desktops. A story that depends on the width has the tag @both-widths.
const officeStories = '(?:admin-|dashboard|ease-of-use|session|shown-texts|sign-)\\S*\\.spec\\.ts';

export default defineConfig({
  testDir: './stories',
  fullyParallel: true,
  // Stories wait for pages: six keep two cores busy, and four left a fifth of them idle.
  workers: 6,
  // On a busy machine a story that visits many pages takes a minute.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: '../../test-results',
  globalSetup: './owner.ts',
  globalTeardown: './clean-up.ts',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-UG',
    timezoneId: 'Africa/Kampala',
    // Only stories about the worker need it. In others it would take processor time, and would show its copy
    // of a page that takes three seconds on a busy machine.
    serviceWorkers: 'block',
    // Tracing every story costs a third of the time. `--trace on` turns it on.
    trace: 'off',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // As on phones, letters keep their exact widths and are not rounded to whole pixels.
        '--font-render-hinting=none',
        '--disable-background-networking',
        '--disable-component-update',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      grepInvert: new RegExp(`^(?=.*${officeStories})(?!.*@both-widths)`),
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      grepInvert: new RegExp(`^(?!.*${officeStories})(?!.*@both-widths)`),
    },
  ],
  // Starts the product like a new user, with its own database, demo content and pages.
  webServer: {
    command: 'npm start',
    cwd: resolve(import.meta.dirname, '../..'),
    url: `http://localhost:${port}/readyz`,
    env: {
      PORT: port,
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      // All stories share one address.
      RATE_LIMIT_FACTOR: '1000',
      // A story receives webhooks itself.
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      // The story about SMS starts the gateway.
      SMS_URL: africasTalkingUrl(process.env.E2E_SMS_PORT),
    },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});

/** Outgoing connections get ports above these, so none takes it before the product listens. */
function freePort(): string {
  const ask = `(function ask() {
    const port = require('crypto').randomInt(10_000, 32_768);
    const server = require('net').createServer().on('error', ask);
    server.listen(port, '127.0.0.1', () => { console.log(port); server.close(); });
  })()`;
  return execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).trim();
}
