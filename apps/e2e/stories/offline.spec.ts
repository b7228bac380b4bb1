import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { countCalls } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { gotoIdle } from '../network-idle.ts';
import { stallingLine } from '../stalling-line.ts';
import { expect, hydrated, makeProgram, test } from '../story.ts';
import { toast } from '../toasts.ts';
import { button, consent, field, fillIn, goOn } from '../wizard.ts';

test.use({ serviceWorkers: 'allow' });
// Browser messages about a missing connection.
test.use({
  expectedInConsole: /Failed to load resource|Failed to fetch|ApiFailure|ERR_INTERNET_DISCONNECTED/,
});

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);
const cachedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });

const follow = (page: Page, path: string) =>
  page.locator(`nav[aria-label="Main"] a[href="${path}"]`).evaluate((link: HTMLElement) => link.click());

/** Opens a page as for a returning visitor, controlled by the service worker. */
async function revisit(page: Page, path: string) {
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => isControlled(page)).toBe(true);
}

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
    // the document of the last page cannot be loaded, and no page of the site is tried in its frame
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
    // The drawer was not opened before.
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

const saved = (page: Page) =>
  page.getByRole('heading', { name: 'Saved on this phone – will be sent when you are online' });
const success = (page: Page) => page.getByText('Registration Successful!').first();

/** Everything that a browser stores for the site, as one text. */
const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        found.push(await new Promise((resolve) => (all.onsuccess = () => resolve(all.result))));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const store = await caches.open(name);
      for (const request of await store.keys()) found.push(await (await store.match(request))?.text());
    }
    return JSON.stringify(found);
  });

let applicants = 0;
function newApplicant() {
  applicants += 1;
  return `offline.${process.pid}.${Date.now()}.${applicants}@example.org`;
}

async function writeOffline(page: Page, context: BrowserContext, email: string, program?: string) {
  await revisit(page, '/registration');
  await page.waitForLoadState('networkidle');
  await hydrated(page);
  await fillIn(page, { email, ...(program && { program }) });
  await page.getByRole('button', { name: 'Change: Your health' }).click();
  await field(page, 'Allergies').fill('Groundnut allergy');
  await goOn(page, 'Review & Submit');
  await context.setOffline(true);
  await button(page, 'Submit').click();
  await expect(saved(page)).toBeVisible();
}

