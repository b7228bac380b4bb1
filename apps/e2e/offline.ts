import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './story.ts';

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

export async function revisit(page: Page, path: string) {
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => isControlled(page)).toBe(true);
}

/** Waits until the worker can show this page, with its scripts, and with what the form loads later. */
export const expectKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const findCachedPage = (address: string) => caches.match(address, { ignoreVary: true });
        const html = (await (await findCachedPage(location.href))?.text()) ?? '';
        const listFiles = (page: string) =>
          Array.from(page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g), ([, file = '']) => file);
        const files = listFiles(html);
        if (location.pathname === '/registration') {
          const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
          const late = loaded.filter(
            (name) => name.endsWith('.js') && !html.includes(new URL(name).pathname),
          );
          const list = (await (await findCachedPage('/registration/mine'))?.text()) ?? '';
          if (late.length === 0 || !list) return false;
          files.push(...late, ...listFiles(list));
        }
        const kept = await Promise.all(files.map(findCachedPage));
        return kept.length > 0 && kept.every(Boolean);
      }),
    )
    .toBe(true);

/** Clicks by script, because something may cover the link. */
export const follow = (page: Page, path: string) =>
  page
    .locator(`nav[aria-label="Main"] a[href="${path}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click());

let applicants = 0;
export function newApplicant() {
  applicants += 1;
  return `offline.${process.pid}.${Date.now()}.${applicants}@example.org`;
}

export const successHeading = (page: Page) => page.getByText('Registration Successful!').first();

export async function countReceived(
  request: APIRequestContext,
  token: string,
  email: string,
): Promise<number> {
  const answer = await request.get(`/api/v1/registrations?q=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).meta.total;
}
