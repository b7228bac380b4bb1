import { countCalls } from '../answers.ts';
import { expect, failedCall, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test.use({ expectedInConsole: failedCall });

test('signing up shows what is missing or refused, then signs in at once', async ({ page, account }) => {
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const signUp = page.getByRole('button', { name: 'Sign Up' });
  const fill = async (email: string, password: string, again = password) => {
    await label('Email').fill(email);
    await label('Password').fill(password);
    await label('Confirm Password').fill(again);
    await signUp.click();
  };
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/admin\/signup$/);
  const calls = countCalls(page, 'POST', /./);
  await signUp.click();
  for (const name of ['Email', 'Password', 'Confirm Password']) {
    await expect(label(name)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls).toHaveLength(0);

  const email = `jane.doe.${process.pid}.${Date.now()}@institute.example`;
  const password = 'bark-cloth-and-beads';
  for (const [address, again] of [
    [email, 'something else'],
    [account.email, password],
  ] as const) {
    const answered = page.waitForResponse(/\/api\/v1\/admin\/signup$/);
    await fill(address, password, again);
    const { error } = await (await answered).json();
    await expect(findToast(page, error.details[0].message)).toContainText(error.message);
  }
  await fill(email, password);
  await expect(findToast(page, 'Signup successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const { user, token } = await page.evaluate(() => ({ ...localStorage }));
  expect(JSON.parse(user ?? '')).toMatchObject({ email });
  expect(token).toBeTruthy();
});
