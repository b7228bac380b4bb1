import { contentResources } from '@institute/contract';
import type { Page } from '@playwright/test';
import { countCalls, holdAnswers } from '../answers.ts';
import { expect, test } from '../story.ts';
import { toast } from '../toasts.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In' });
const storage = (page: Page) => page.evaluate(() => ({ ...localStorage }));

test('signing in asks for email and password, stores user and token, shows a greeting, and opens the admin area', async ({
  page,
  account,
}) => {
  await test.step('/login leads to the sign-in', async () => {
    await page.goto('/login');
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(signIn(page)).toBeVisible();
  });

  await test.step('nothing is sent without email and password', async () => {
    const calls = countCalls(page, 'POST', /./);
    await signIn(page).click();
    await expect(email(page)).toBeFocused();
    for (const field of [email(page), password(page)]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(/required/i);
    }
    await email(page).fill('office@institute.example');
    await signIn(page).click();
    await expect(password(page)).toBeFocused();
    expect(calls).toHaveLength(0);
  });

  await test.step('signing in stores user and token, shows a greeting, and opens the admin area', async () => {
    await email(page).fill(account.email.toUpperCase());
    await password(page).fill(account.password);
    const release = await holdAnswers(page, /\/admin\/login$/);
    await signIn(page).click();
    await expect(signIn(page)).toBeDisabled();
    release();

    await expect(toast(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const { user, token } = await storage(page);
    expect(JSON.parse(user ?? '')).toMatchObject({ email: account.email });
    expect(token?.split('.')).toHaveLength(3);
  });
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: /Failed to load resource|ApiFailure/ });

  test('a wrong password shows the server’s reason and does not sign in', async ({ page, account }) => {
    await page.goto('/admin/login');
    await email(page).fill(account.email);
    await password(page).fill('not the password');
    const answered = page.waitForResponse(/\/api\/v1\/admin\/login$/);
    await signIn(page).click();
    const { error } = await (await answered).json();
    await expect(toast(page, 'Error logging in')).toContainText(error.message);
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(email(page)).toHaveValue(account.email);
    expect(await storage(page)).toEqual({});
  });
});

test.describe('without a session', () => {
  test.use({ expectedInConsole: /404/ });

  test('every admin address asks for a sign-in first', async ({ page }) => {
    const screens = ['registrations', ...Object.keys(contentResources)];
    for (const address of ['/admin', ...screens.map((screen) => `/admin/${screen}`)]) {
      await page.goto(address);
      await expect(page).toHaveURL((at) => at.pathname === '/admin/login');
      expect(new URL(page.url()).searchParams.get('next')).toBe(address);
      await expect(signIn(page)).toBeVisible();
    }
  });
});

test('signing in leads back to the screen that asked for it, with its filters', async ({ page, account }) => {
  await page.goto('/admin/programs?q=hair');
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await signIn(page).click();
  await expect(page).toHaveURL('/admin/programs?q=hair');
  await expect(page.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible();
});

test('redirects a signed-in user past the forms', async ({ office }) => {
  for (const address of ['/admin/login', '/admin/signup']) {
    await office.goto(address);
    await expect(office).toHaveURL(/\/admin$/);
    await expect(office.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  }
});

test('never redirects to another site after signing in', async ({ page, account, baseURL }) => {
  await page.goto(`/admin/login?next=${encodeURIComponent('//elsewhere.example/admin')}`);
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await signIn(page).click();
  await expect(page).toHaveURL(`${baseURL}/admin`);
});
