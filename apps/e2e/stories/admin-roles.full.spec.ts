import { expectClean } from '../axe.ts';
import { countPresses } from '../presses.ts';
import { expect, test, uniqueWord } from '../story.ts';

test('a colleague is invited as Bursar in five presses at most, and sees only fees', async ({
  ownersOffice: office,
  browser,
  baseURL,
}) => {
  const email = `${uniqueWord('bursar').toLowerCase()}@example.org`;
  await office.goto('/admin/accounts');
  const { press, type, choose, presses, report } = countPresses();
  await press(office.getByRole('button', { name: 'Invite' }));
  const dialog = office.getByRole('dialog', { name: 'Invite Somebody' });
  await type(dialog.getByLabel('Email'), email);
  await choose(dialog.getByLabel('Role'), 'bursar');
  const can = dialog.getByRole('table', { name: 'What this account can do' });
  await expect(can.getByRole('row', { name: /^Fees/ })).toContainText('Can');
  await expect(can.getByRole('row', { name: /^Content/ })).toContainText('Cannot');
  await expectClean(office, 'the invitation');
  await press(dialog.getByRole('button', { name: 'Send Invitation' }));
  const link = office.getByRole('dialog', { name: 'Invitation' }).getByLabel('Link of the invitation');
  await expect(link).toBeVisible();
  test.info().annotations.push({ type: 'a colleague as Bursar', description: report() });
  expect(presses()).toBeLessThanOrEqual(5);

  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const bursar = await context.newPage();
  await bursar.goto(String(await link.textContent()));
  await bursar.getByLabel('Password', { exact: true }).fill('a bursar counts 12 coins');
  await bursar.getByLabel('Confirm Password').fill('a bursar counts 12 coins');
  await expectClean(bursar, 'the accepted invitation');
  await bursar.getByRole('button', { name: 'Make the Account' }).click();
  await expect(bursar).toHaveURL('/admin');
  const menu = bursar.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Fees' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Posts' })).toHaveCount(0);

  await bursar.goto('/admin/posts');
  await expect(bursar.getByText('Your account cannot see Posts. Ask an owner.')).toBeVisible();
  await expectClean(bursar, 'a screen of others');
  await bursar.goto('/admin/registrations');
  await expect(bursar.getByRole('heading', { level: 1, name: 'Registrations' })).toBeVisible();
  await expect(bursar.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await context.close();
});
