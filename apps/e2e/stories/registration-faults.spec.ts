import { countCalls, failCalls } from '../answers.ts';
import { expect, failedCall, test } from '../story.ts';
import { toast } from '../toasts.ts';
import { button, consent, expectStep, field, fillIn, goOn } from '../wizard.ts';

const registrations = /\/api\/v1\/registrations$/;

test('every step can be skipped, and nothing is required before Submit', async ({ page, visit }) => {
  await visit('/registration');
  await goOn(page, 'Review & Submit');
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  await expect(button(page, 'Submit')).toBeEnabled();
});

test('without consent it shows an error and sends nothing', async ({ page, visit }) => {
  await visit('/registration');
  const calls = countCalls(page, 'POST', /./);
  await fillIn(page);
  await field(page, consent).uncheck();
  await button(page, 'Submit').click();

  const refused = toast(page, 'Please provide consent to continue');
  await expect(refused).toBeVisible();
  await expect(refused).toContainText('You must agree to the terms and consent to data usage');
  await expectStep(page, 'Review & Submit');
  await expect(button(page, 'Submit')).toBeEnabled();
  expect(calls).toHaveLength(0);

  await field(page, consent).check();
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/registration-success$/);
  expect(calls).toHaveLength(1);
});

test.describe('refused by the server', () => {
  test.use({ expectedInConsole: failedCall });

  test('the refused field is focused and shows the reason', async ({ page, visit }) => {
    await visit('/registration');
    await fillIn(page, { email: 'amina at home', lastName: 'Kept' });
    await button(page, 'Submit').click();

    await expect(toast(page, 'Registration Failed')).toContainText(/Please try again later\. \w/);
    await expectStep(page, 'Personal Information');
    const email = field(page, 'Email');
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveAccessibleDescription(/valid email/i);
    await expect(email).toHaveValue('amina at home');
    await expect(field(page, 'Last Name')).toHaveValue('Kept');

    await email.fill('amina@example.org');
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
    await goOn(page, 'Review & Submit');
    await button(page, 'Submit').click();
    await expect(page).toHaveURL(/\/registration-success$/);
  });

  test('an empty registration is sent, and the server names the required fields', async ({ page, visit }) => {
    await visit('/registration');
    await goOn(page, 'Review & Submit');
    await field(page, consent).check();
    await button(page, 'Submit').click();
    await expect(toast(page, 'Registration Failed')).toBeVisible();
    await expectStep(page, 'Personal Information');
    for (const label of ['First Name', 'Last Name', 'Email', 'Phone']) {
      await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(field(page, 'First Name')).toBeFocused();
  });
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: failedCall });

  test('a failure shows a message and keeps all values, and the next try is the same registration', async ({
    page,
    visit,
  }) => {
    await visit('/registration');
    await fillIn(page);
    const calls = countCalls(page, 'POST', registrations);
    await failCalls(page, registrations);
    await button(page, 'Submit').click();

    await expect(toast(page, 'Registration Failed')).toContainText(
      'Please try again later. Something went wrong',
    );
    await expectStep(page, 'Review & Submit');
    await expect(page.getByRole('main')).toContainText('First Name: Amina');
    await expect(button(page, 'Submit')).toBeEnabled();

    await page.unroute(registrations);
    await button(page, 'Submit').click();
    await expect(page).toHaveURL(/\/registration-success$/);
    const keys = calls.map((call) => call.headers()['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test('a missing answer is handled like any other failure', async ({ page, visit }) => {
    await visit('/registration');
    await fillIn(page);
    await page.route(registrations, (route) => route.abort());
    await button(page, 'Submit').click();
    await expect(toast(page, 'Registration Failed')).toContainText(/Please try again later\. \w/);
    await expect(button(page, 'Submit')).toBeEnabled();
    await expect(page.getByRole('main')).toContainText('First Name: Amina');
  });

  test('a lost answer does not register anybody twice', async ({ page, visit, request, account }) => {
    const lastName = `Once${Date.now()}`;
    await visit('/registration');
    await fillIn(page, { lastName });
    // Stored, but the answer never reaches the visitor.
    await page.route(registrations, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, 'Submit').click();
    await expect(toast(page, 'Registration Failed')).toBeVisible();
    await page.unroute(registrations);
    await button(page, 'Submit').click();
    await expect(page).toHaveURL(/\/registration-success$/);

    const answer = await request.get(`/api/v1/registrations?q=${lastName}`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect((await answer.json()).meta.total).toBe(1);
  });
});
