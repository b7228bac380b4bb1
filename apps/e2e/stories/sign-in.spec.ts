import { countCalls, holdAnswers } from '../answers.ts';
import { expect, failedCall, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test.use({ expectedInConsole: failedCall });

test('a screen asks for a sign-in, which refuses a wrong password and leads back to the screen', async ({
  page,
  account,
}) => {
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const signIn = page.getByRole('button', { name: 'Sign In' });
  await page.goto('/admin/programs?q=hair');
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  const calls = countCalls(page, 'POST', /./);
  await signIn.click();
  await expect(email).toBeFocused();
  for (const field of [email, password]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/required/i);
  }
  expect(calls).toHaveLength(0);

  await email.fill(account.email.toUpperCase());
  await password.fill('not the password');
  const answered = page.waitForResponse(/\/api\/v1\/admin\/login$/);
  await signIn.click();
  const { error } = await (await answered).json();
  await expect(findToast(page, 'Error logging in')).toContainText(error.message);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});

  await password.fill(account.password);
  const release = await holdAnswers(page, /\/admin\/login$/);
  await signIn.click();
  await expect(signIn).toBeDisabled();
  release();
  await expect(findToast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/admin/programs?q=hair');
  await expect(page.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible();
  const { user, token } = await page.evaluate(() => ({ ...localStorage }));
  expect(JSON.parse(user ?? '')).toMatchObject({ email: account.email });
  expect(token?.split('.')).toHaveLength(3);

  // A signed-in user has no use for the forms.
  for (const address of ['/login', '/admin/signup']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  }
});
