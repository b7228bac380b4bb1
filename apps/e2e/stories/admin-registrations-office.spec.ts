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
  const message = dialog.getByRole('region', { name: 'Message', exact: true });

  await test.step('status, note and Message stand at the top of the sheet, and Message leads to its text', async () => {
    for (const control of [
      dialog.getByLabel('Status'),
      dialog.getByLabel('Note'),
      dialog.getByRole('button', { name: 'Message' }),
    ]) {
      const { y, height } = (await control.boundingBox()) ?? { y: Number.POSITIVE_INFINITY, height: 0 };
      expect(y + height).toBeLessThanOrEqual(400);
    }
    await dialog.getByRole('button', { name: 'Message' }).click();
    await expect(message.getByLabel('Text')).toBeFocused();
  });

  await test.step('the applicant is one tap away, and their other registration is named', async () => {
    await expect(dialog).toContainText(newer.reference);
    const channels = {
      WhatsApp: new RegExp(`^https://wa\\.me/2567${digits}\\?text=`),
      Email: `mailto:${person.email}`,
    };
    for (const [name, href] of Object.entries(channels)) {
      await message.getByLabel('Channel').selectOption(name);
      await expect(message.getByRole('link', { name: 'Send' })).toHaveAttribute('href', href);
    }
    await dialog.getByRole('button', { name: 'More actions' }).click();
    const menu = office.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: 'Call' })).toHaveAttribute('href', `tel:07${digits}`);
    await expect(menu.getByRole('menuitem', { name: 'Print View' })).toHaveAttribute(
      'href',
      `/admin/registrations/${newer.id}/print`,
    );
    await expectClean(office, 'more actions');
    await office.keyboard.press('Escape');

    await expect(dialog).toContainText('same email, phone');
    await dialog.getByRole('button', { name: older.reference }).click();
    await expect(dialog.getByRole('button', { name: newer.reference })).toBeVisible();
  });

  await test.step('the print view is the registration and nothing else', async () => {
    const { id, reference } = older;
    await office.goto(`/admin/registrations/${id}/print`);
    await expect(office.getByRole('heading', { level: 1 })).toHaveText(`Grace ${lastName}`);
    await expect(office.getByText(`Registration ${reference}`)).toBeVisible();
    await expect(office.getByRole('region', { name: 'Medical Information' })).toContainText('Dust');
    await expect(office.getByRole('navigation')).toHaveCount(0);
    await office.emulateMedia({ media: 'print' });
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(office.getByRole('button')).toHaveCount(0);
  });
});
