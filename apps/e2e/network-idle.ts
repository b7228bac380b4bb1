import type { Page, Request } from '@playwright/test';

const QUIET_MS = 500;

/**
 * Opens a page and waits until its own requests have been quiet for half a second.
 * Playwright's `networkidle` also waits for frames, and a PDF viewer's frame sometimes never becomes idle.
 */
export async function gotoIdle(page: Page, url: string) {
  await untilIdle(page, () => page.goto(url));
}

export async function untilIdle(page: Page, act: () => Promise<unknown>) {
  const open = new Set<Request>();
  let changedAt = Date.now();
  const onRequest = (request: Request) => {
    if (request.serviceWorker() || request.frame() !== page.mainFrame()) return;
    open.add(request);
    changedAt = Date.now();
  };
  const onEnd = (request: Request) => {
    if (open.delete(request)) changedAt = Date.now();
  };
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
  await act();
  while (open.size > 0 || Date.now() - changedAt < QUIET_MS) await page.waitForTimeout(50);
  page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
}
