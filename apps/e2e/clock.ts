import type { Page } from '@playwright/test';

/** Stops an installed clock. The minute is for a busy machine: a clock cannot go back to a time that has passed. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await rendered(page);
}

/** Waits until React has rendered what a moved clock has changed: it renders in a later message, and then its effects. */
export const rendered = (page: Page) =>
  page.evaluate(async () => {
    for (let message = 0; message < 4; message += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      });
    }
  });
