import { emailsTo } from '../emails.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

test('the sheet begins with the person, and one Undo takes a change of status back', {
  tag: '@both-widths',
}, async ({ office, request, isPhone }) => {
  const lastName = uniqueWord('Sheet');
  const email = `${lastName.toLowerCase()}@example.org`;
  const { reference } = await sendRegistration(request, { firstName: 'Ann', lastName, email });
  await office.goto(`/admin/registrations?q=${lastName}`);
  await office.getByRole('button', { name: `View Ann ${lastName}` }).click();
  const sheet = office.getByRole('dialog', { name: `Ann ${lastName}` });
  await expect(sheet).toContainText(reference);
  const sections = sheet.getByRole('region');
  await expect(sections.first()).toBeVisible();
  await expect(sheet.getByRole('heading')).toHaveText([
    `Ann ${lastName}`,
    ...['Personal Information', 'Program Details', 'Emergency Contact', 'Medical Information'],
    ...['Fees', 'Message', 'Messages to Ann', 'History'],
  ]);

  const head = sheet.getByRole('form', { name: 'Decision' });
  await expect(head.getByRole('button')).toHaveText(['Save', 'Save and next']);
  await expect(head.getByRole('combobox')).toHaveAccessibleName('Status');
  const top = (await sections.first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  const sheetTop = (await sheet.boundingBox())?.y ?? 0;
  expect(top - sheetTop).toBeLessThanOrEqual(isPhone ? 240 : 220);

  const status = sheet.getByLabel('Status', { exact: true });
  await status.selectOption('Accepted');
  await head.getByRole('button', { name: 'Save', exact: true }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click();
  await expect(head.getByText('Saved as Accepted.')).toBeVisible();
  await findToast(office, 'Registration updated successfully').getByRole('button', { name: 'Undo' }).click();
  await expect(findToast(office, 'Undone')).toBeVisible();
  await expect(status).toHaveValue('new');
  await expect(head.getByText('Saved as Accepted.')).toHaveCount(0);
  await expect(head.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  // A later change is told; that of Accepted never was
  await status.selectOption('Reviewing');
  await head.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(head.getByText('Saved as Reviewing.')).toBeVisible();
  await expect.poll(() => emailsTo(email).filter((one) => /reviewing/i.test(one)).length).toBe(1);
  expect(emailsTo(email).filter((one) => /accepted/i.test(one))).toEqual([]);
});
