import { readFileSync } from 'node:fs';
import { expectClean } from '../axe.ts';
import { issueCertificate, makeGraduate } from '../certificates.ts';
import { expect, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

const tooLong = 'This name is longer than its line: 66 of 60 letters';

test('the office issues certificates for a class of 60, and prints them @both-widths', async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Class');
  const longest = 'Ŋ'.repeat(59 - lastName.length);
  const people = ['ሰላማዊት', 'محمد عبد الرحمن', longest, ...Array.from({ length: 57 }, () => 'Ann')];
  // No more at once than a busy office sends
  for (let first = 0; first < people.length; first += 6) {
    const some = people.slice(first, first + 6);
    await Promise.all(some.map((firstName) => makeGraduate(request, account, { firstName, lastName })));
  }
  await office.goto(`/admin/registrations?q=${lastName}&size=100`);
  await office.getByRole('checkbox', { name: 'Select all 60' }).click();
  await office.getByRole('button', { name: 'Issue Certificates' }).click();
  const dialog = office.getByRole('dialog', { name: 'Issue Certificates' });
  const names = dialog.getByLabel('Name on the certificate');
  await expect(names).toHaveCount(60);
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

  await dialog.getByLabel('Hours for all').fill('480');
  await expect(dialog.getByLabel('Hours', { exact: true }).last()).toHaveValue('480');
  await names.nth(30).fill('A'.repeat(66));
  await expect(dialog.getByText(tooLong)).toBeVisible();
  const issue = dialog.getByRole('button', { name: 'Issue', exact: true });
  await issue.click();
  await expect(names.nth(30)).toBeFocused();
  await names.nth(30).fill(`Ann ${lastName}`);
  await expect(dialog.getByText(tooLong)).toHaveCount(0);
  await issue.click();
  await expect(findToast(office, '60 certificates issued')).toBeVisible();
  const [download] = await Promise.all([
    office.waitForEvent('download'),
    office.getByRole('button', { name: 'Print', exact: true }).click(),
  ]);
  const file = readFileSync(await download.path()).toString('latin1');
  expect(file.match(/\/Type \/Page\n/g)).toHaveLength(60);

  await office.goto(`/admin/certificates?q=${lastName}`);
  await expect(office.getByText('60 found')).toBeVisible();
  await expect(office.getByRole('button', { name: /^PDF CERT-/ })).toHaveCount(20);
  // Only owners correct and withdraw
  await expect(office.getByRole('button', { name: /^Withdraw / })).toHaveCount(0);
  await expectClean(office, 'certificates');
});

test('a certificate is corrected and withdrawn by an owner, and then its registration goes back', async ({
  ownersOffice: office,
  request,
  account,
}) => {
  const holder = uniqueWord('Holder');
  const lastName = uniqueWord('Back');
  const { number } = await issueCertificate(request, account, { holder }, { firstName: 'Ann', lastName });
  await makeGraduate(request, account, { firstName: 'Bea', lastName });
  const setAccepted = async () => {
    await office.goto(`/admin/registrations?q=${lastName}`);
    await office.getByRole('checkbox', { name: 'Select all 2' }).click();
    await office.getByRole('button', { name: 'Change Status' }).click();
    await office.getByRole('menuitem', { name: 'Accepted' }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Change Status' }).click();
  };
  await setAccepted();
  await expect(findToast(office, '1 accepted, 1 left: withdraw its certificate first')).toBeVisible();

  await office.goto(`/admin/certificates?q=${holder}`);
  await office.getByRole('button', { name: `Correct ${number}` }).click();
  await office.getByLabel(/^Name on the certificate/).fill(`${holder} Right`);
  await office.getByLabel(/^Reason/).fill('A name was missing');
  await office.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(findToast(office, `replaces ${number}`)).toBeVisible();
  await expect(office.getByRole('row', { name: `${holder} Right` })).toContainText('Valid');
  await expect(office.getByRole('row', { name: number })).toContainText('Replaced');

  await office.getByRole('button', { name: /^Withdraw CERT-/ }).click();
  await office.getByLabel(/^Reason/).fill('Issued by mistake');
  await office.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(findToast(office, 'is withdrawn')).toBeVisible();
  await setAccepted();
  await expect(office.getByRole('tab', { name: 'Accepted 2' })).toBeVisible();
});
