import type { Page, Request } from '@playwright/test';

/** Holds back the real answers below a path until it is let go: what a slow connection looks like. */
export async function holdAnswers(page: Page, path: string | RegExp) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return () => release();
}

/** A server in trouble. */
export const breakDown = (page: Page, path: string | RegExp) =>
  page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: {
        error: { code: 'INTERNAL_ERROR', message: 'Something went wrong', details: [], requestId: 'r-1' },
      },
    }),
  );

/** Counts the calls that go below a path. */
export function countCalls(page: Page, method: string, path: RegExp) {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) calls.push(request);
  });
  return calls;
}
