import type { Page } from '@playwright/test';
import { countCalls, holdAnswers } from '../answers.ts';
import { expect, test } from '../story.ts';

const storage = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const refresh = /\/api\/v1\/admin\/refresh$/;
const dashboardCalls = /\/api\/trpc\//;
const registrationsLink = (page: Page) => page.getByRole('link', { name: 'View Users' });
const openRegistrations = (page: Page) => registrationsLink(page).click();

const spoilToken = (page: Page) => page.evaluate(() => localStorage.setItem('token', 'spent.spent.spent'));

test('a reload restores the signed-in account; the dashboard sends the stored bearer, public pages never do', async ({
  dashboard: office,
  account,
  visit,
}) => {
  await test.step('a reload restores the signed-in account, with a skeleton until then', async () => {
    // The admin screens are separate chunks. While they are held back, the shell is missing too.
    const release = await holdAnswers(office, /\/assets\//);
    const reload = office.reload({ waitUntil: 'commit' });
    await expect(office.getByText('Loading…').first()).toBeAttached();
    release();
    await reload;
    // The activity list also contains the address.
    await expect(office.getByRole('complementary').getByText(account.email)).toBeVisible();
    await expect(office).toHaveURL(/\/admin$/);
  });

  await test.step('the dashboard sends the stored bearer, public pages never do', async () => {
    const calls = countCalls(office, 'GET', dashboardCalls);
    await openRegistrations(office);
    await expect.poll(() => calls.length).toBeGreaterThan(0);
    const { token } = await storage(office);
    expect(calls[0]?.headers().authorization).toBe(`Bearer ${token}`);

    const publicCalls = countCalls(office, 'GET', /\/api\/v1\//);
    await visit('/registration-success');
    await office.getByRole('main').getByRole('link', { name: 'Explore Programs' }).click();
    await expect.poll(() => publicCalls.length).toBeGreaterThan(0);
    for (const call of publicCalls) expect(call.headers().authorization).toBeUndefined();
  });
});

test.describe('an expired bearer', () => {
  test.use({ expectedInConsole: /Failed to load resource|ApiFailure|TRPCClientError|Refresh token failed/ });

  test('is renewed once for all calls, and each call is repeated once', async ({ dashboard: office }) => {
    const refreshes = countCalls(office, 'POST', refresh);
    const calls = countCalls(office, 'GET', dashboardCalls);
    await spoilToken(office);
    await openRegistrations(office);
    await expect(office.getByText(/^Total Registrations: \d+$/)).toBeVisible();

    expect(refreshes).toHaveLength(1);
    const { token } = await storage(office);
    expect(token).not.toBe('spent.spent.spent');
    expect(token).toBeTruthy();
    const bearers = calls.map((call) => call.headers().authorization);
    expect(bearers.filter((bearer) => bearer === 'Bearer spent.spent.spent').length).toBeGreaterThan(0);
    expect(bearers.at(-1)).toBe(`Bearer ${token}`);
  });

  test('that cannot be renewed ends the session: removes both keys, logs it, and opens the sign-in page', async ({
    dashboard: office,
  }) => {
    const logged: string[] = [];
    office.on('console', (message) => logged.push(message.text()));
    await expect(office.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
    await office.context().clearCookies();
    // In one step, because any other call may end the session before a click.
    await registrationsLink(office).evaluate((link: HTMLElement) => {
      localStorage.setItem('token', 'spent.spent.spent');
      link.click();
    });

    await expect(office).toHaveURL('/admin/login?next=%2Fadmin%2Fregistrations');
    await expect(office.getByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(await storage(office)).toEqual({});
    expect(logged.filter((text) => text.includes('Refresh token failed'))).toHaveLength(1);
  });

  test('a second 401 is returned without another renewal', async ({ dashboard: office }) => {
    const calls = countCalls(office, 'GET', /\/api\/trpc\/registrations/);
    const refreshes = countCalls(office, 'POST', refresh);
    await office.route(/\/api\/trpc\/registrations/, (route) =>
      route.fulfill({ status: 401, json: [{ error: { message: 'no', code: -32001, data: {} } }] }),
    );
    await openRegistrations(office);
    await expect(office.getByRole('alert').or(office.getByRole('button', { name: 'Sign In' }))).toBeVisible();
    expect(refreshes.length).toBeLessThanOrEqual(2);
    expect(calls.length).toBeLessThanOrEqual(4);
  });
});

test('logging out clears both keys and locks the admin area', async ({ dashboard: office }) => {
  await office.getByRole('button', { name: 'Log out' }).click();
  await expect(office).toHaveURL(/\/admin\/login$/);
  expect(await storage(office)).toEqual({});
  await office.goto('/admin/registrations');
  await expect(office).toHaveURL(/\/admin\/login/);
});

test('logging out does not wait for answers, and late answers change nothing', async ({
  dashboard: office,
}) => {
  await expect(office.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  // Answers come after the session has ended: the calls are refused, and so is the renewal.
  const release = await holdAnswers(office, /\/api\/(?:trpc\/|v1\/admin\/)/);
  await spoilToken(office);
  const asked = office.waitForRequest(/\/api\/trpc\/programs/);
  const sidebar = office.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: 'Programs' }).click();
  await asked;

  await office.getByRole('button', { name: 'Log out' }).click();
  await expect(office.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await storage(office)).toEqual({});
  const signedOut = office.waitForResponse(/\/api\/v1\/admin\/logout$/);
  release();
  expect((await signedOut).status()).toBe(200);
  await office.reload();
  await expect(office.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(office).toHaveURL(/\/admin\/login$/);
  expect(await storage(office)).toEqual({});
});

test('a broken value in the storage counts as signed out', async ({ page }) => {
  await page.goto('/admin/login');
  for (const user of [
    '{"email":',
    'null',
    '[]',
    '"text"',
    '{}',
    '{"id":1,"email":"a@b.org","name":{},"avatar":[]}',
  ]) {
    await page.evaluate((value) => {
      localStorage.setItem('user', value);
      localStorage.setItem('token', 'a.b.c');
    }, user);
    await page.goto('/admin');
    await expect(page, user).toHaveURL(/\/admin\/login/);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
});
