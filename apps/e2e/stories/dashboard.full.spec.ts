import { expect, makeProgram, makeUnique, sendRegistration, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test.use({ expectedInConsole: /Failed to load resource|ApiFailure/ });

test('the dashboard draws the weeks, shows news without a reload, recovers, and leads to what to fix', async ({
  dashboard: office,
  request,
  account,
}) => {
  const section = office.getByRole('region', { name: 'Registrations by week', exact: true });
  await sendRegistration(request);
  await expect(section.locator('canvas')).toBeVisible();
  await expect(office.getByText('Live', { exact: true })).toBeVisible();
  const { reference } = await sendRegistration(request, { firstName: 'Live' });
  await expect(office.getByText(`New registration ${reference}`)).toBeVisible();

  await office.route(/stats\.changes/, (route) => route.fulfill({ status: 503 }));
  await office.reload();
  await expect(office.getByText('Connecting…')).toBeVisible();
  await office.unroute(/stats\.changes/);
  await expect(office.getByText('Live', { exact: true })).toBeVisible();
  const after = await sendRegistration(request, { firstName: 'Back' });
  await expect(office.getByText(`New registration ${after.reference}`)).toBeVisible();

  const name = makeUnique('000 A price is missing');
  const program = await makeProgram(request, account, { name, price: 0 });
  await office.goto('/admin');
  const attention = office.getByRole('region', { name: 'What needs care' });
  const showAll = attention.getByRole('button', { name: /^Show all/ });
  await expect(attention.getByRole('link').first()).toBeVisible();
  if (await showAll.isVisible()) await showAll.click();
  await attention.getByRole('link', { name: new RegExp(`${name}.*has no price`) }).click();
  await office.getByRole('button', { name: `Edit ${name}` }).click();
  await office.getByLabel(/^Price/).fill('90000');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(office, 'Program updated successfully')).toBeVisible();
  await office.goto('/admin');
  await expect(section).toBeVisible();
  await expect(attention.getByText(name)).toHaveCount(0);
  await program.remove();
});
