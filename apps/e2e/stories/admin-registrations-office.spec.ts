import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

const own = () => uniqueWord('Office');

async function view(page: Page, lastName: string) {
  await page
    .getByRole('button', { name: `View Grace ${lastName}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Medical Information' })).toBeVisible();
  return dialog;
}

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

  await test.step('status, note and contact stand at the top of the sheet, and SMS leads to its text', async () => {
    for (const control of [
      dialog.getByLabel('Status'),
      dialog.getByLabel('Note'),
      dialog.getByRole('link', { name: 'Call' }),
      dialog.getByRole('button', { name: 'SMS' }),
    ]) {
      const { y, height } = (await control.boundingBox()) ?? { y: Number.POSITIVE_INFINITY, height: 0 };
      expect(y + height).toBeLessThanOrEqual(400);
    }
    await dialog.getByRole('button', { name: 'SMS' }).click();
    const message = dialog.getByRole('region', { name: 'Message', exact: true });
    await expect(message.getByLabel('Text')).toBeFocused();
  });

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
