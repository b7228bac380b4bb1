import { expectClean } from '../axe.ts';
import { follow } from '../offline.ts';
import { expect, test, untilHydrated } from '../story.ts';
import { findButton } from '../wizard.ts';

test('a donation is paid in the sandbox, also after the checkout was closed once', async ({
  page,
  visit,
}) => {
  await visit('/donations');
  const main = page.getByRole('main');
  await main.getByLabel('Full Name').fill('Ann Example');
  await main.getByLabel('Email').fill('ann@institute.example');
  await main.getByLabel('Currency').selectOption('UGX');
  await findButton(page, 'UGX 50,000').click();
  await findButton(page, 'Donate').click();
  const checkout = page.getByRole('dialog');
  await expect(checkout).toContainText('Test mode: no money moves');
  await checkout.getByRole('button', { name: 'Close' }).click();
  await expect(checkout).toHaveCount(0);
  await expect(main.getByLabel('Full Name')).toHaveValue('Ann Example');
  await expect(findButton(page, 'Donate')).toBeFocused();

  await findButton(page, 'Donate').click();
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Donation!' })).toBeVisible();
  await expect(main).toContainText('Ann Example, your donation of UGX 50,000');
  await expect(main).toContainText('Your payment is confirmed.');
  await expect(main).toContainText('A confirmation email was sent to ann@institute.example.');
  await expect(main).toContainText('Test mode: no money moves.');
  await expectClean(page, 'the confirmation of a donation');
});

test('links to and from the page that pays load a whole page, for its content policy', async ({
  page,
  visit,
}) => {
  const mark = () => page.evaluate(() => Reflect.set(window, 'marked', true));
  const isMarked = () => page.evaluate(() => Reflect.get(window, 'marked') === true);
  await visit('/about');
  await mark();
  await follow(page, '/faq');
  await expect(page).toHaveURL('/faq');
  expect(await isMarked()).toBe(true);

  const footer = page.getByRole('contentinfo');
  // On a phone the links are folded
  await footer.locator('summary').first().click();
  await footer.getByRole('link', { name: 'Donations' }).click();
  await expect(page).toHaveURL('/donations');
  await expect(page.getByLabel('Full Name')).toBeVisible();
  expect(await isMarked()).toBe(false);
  await untilHydrated(page);
  await mark();
  await follow(page, '/faq');
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  expect(await isMarked()).toBe(false);
});