/** Number of registrations with this email address. */
async function received(request: APIRequestContext, token: string, email: string): Promise<number> {
  const answer = await request.get(`/api/v1/registrations?q=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).meta.total;
}

const expectNothingLeft = async (page: Page, email: string) => {
  await expect
    .poll(async () => {
      const stored = await everythingStored(page);
      return ['Groundnut', email].filter((personal) => stored.includes(personal));
    })
    .toEqual([]);
};

test.describe('a registration written without a connection', () => {
  test('is saved, sent once when the connection is back, and then deleted from the device', async ({
    page,
    context,
    request,
    account,
  }) => {
    const email = newApplicant();
    const calls = countCalls(page, 'POST', /\/api\/v1\/registrations$/);
    await writeOffline(page, context, email);
    expect(calls).toHaveLength(0);

    await context.setOffline(false);
    await expect(success(page)).toBeVisible({ timeout: 40_000 });
    await expect(page).toHaveURL(/registration-success/);
    expect(await received(request, account.token, email)).toBe(1);
    expect(calls).toHaveLength(1);
    await expectNothingLeft(page, email);
  });

  test('survives a reload and is sent once from another tab', async ({ page, context, request, account }) => {
    const email = newApplicant();
    await writeOffline(page, context, email);
    await page.reload();
    await expect(saved(page)).toBeVisible();
    const others = [await context.newPage(), await context.newPage()];
    await context.setOffline(false);
    for (const other of others) await other.goto('/faq');

    await expect(success(page)).toBeVisible({ timeout: 40_000 });
    expect(await received(request, account.token, email)).toBe(1);
    await expectNothingLeft(page, email);
  });

  test('is sent at the next visit', async ({ page, context, request, account }) => {
    const email = newApplicant();
    await writeOffline(page, context, email);
    await page.close();
    await context.setOffline(false);

    const later = await context.newPage();
    await later.goto('/faq');
    await expect(success(later)).toBeVisible({ timeout: 40_000 });
    expect(await received(request, account.token, email)).toBe(1);
    await expectNothingLeft(later, email);
  });

  test('is removed from the device after 30 days without a connection', async ({
    page,
    context,
    request,
    account,
  }) => {
    const email = newApplicant();
    await writeOffline(page, context, email);
    await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('saved-applications');
        opening.onsuccess = () => resolve(opening.result);
      });
      const store = database.transaction('applications', 'readwrite').objectStore('applications');
      await new Promise<void>((resolve) => {
        const all = store.getAll();
        all.onsuccess = () => {
          for (const saved of all.result) {
            if (typeof saved.savedAt !== 'number') throw new Error('It has no end');
            store.put({ ...saved, savedAt: saved.savedAt - 30 * 24 * 60 * 60 * 1000 });
          }
          store.transaction.oncomplete = () => resolve();
        };
      });
      database.close();
    });
    await page.close();
    await context.setOffline(false);

    const later = await context.newPage();
    await later.goto('/faq');
    await expect(toast(later, 'Your application was not sent')).toBeVisible({ timeout: 40_000 });
    await expectNothingLeft(later, email);
    expect(await received(request, account.token, email)).toBe(0);
  });

  test('can be changed as long as it waits', async ({ page, context, request, account }) => {
    const email = newApplicant();
    await writeOffline(page, context, email);
    await button(page, 'Change it').click();
    await expect(page.getByRole('main')).toContainText('Allergies: Groundnut allergy');
    await context.setOffline(false);
    expect(await received(request, account.token, email)).toBe(0);
    await button(page, 'Submit').click();
    await expect(success(page)).toBeVisible();
    expect(await received(request, account.token, email)).toBe(1);
  });

  test('can be read without a connection in the list of this phone', async ({ page, context }) => {
    await writeOffline(page, context, newApplicant());
    // A link is followed before the page knows of its worker, and the browser calls itself online.
    await page.addInitScript(() => {
      const { ready } = navigator.serviceWorker;
      const isKnown = new Promise((resolve) => addEventListener('worker', resolve, { once: true }));
      Object.defineProperty(navigator.serviceWorker, 'ready', { get: () => isKnown.then(() => ready) });
      Object.defineProperty(navigator, 'onLine', { get: () => true });
    });
    await page.goto('/registration/mine');
    const entry = page.getByRole('main').getByRole('listitem');
    await expect(entry).toContainText(/Music & Guitar.*Waiting/s);
    await expectClean(page, 'a waiting application in the list');
    await page.getByRole('link', { name: 'Open it' }).click();
    await expect(page).toHaveURL(/\/registration$/);
    await page.evaluate(() => dispatchEvent(new Event('worker')));
    await expect(saved(page)).toBeVisible();
  });

  test('is a banner on every page when it is refused, until it is corrected', async ({
    page,
    context,
    request,
    account,
  }) => {
    const email = newApplicant();
    const gone = await makeProgram(request, account, { name: `Gone while waiting ${Date.now()}` });
    await writeOffline(page, context, email, gone.name);
    await gone.remove();
    await page.close();
    await context.setOffline(false);

    const later = await context.newPage();
    await later.goto('/faq');
    await expect(toast(later, 'Registration Failed')).toBeVisible({ timeout: 40_000 });
    const banner = later.getByText('Your application needs you');
    await expect(banner).toBeVisible();
    await expectClean(later, 'the banner');
    await expect.poll(() => everythingStored(later)).not.toContain('Groundnut');
    await follow(later, '/about');
    await expect(later).toHaveURL(/\/about$/);
    await expect(banner).toBeVisible();
    await later.goto('/');
    await expect(banner).toBeVisible();

    await later.getByRole('link', { name: 'See what to do' }).click();
    await expect(later).toHaveURL(/\/registration\/mine$/);
    await expect(later.getByRole('main').getByRole('listitem').first()).toContainText('Needs you');
    await expectClean(later, 'a refused application in the list');
    await button(later, 'Correct it').click();
    await expect(field(later, 'Program')).toHaveAttribute('aria-invalid', 'true');
    await expect(banner).toBeVisible();
    await field(later, 'Program').selectOption({ label: 'Music & Guitar' });
    await goOn(later, 'Medical Information');
    await expect(later.getByText('Please write them again.')).toBeVisible();
    await goOn(later, 'Review & Submit');
    await expect(later.getByRole('main')).toContainText('Allergies: Not written again');
    await field(later, consent).check();
    await button(later, 'Submit').click();
    await expect(success(later)).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(await received(request, account.token, email)).toBe(1);
    await expectNothingLeft(later, email);
  });
});

test.describe('a line that stalls', () => {
  test.use({
    expectedStrangers: /^http:\/\/localhost:/,
    // The line has another address than the product, which frames only its own documents.
    expectedInConsole: /^Framing 'http:\/\/localhost:\d+\/documents\//,
  });

  test('shows the kept page after 3 s, by address and by link, and keeps applications', async ({
    page,
    baseURL,
    request,
    account,
  }) => {
    test.setTimeout(120_000);
    const line = await stallingLine(String(baseURL));
    const email = newApplicant();
    const ready = () => hydrated(page);
    try {
      await page.goto(`${line.url}/about`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      for (const path of ['/about', '/faq', '/registration']) {
        await gotoIdle(page, line.url + path);
      }
      await ready();
      await fillIn(page, { email });

      line.stall();
      await button(page, 'Submit').click();
      await expect(page.getByText('Slow connection. You may close this page.')).toBeVisible();
      const begun = Date.now();
      await page.goto(`${line.url}/faq`);
      await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
      expect(Date.now() - begun).toBeLessThan(8000);
      await expect(page.getByText(/^Saved copy from \d+ \w+ 20\d\d, \d\d:\d\d$/)).toBeVisible();
      await ready();
      await follow(page, '/about');
      await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();

      line.stall(false);
      await expect(success(page)).toBeVisible({ timeout: 40_000 });
      expect(await received(request, account.token, email)).toBe(1);
      // A busy server may take the 3 s itself.
      await expect(async () => {
        await page.goto(`${line.url}/faq`);
        await ready();
        await expect(page.getByText(/^Saved copy from/)).toHaveCount(0, { timeout: 1000 });
      }).toPass({ timeout: 20_000 });
    } finally {
      line.close();
    }
  });
});
