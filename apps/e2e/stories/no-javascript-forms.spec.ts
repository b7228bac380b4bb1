import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, stored, test } from '../story.ts';
import { consent, guardianConsent } from '../wizard.ts';

test.use({ javaScriptEnabled: false, expectedInConsole: /Failed to load resource/ });

const main = (page: Page) => page.getByRole('main');

async function expectRefused(page: Page, field: Locator, kept: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/\w/);
  await expect(field).toHaveValue(kept);
  await summaryOf(page)
    .locator(`a[href="#${await field.getAttribute('id')}"]`)
    .click();
  await expect(field).toBeFocused();
}

const summaryOf = (page: Page) => page.getByRole('alert').first();

async function submit(page: Page, button: Locator) {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    button.click(),
  ]);
  return answer;
}

test.describe('the contact form', () => {
  const write = async (page: Page, email: string) => {
    const form = main(page).locator('form');
    await form.getByLabel('Name').fill('Akello Ruth');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Subject').fill('Evening groups');
    await form.getByLabel('Message').fill('Is there a group on Saturdays?\nThank you.');
    return submit(page, form.getByRole('button', { name: 'Send Message' }));
  };

  test('is sent and shows success', async ({ page, request, account }) => {
    await page.goto('/contact');
    expect((await write(page, 'ruth@example.org')).status()).toBe(303);

    await expect(page).toHaveURL(/\/contact\?sent=1$/);
    await expect(page.getByText('Message sent successfully')).toBeInViewport();
    await expect(main(page).getByLabel('Message')).toHaveValue('');
    const answer = await request.get('/api/v1/contact-submissions', {
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect((await answer.json()).data).toContainEqual(
      expect.objectContaining({ name: 'Akello Ruth', message: 'Is there a group on Saturdays?\nThank you.' }),
    );
  });

  test('a refused form shows its errors', async ({ page }) => {
    await page.goto('/contact');
    const answer = await write(page, 'ruth@example');

    expect(answer.status()).toBe(400);
    expect(await answer.headerValue('cache-control')).toContain('no-store');
    await expect(page).toHaveURL(/\/contact$/);
    await expect(summaryOf(page)).toBeInViewport();
    await expectRefused(page, main(page).getByLabel('Email'), 'ruth@example');
    await expect(main(page).getByLabel('Subject')).toHaveValue('Evening groups');
    await expect(main(page).getByLabel('Subject')).not.toHaveAttribute('aria-invalid');
  });
});

test.describe('the newsletter form', () => {
  const subscribe = async (page: Page, email: string) => {
    const footer = page.getByRole('contentinfo');
    await footer.getByLabel('Email address').fill(email);
    return submit(page, footer.getByRole('button', { name: 'Subscribe' }));
  };

  test('is sent from any page and shows success', async ({ page }) => {
    await page.goto('/programs');
    expect((await subscribe(page, 'ruth@example.org')).status()).toBe(303);
    await expect(page.getByText('Message sent successfully')).toBeInViewport();
    expect(page.url()).not.toContain('ruth');
  });

  test('a refused address shows its error', async ({ page }) => {
    await page.goto('/faq');
    expect((await subscribe(page, 'ruth@example')).status()).toBe(400);
    await expect(summaryOf(page)).toBeInViewport();
    await expectRefused(page, page.getByLabel('Email address'), 'ruth@example');
  });
});

test.describe('the registration', () => {
  const write = async (page: Page, fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) {
      await main(page).getByLabel(label, { exact: true }).fill(text);
    }
  };
  const send = (page: Page) => submit(page, main(page).getByRole('button', { name: 'Submit' }));
  const answers = {
    'First Name': 'Ruth',
    'Last Name': 'Akello',
    Email: 'ruth@example.org',
    Phone: '+256 700 000 321',
    Allergies: 'Peanuts',
  };

  test('is one form with all five sections, and leads to the success page', async ({ page, request }) => {
    const [first, second] = await stored<{ id: number; name: string }[]>(request, '/programs');
    await page.goto(`/registration?program=${second?.id}`);
    for (const title of [
      ...['Personal Information', 'Program Selection', 'Emergency Contact', 'Medical Information'],
      'Review & Submit',
    ]) {
      await expect(main(page).getByRole('heading', { name: title })).toBeVisible();
    }
    await expect(main(page).getByRole('button', { name: /Next|Previous/ })).toHaveCount(0);

    const program = main(page).getByLabel('Program', { exact: true });
    await expect(program).toHaveValue(String(second?.id));
    // The price would stay when another program is chosen.
    await expect(main(page).getByText(/UGX|Free/)).toBeHidden();
    await program.selectOption({ label: String(first?.name) });
    await write(page, answers);
    await main(page).getByRole('checkbox', { name: consent }).check();
    expect((await send(page)).status()).toBe(303);

    await expect(page).toHaveURL(/\/registration-success$/);
    await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
    await expect(main(page)).toContainText(/Your reference: REG-\d{4}-\d{6}/);
  });

  test('a refused form shows its errors and the typed values, which are in no URL and no cache', async ({
    page,
  }) => {
    await page.goto('/registration');
    await write(page, { ...answers, Phone: 'none' });
    const answer = await send(page);

    expect(answer.status()).toBe(400);
    expect(await answer.headerValue('cache-control')).toBe('private, no-store');
    await expect(page).toHaveURL(/\/registration$/);
    await expect(summaryOf(page)).toBeInViewport();
    await expect(summaryOf(page)).toContainText('Please provide consent to continue');
    await expectRefused(page, main(page).getByLabel('Phone', { exact: true }), 'none');
    await expectRefused(page, main(page).getByLabel('Program', { exact: true }), '');
    await expect(main(page).getByLabel('Allergies')).toHaveValue('Peanuts');
    const box = main(page).getByRole('checkbox', { name: consent });
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await expect(box).toHaveAccessibleDescription('You must agree to the terms and consent to data usage');
    await expect(box).not.toBeChecked();
  });
});

test.describe('the registration of a child', () => {
  test('asks for the guardian, and keeps what was typed', async ({ page, request }) => {
    const [program] = await stored<{ name: string }[]>(request, '/programs');
    await page.goto('/registration');
    await expect(page.getByText('Who are you registering?')).toBeHidden();
    await expect(page.getByText('For anybody else leave this empty.')).toBeVisible();
    const child = {
      'First Name': 'Ruth',
      'Last Name': 'Akello',
      Email: 'ruth@example.org',
      Phone: '+256 700 000 321',
      'Date of Birth': '2019-03-09',
      'Guardian Name': 'Grace Akello',
    };
    for (const [label, text] of Object.entries(child)) {
      await main(page).getByLabel(label, { exact: true }).fill(text);
    }
    await main(page)
      .getByLabel('Program', { exact: true })
      .selectOption({ label: String(program?.name) });
    await main(page).getByRole('checkbox', { name: consent }).check();
    const send = () => submit(page, main(page).getByRole('button', { name: 'Submit' }));
    expect((await send()).status()).toBe(400);

    await expect(main(page).getByLabel('Guardian Name')).toHaveValue('Grace Akello');
    await expectRefused(page, main(page).getByLabel('Guardian Phone'), '');
    await main(page).getByLabel('Guardian Phone').fill('0772 123 456');
    await main(page).getByRole('checkbox', { name: guardianConsent }).check();
    expect((await send()).status()).toBe(303);
    await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
  });
});

test.describe('with scripts that load after the form was sent', () => {
  test.use({ javaScriptEnabled: true });

  test('a refused form keeps its values after hydration', async ({ page }) => {
    // A same-origin page without scripts, so that nothing hydrates the form.
    await page.goto('/robots.txt');
    await page.setContent(
      `<form method="post" action="${new URL('/registration', page.url())}">
         <input name="firstName" value="Ruth"><input name="allergies" value="Peanuts"><button>Send</button></form>`,
    );
    await page.getByRole('button', { name: 'Send' }).click();

    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    await hydrated(page);
    await expect(page.getByLabel('First Name')).toHaveValue('Ruth');
    await expect(page.getByLabel('Last Name')).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('link', { name: 'FAQ' }).first().click();
    await expect(page).toHaveURL(/\/faq$/);
    // Until the page comes, a skeleton hides the form. A form that was never left keeps its errors.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
    await page.getByRole('link', { name: 'Registration' }).first().click();
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
