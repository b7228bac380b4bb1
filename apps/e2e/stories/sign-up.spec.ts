import type { Page } from '@playwright/test';
import { countCalls } from '../answers.ts';
import { expect, test } from '../story.ts';

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up' });
const toasts = (page: Page) => page.locator('[data-slot=toast]');

async function fill(page: Page, email: string, password: string, again = password) {
  await label(page, 'Email').fill(email);
  await label(page, 'Password').fill(password);
  await label(page, 'Confirm Password').fill(again);
  await signUp(page).click();
}

const newEmail = () => `jane.doe.${process.pid}.${Date.now()}@institute.example`;

test('signing up asks for email, password and confirmation, shows a greeting, and signs in at once', async ({
  page,
}) => {
  await test.step('nothing is sent without email, password and confirmation', async () => {
    await page.goto('/admin/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/admin\/signup$/);
    const calls = countCalls(page, 'POST', /./);
    await signUp(page).click();
    for (const name of ['Email', 'Password', 'Confirm Password']) {
      await expect(label(page, name)).toHaveAttribute('aria-invalid', 'true');
    }
    expect(calls).toHaveLength(0);
  });

  await test.step('signing up shows a greeting and signs in at once', async () => {
    const email = newEmail();
    await fill(page, email, 'bark-cloth-and-beads');
    await expect(toasts(page)).toContainText('Signup successful!');
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const { user, token } = await page.evaluate(() => ({ ...localStorage }));
    expect(JSON.parse(user ?? '')).toMatchObject({ email });
    expect(token).toBeTruthy();
  });
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: /Failed to load resource|ApiFailure/ });

  test('a refusal shows a title and the server’s first reason', async ({ page, account }) => {
    await page.goto('/admin/signup');
    for (const [email, password, again] of [
      [newEmail(), 'bark-cloth-and-beads', 'something else'],
      [account.email, 'bark-cloth-and-beads', 'bark-cloth-and-beads'],
      [newEmail(), 'short', 'short'],
    ] as const) {
      const answered = page.waitForResponse(/\/api\/v1\/admin\/signup$/);
      await fill(page, email, password, again);
      const { error } = await (await answered).json();
      expect(error.details.length).toBeGreaterThan(0);
      const toast = toasts(page).filter({ hasText: error.details[0].message });
      await expect(toast).toContainText(error.message);
      if (again === 'something else') await expect(toast).toContainText('Passwords do not match');
      await expect(page).toHaveURL(/\/admin\/signup$/);
    }
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  });
});
