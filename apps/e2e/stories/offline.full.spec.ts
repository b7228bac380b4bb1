import type { Page } from '@playwright/test';
import { countReceived, expectKept, follow, newApplicant, revisit } from '../offline.ts';
import { stallingProxy } from '../stalling-proxy.ts';
import { expect, test, untilHydrated } from '../story.ts';
import { fillIn, findButton } from '../wizard.ts';

test.use({ serviceWorkers: 'allow' });
// The browser logs these without a connection.
test.use({
  expectedInConsole: /Failed to load resource|Failed to fetch|ApiFailure|ERR_INTERNET_DISCONNECTED/,
});

const cachedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });

test('the service worker stores no personal data, and prefers the network to its copy', async ({
  page,
  context,
}) => {
  await revisit(page, '/registration');
  await page.evaluate(async () => {
    await fetch('/api/v1/stats');
    await fetch('/api/v1/registrations');
    await fetch('/api/v1/contact', { method: 'POST' });
    await fetch('/api/v1/programs');
  });
  await page.goto('/admin/login');
  await page.goto('/registration-success');
  await page.goto('/faq');
  await expect.poll(() => cachedAddresses(page)).toContain('/api/v1/programs');
  const cached = await cachedAddresses(page);
  expect(
    cached.filter((path) =>
      /admin|trpc|registrations|contact|stats|^.sw\.js|^.registration-success/.test(path),
    ),
  ).toEqual([]);

  await page.evaluate(async () => {
    const old = new Response('<h1>Old</h1>', { headers: { 'content-type': 'text/html' } });
    await (await caches.open('pages-1')).put('/faq', old);
  });
  await page.goto('/faq');
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();

  await context.setOffline(true);
  await page.goto('/registration-success');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.goto('/admin/login')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

test.describe('a connection that stalls', () => {
  test.use({
    expectedStrangers: /^http:\/\/localhost:/,
    // The proxy has another address than the product, which frames only its own documents.
    expectedInConsole: /^Framing 'http:\/\/localhost:\d+\/documents\//,
  });

  test('shows the kept page after 3 s, by address and by link, and keeps registrations', async ({
    page,
    baseURL,
    request,
    account,
  }) => {
    const proxy = await stallingProxy(String(baseURL));
    const email = newApplicant();
    try {
      await page.goto(`${proxy.url}/about`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      for (const path of ['/about', '/faq', '/registration']) {
        await page.goto(proxy.url + path);
        await untilHydrated(page);
        await expectKept(page);
      }
      await fillIn(page, { email });

      proxy.stall();
      await findButton(page, 'Submit').click();
      await expect(page.getByText('Slow connection. You may close this page.')).toBeVisible();
      await page.goto(`${proxy.url}/faq`);
      await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
      await expect(page.getByText(/^Saved copy from \d+ \w+ 20\d\d, \d\d:\d\d$/)).toBeVisible();
      await untilHydrated(page);
      await follow(page, '/about');
      await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();

      proxy.goOn();
      await expect.poll(() => countReceived(request, account.token, email)).toBe(1);
      // The kept page gives way to a fresh one, and may take the message of the success with it
      await page.goto(`${proxy.url}/registration/mine`);
      await expect(page.getByText(/REG-\d{4}-\d{6}/)).toBeVisible();
    } finally {
      proxy.close();
    }
  });
});
