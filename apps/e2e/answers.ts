import type { Page, Request } from '@playwright/test';

/** Delays the real answers below a path until they are released. */
export async function holdAnswers(page: Page, path: string | RegExp) {
  let releaseAnswers = () => {};
  const held = new Promise<void>((resolve) => {
    releaseAnswers = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return () => releaseAnswers();
}

export const holdScripts = (page: Page) => holdAnswers(page, /\/assets\/.+\.js$/);

export const failCalls = (page: Page, path: string | RegExp) =>
  page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: {
        error: { code: 'INTERNAL_ERROR', message: 'Something went wrong', details: [], requestId: 'r-1' },
      },
    }),
  );

export function countCalls(page: Page, method: string, path: RegExp) {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) calls.push(request);
  });
  return calls;
}
