import type { Page } from '@playwright/test';
import { countCalls, holdAnswers } from '../answers.ts';
import { expect, test } from '../story.ts';

const storage = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const registrations = (page: Page) => sidebar(page).getByRole('link', { name: 'View Users' });
const spoilToken = (page: Page) => page.evaluate(() => localStorage.setItem('token', 'spent.spent.spent'));

// An expired bearer gets a 401 before it is renewed.
test.use({ expectedInConsole: /Failed to load resource|ApiFailure|TRPCClientError|Refresh token failed/ });

test('a session survives a reload, stays off public pages, is renewed, and ends where it cannot be', async ({
  dashboard: office,
  account,
  visit,
}) => {
  // The screens are separate chunks. While they are held back, the shell is missing too.
  const release = await holdAnswers(office, /\/assets\//);
  const reload = office.reload({ waitUntil: 'commit' });
  await expect(office.getByText('Loading…').first()).toBeAttached();
  release();
  await reload;
  await expect(sidebar(office).getByText(account.email)).toBeVisible();

  const publicCalls = countCalls(office, 'GET', /\/api\/v1\//);
  await visit('/registration-success');
  await office.getByRole('main').getByRole('link', { name: 'Explore Programs' }).click();
  await expect.poll(() => publicCalls.length).toBeGreaterThan(0);
  for (const call of publicCalls) expect(call.headers().authorization).toBeUndefined();

  await office.goto('/admin');
  await expect(office.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  const refreshes = countCalls(office, 'POST', /\/api\/v1\/admin\/refresh$/);
  await spoilToken(office);
  await registrations(office).click();
  await expect(office.getByText(/^Total Registrations: \d+$/)).toBeVisible();
  expect(refreshes).toHaveLength(1);
  expect((await storage(office)).token?.split('.')[0]).not.toBe('spent');

  await office.context().clearCookies();
  // In one step, because any other call may end the session before a click.
  await sidebar(office)
    .getByRole('link', { name: 'Programs' })
    .evaluate((link: HTMLElement) => {
      localStorage.setItem('token', 'spent.spent.spent');
      link.click();
    });
  await expect(office).toHaveURL('/admin/login?next=%2Fadmin%2Fprograms');
  expect(await storage(office)).toEqual({});
});

test('logging out does not wait for answers, and late answers change nothing', async ({
  dashboard: office,
}) => {
  await expect(office.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  // Answers come after the session has ended: the calls are refused, and so is the renewal.
  const release = await holdAnswers(office, /\/api\/(?:trpc\/|v1\/admin\/)/);
  await spoilToken(office);
  const asked = office.waitForRequest(/\/api\/trpc\/programs/);
  await sidebar(office).getByRole('link', { name: 'Programs' }).click();
  await asked;

  await office.getByRole('button', { name: 'Log out' }).click();
  await expect(office.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await storage(office)).toEqual({});
  const signedOut = office.waitForResponse(/\/api\/v1\/admin\/logout$/);
  release();
  expect((await signedOut).status()).toBe(200);
  await office.goto('/admin/registrations');
  await expect(office).toHaveURL(/\/admin\/login\?next=/);
  expect(await storage(office)).toEqual({});
});
