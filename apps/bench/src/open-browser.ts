import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

export const CPU_SLOWDOWN = 6;

/** Undefined without a Chromium. */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T | undefined> {
  const executablePath = [
    process.env.CHROME_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
  ].find((path) => path && existsSync(path));
  const browser = await chromium
    .launch({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    })
    .catch(console.warn);
  if (!browser) return undefined;
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}
