import type { Page } from '@playwright/test';
import { holdAnswers } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { expect, expectQuiet, failedCall, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

const own = () => uniqueWord('Office');

async function openOne(page: Page, lastName: string) {
  await page.goto(`/admin/registrations?q=${lastName}`);
  return view(page, lastName);
}

async function view(page: Page, lastName: string) {
  await page
    .getByRole('button', { name: `View Grace ${lastName}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Medical Information' })).toBeVisible();
  return dialog;
}

test.describe(() => {
  test.use({ expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`) });

  test('a status is changed with a note that the history tells, and the second of two editors is warned', async ({
    office,
    request,
    account,
  }) => {
    const lastName = own();
    const { id } = await sendRegistration(request, {
      firstName: 'Grace',
      lastName,
      email: `${lastName}@example.org`,
    });
    const dialog = await openOne(office, lastName);
    const save = dialog.getByRole('button', { name: 'Save', exact: true });

    await test.step('a status is changed with a note, and the history tells who did it', async () => {
      await expect(save).toBeDisabled();

      await dialog.getByLabel('Status').selectOption('Reviewing');
      await dialog.getByLabel('Note').fill('Asked for the school certificate');
      await office.keyboard.press('Escape');
      await office.getByRole('alertdialog', { name: 'Discard your changes?' }).getByText('Cancel').click();
      await save.click();

      await expect(findToast(office, 'Registration updated successfully')).toBeVisible();
      const history = dialog.getByRole('region', { name: 'History' });
      await expect(history).toContainText('New');
      await expect(history).toContainText('Reviewing');
      await expect(history).toContainText('Asked for the school certificate');
      await expect(history).toContainText(account.email);
      await office.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(office.locator('tbody')).toContainText('Reviewing');

      await expect(office.getByRole('tab', { name: 'Reviewing 1' })).toBeVisible();
      await office.getByRole('tab', { name: 'Accepted 0' }).click();
      await expect(office).toHaveURL(/status=accepted/);
      await expect(office.getByText('No registrations found matching your criteria.')).toBeVisible();
    });

    await expectQuiet(office);
    await test.step('the second of two editors of a status is warned and keeps their choice', async () => {
      await office.getByRole('tab', { name: 'All 1' }).click();
      await office.getByRole('button', { name: `View Grace ${lastName}` }).click();
      await dialog.getByLabel('Status').selectOption('Rejected');
      const headers = { authorization: `Bearer ${account.token}` };
      await request.put(`/api/v1/registrations/${id}`, { headers, data: { status: 'accepted' } });

      // The warning must wait for the other change. Otherwise a second save would be refused again.
      const release = await holdAnswers(office, /registrations\.get/);
      const asked = office.waitForRequest(/registrations\.get/);
      await save.click();
      await asked;
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      release();
      await expect(dialog.getByRole('alert')).toContainText('Somebody else has changed this registration');
      await expect(dialog.getByLabel('Status')).toHaveValue('rejected');
      await save.click();
      // Accepting charged the fees
      const question = office.getByRole('alertdialog', { name: /^Take back UGX/ });
      await question.getByRole('button', { name: 'Take Back' }).click();
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      const readStatus = async () => {
        const saved = await request.get(`/api/v1/registrations/${id}`, { headers });
        return (await saved.json()).data.status;
      };
      await expect.poll(readStatus).toBe('rejected');
    });
  });
});

test('offers call and email, names another registration of the person, and prints one registration', async ({
  office,
  request,
}) => {
  const lastName = own();
  const digits = String(Date.now()).slice(-8);
  const person = { firstName: 'Grace', lastName, email: `${lastName}@example.org`.toLowerCase() };
  const older = await sendRegistration(request, { ...person, phone: `+256 7${digits}`, allergies: 'Dust' });
  const newer = await sendRegistration(request, { ...person, phone: `07${digits}` });
  await office.goto(`/admin/registrations?q=${lastName}`);
  await expect(office.getByText('Possible duplicate')).toHaveCount(2);
  const dialog = await view(office, lastName);

  await test.step('the applicant is one tap away, and their other registration is named', async () => {
    await expect(dialog).toContainText(newer.reference);
    await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      new RegExp(`^https://wa\\.me/2567${digits}\\?text=`),
    );
    await expect(dialog.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:07${digits}`);
    await expect(dialog.getByRole('link', { name: 'Send Email' })).toHaveAttribute(
      'href',
      `mailto:${person.email}`,
    );

    await expect(dialog).toContainText('same email, phone');
    await dialog.getByRole('button', { name: older.reference }).click();
    await expect(dialog.getByRole('button', { name: newer.reference })).toBeVisible();
  });

  await test.step('the print view is the registration and nothing else', async () => {
    const { id, reference } = older;
    const link = dialog.getByRole('link', { name: 'Print View' });
    await expect(link).toHaveAttribute('href', `/admin/registrations/${id}/print`);

    await office.goto(`/admin/registrations/${id}/print`);
    await expect(office.getByRole('heading', { level: 1 })).toHaveText(`Grace ${lastName}`);
    await expect(office.getByText(`Registration ${reference}`)).toBeVisible();
    await expect(office.getByRole('region', { name: 'Medical Information' })).toContainText('Dust');
    await expect(office.getByRole('navigation')).toHaveCount(0);
    await expectClean(office, 'print view');
    await office.emulateMedia({ media: 'print' });
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(office.getByRole('button')).toHaveCount(0);
  });
});
