import type { Page } from '@playwright/test';
import { failCalls } from '../answers.ts';
import { expect, expectQuiet, failedCall, sendRegistration, test } from '../story.ts';
import { toast } from '../toasts.ts';

test.use({ readsHealth: true });

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const view = (page: Page, name: string) => page.getByRole('button', { name: `View ${name}` });
const own = () => `Mukasa${process.pid}x${Date.now()}`;
const open = (page: Page) => page.goto('/admin/registrations');

test('is a list without New and Edit that reloads when the screen opens', { tag: '@both-widths' }, async ({
  office,
  request,
  isPhone,
}) => {
  const lastName = own();
  await open(office);
  await expect(office.getByText(/^Total Registrations: \d+$/)).toBeVisible();
  await sendRegistration(request, { firstName: 'Grace', lastName });
  for (const [entry, heading] of [
    ['Programs', 'Programs'],
    ['View Users', 'Registrations'],
  ] as const) {
    if (isPhone) await office.getByRole('button', { name: 'Toggle Sidebar' }).click();
    await office.getByRole('link', { name: entry }).click();
    // Wait for the screen: an earlier press would not leave the last one.
    await expect(office.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await expect(view(office, `Grace ${lastName}`)).toBeVisible();
  await expect(office.getByRole('button', { name: /^(New|Add|Edit)\b/ })).toHaveCount(0);
  if (!isPhone) {
    await expect(office.getByRole('columnheader').first()).toHaveText('Name');
    await expect(office.getByRole('row').filter({ hasText: lastName })).toContainText(
      'applicant@example.org',
    );
  }
});

test.describe(() => {
  test.use({ expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`) });

  test('a registration is opened whole, kept when its deletion fails, and deleted', async ({
    office,
    request,
  }) => {
    await test.step('a row opens the whole registration, with None specified for empty medical fields', async () => {
      const lastName = own();
      await sendRegistration(request, {
        firstName: 'Grace',
        lastName,
        dateOfBirth: '2006-05-04',
        startDate: '2030-02-01',
        emergencyName: 'Sarah Mukasa',
        emergencyPhone: '+256 700 111 222',
        emergencyRelation: 'Aunt',
        allergies: 'Groundnuts',
      });
      await open(office);
      await search(office).fill(lastName);
      await view(office, `Grace ${lastName}`).click();
      const dialog = office.getByRole('dialog');
      await expect(dialog).toHaveAccessibleName(`Grace ${lastName}`);
      const sections = {
        'Personal Information': [lastName, 'applicant@example.org', '+256 700 000 099', '4 May 2006'],
        'Program Details': ['Cosmetology & Beauty Therapy', '1 Feb 2030'],
        'Emergency Contact': ['Sarah Mukasa', '+256 700 111 222', 'Aunt'],
        'Medical Information': [
          'Groundnuts',
          /Medical Conditions\s*None specified/,
          /Medications\s*None specified/,
        ],
      };
      for (const [name, texts] of Object.entries(sections)) {
        for (const text of texts) await expect(dialog.getByRole('region', { name })).toContainText(text);
      }
      await office.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });

    await test.step('a registration is deleted after a confirmation', async () => {
      const lastName = own();
      await sendRegistration(request, { firstName: 'Grace', lastName });
      await search(office).fill(lastName);
      await office.getByRole('button', { name: `Delete Grace ${lastName}` }).click();
      const question = office.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(view(office, `Grace ${lastName}`)).toBeVisible();
      await office.getByRole('button', { name: `Delete Grace ${lastName}` }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(office, 'Registration deleted successfully')).toBeVisible();
      await expect(view(office, `Grace ${lastName}`)).toHaveCount(0);
    });

    await expectQuiet(office);
    await test.step('a registration that cannot be deleted stays', async () => {
      const lastName = own();
      await sendRegistration(request, { firstName: 'Grace', lastName });
      await search(office).fill(lastName);
      await failCalls(office, /\/api\/trpc\/registrations\.remove/);
      await office.getByRole('button', { name: `Delete Grace ${lastName}` }).click();
      await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(office, 'Failed to delete registration')).toBeVisible();
      await office.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await expect(view(office, `Grace ${lastName}`)).toBeVisible();
    });
  });
});
