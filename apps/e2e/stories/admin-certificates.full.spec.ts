import { readFileSync } from 'node:fs';
import { expectClean } from '../axe.ts';
import { makeGraduate } from '../certificates.ts';
import { expect, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('names of every script fit the dialog that issues certificates', async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Class');
  const longest = 'Ŋ'.repeat(59 - lastName.length);
  for (const firstName of ['ሰላማዊት', 'محمد عبد الرحمن', longest])
    await makeGraduate(request, account, { firstName, lastName });
  await office.goto(`/admin/registrations?q=${lastName}&size=100`);
  await office.getByRole('checkbox', { name: 'Select all 3' }).click();
  await office.getByRole('button', { name: 'Issue Certificates' }).click();
  const dialog = office.getByRole('dialog', { name: 'Issue Certificates' });
  const names = dialog.getByLabel('Name on the certificate');
  await expect(names).toHaveCount(3);
  await expectClean(office, 'certificates of a class');
  const excess = await dialog.evaluate((one) => {
    const rightEdges = [...one.querySelectorAll('*')].map((each) => each.getBoundingClientRect().right);
    return Math.max(...rightEdges) - one.getBoundingClientRect().right;
  });
  expect(excess).toBeLessThanOrEqual(0);
  const written = await names.evaluateAll((inputs) =>
    inputs.map((input) => ({
      name: (input as HTMLInputElement).value,
      direction: getComputedStyle(input).direction,
    })),
  );
  expect(written).toContainEqual({ name: `${longest} ${lastName}`, direction: 'ltr' });
  expect(written).toContainEqual({ name: `ሰላማዊት ${lastName}`, direction: 'ltr' });
  expect(written).toContainEqual({ name: `محمد عبد الرحمن ${lastName}`, direction: 'rtl' });

  const issue = dialog.getByRole('button', { name: 'Issue', exact: true });
  await names.nth(1).fill('A'.repeat(66));
  await issue.click();
  await expect(names.nth(1)).toBeFocused();
  await names.nth(1).fill(`Ann ${lastName}`);
  await issue.click();
  await expect(findToast(office, '3 certificates issued')).toBeVisible();
  const [download] = await Promise.all([
    office.waitForEvent('download'),
    office.getByRole('button', { name: 'Print', exact: true }).click(),
  ]);
  const file = readFileSync(await download.path()).toString('latin1');
  expect(file.match(/\/Type \/Page\n/g)).toHaveLength(3);
});
