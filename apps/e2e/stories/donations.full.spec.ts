import { expect, test } from '../story.ts';
import { findButton } from '../wizard.ts';

test('a payment by phone waits for the network, and after a reload on the page of the donation', async ({
  page,
  visit,
}) => {
  await visit('/donations');
  const main = page.getByRole('main');
  await main.getByLabel('Full Name').fill('Ann Example');
  await main.getByLabel('Email').fill('ann@institute.example');
  await findButton(page, '$ 5').click();
  await findButton(page, 'Donate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay later' }).click();
  await expect(main).toContainText('Waiting for your network…');
  await expect(main).not.toContainText('Reference');

  await page.reload();
  await expect(page).toHaveURL(/\/donations\/\d{13}-/);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Donation received');
  await expect(main).toContainText('$ 5');
});
