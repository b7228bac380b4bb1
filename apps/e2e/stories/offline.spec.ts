import type { Page } from '@playwright/test';
import { gotoIdle } from '../network-idle.ts';
import { follow, newApplicant, received, revisit, success } from '../offline.ts';
import { stallingProxy } from '../stalling-proxy.ts';
import { expect, hydrated, test } from '../story.ts';
import { button, fillIn } from '../wizard.ts';

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

test.describe('the service worker', () => {
  test('controls every public page after the first reload', async ({ page, context }) => {
    for (const path of ['/', '/faq', '/programs/1', '/contact']) {
      await revisit(page, path);
    }
    const script = await context.request.get('/sw.js');
    expect(script.headers()['cache-control']).toBe('no-cache');
  });

  test('serves visited pages, opened by address or link, and an offline page for the rest', async ({
    page,
    context,
    visit,
  }) => {
    // The browser's own cache may have the document from the visit before.
    await page.route('**/*.pdf', (route) => route.abort('internetdisconnected'));
    await revisit(page, '/faq');
    await visit('/faq');
    await follow(page, '/about');
    await expect(page).toHaveURL('/about');
    await expect.poll(() => cachedAddresses(page)).toContain('/about');

    await context.setOffline(true);
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.pdf'));
    for (const path of ['/faq', '/about']) {
      await page.goto(path);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await hydrated(page);
      await expect(page.getByText('This page could not be loaded')).toHaveCount(0);
    }
    await page.locator('iframe').scrollIntoViewIfNeeded();
    await refused;
    await page.goto('/facilities');
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page).toHaveURL('/facilities');
  });

  test('serves links in the same way', async ({ page, context, visit }) => {
    await revisit(page, '/faq');
    await visit('/coaches');
    await expect.poll(() => cachedAddresses(page)).toContain('/coaches');
    await page.waitForLoadState('networkidle');

    await context.setOffline(true);
    for (const path of ['/news', '/programs', '/videos']) {
      await follow(page, path);
      await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
      await expect(page).toHaveURL(path);
      await page.goBack();
      await expect(page).toHaveURL('/coaches');
      await expect(page.getByRole('heading', { name: 'Support Staff' })).toBeVisible();
      await hydrated(page);
    }
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'FAQ' }).click();
    await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();

    await context.setOffline(false);
    await hydrated(page);
    await follow(page, '/news');
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  });

  test('prefers the network to the stored page', async ({ page, visit }) => {
    await revisit(page, '/faq');
    const written = await page.evaluate(async () => {
      const store = await caches.open('pages-1');
      await store.put('/faq', new Response('<h1>Old</h1>', { headers: { 'content-type': 'text/html' } }));
      return (await store.match('/faq'))?.status;
    });
    expect(written).toBe(200);
    await visit('/faq');
    await expect(page.getByText('Old', { exact: true })).toHaveCount(0);
  });

  test('stores no personal data', async ({ page, context }) => {
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
        /admin|trpc|registrations|contact|stats|sw\.js|^.registration-success/.test(path),
      ),
    ).toEqual([]);

    await context.setOffline(true);
    await page.goto('/registration-success');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.goto('/admin/login')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  });
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
    test.setTimeout(120_000);
    const proxy = await stallingProxy(String(baseURL));
    const email = newApplicant();
    const ready = () => hydrated(page);
    try {
      await page.goto(`${proxy.url}/about`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      for (const path of ['/about', '/faq', '/registration']) {
        await gotoIdle(page, proxy.url + path);
      }
      await ready();
      await fillIn(page, { email });

      proxy.stall();
      await button(page, 'Submit').click();
      await expect(page.getByText('Slow connection. You may close this page.')).toBeVisible();
      const begun = Date.now();
      await page.goto(`${proxy.url}/faq`);
      await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
      expect(Date.now() - begun).toBeLessThan(8000);
      await expect(page.getByText(/^Saved copy from \d+ \w+ 20\d\d, \d\d:\d\d$/)).toBeVisible();
      await ready();
      await follow(page, '/about');
      await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();

      proxy.stall(false);
      await expect(success(page)).toBeVisible({ timeout: 40_000 });
      expect(await received(request, account.token, email)).toBe(1);
      // A busy server may take the 3 s itself.
      await expect(async () => {
        await page.goto(`${proxy.url}/faq`);
        await ready();
        await expect(page.getByText(/^Saved copy from/)).toHaveCount(0, { timeout: 1000 });
      }).toPass({ timeout: 20_000 });
    } finally {
      proxy.close();
    }
  });
});
