import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

test('is a list without New and Edit that reloads when the screen opens', { tag: '@both-widths' }, async ({
  office,
  request,
  isPhone,
}) => {
  const lastName = uniqueWord('Mukasa');
  await office.goto('/admin/registrations');
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
  await expect(office.getByRole('button', { name: `View Grace ${lastName}` })).toBeVisible();
  await expect(office.getByRole('button', { name: /^(New|Add|Edit)\b/ })).toHaveCount(0);
  if (!isPhone) await expect(office.getByRole('columnheader').first()).toHaveText('Name');
});
