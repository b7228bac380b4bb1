import type { Page } from '@playwright/test';
import { expect } from './expect.ts';

/** Stops an installed clock a minute ahead. A nearer time may have passed already, and the clock cannot go back. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await untilRendered(page);
}

/** Moves a stopped clock in small steps, until the page has come so far. */
export const runUntil = (page: Page, hasCome: () => Promise<boolean>) =>
  expect(async () => {
    await page.clock.runFor(10);
    expect(await hasCome()).toBe(true);
  }).toPass({ intervals: [50] });

/** Waits until React has rendered and run its effects, which takes several messages. */
const untilRendered = (page: Page) =>
  page.evaluate(async () => {
    for (let message = 0; message < 4; message += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      });
    }
  });
