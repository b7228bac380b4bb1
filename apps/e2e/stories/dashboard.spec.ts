import { formatNumber } from '@institute/contract/money';
import { failCalls } from '../answers.ts';
import { expect, failedCall, makeProgram, sendRegistration, stored, test } from '../story.ts';

const cards = {
  Posts: 'posts',
  Coaches: 'coaches',
  'Gallery Items': 'galleryItems',
  Facilities: 'facilities',
  Programs: 'programs',
  Registrations: 'registrations',
} as const;

test('cards, activity lines and attention items lead to what they name', async ({
  dashboard: office,
  request,
  account,
}) => {
  await test.step('cards and activity lines lead to what they name', async () => {
    await office.getByRole('article', { name: 'Gallery Items' }).getByRole('link').click();
    await expect(office.getByRole('heading', { level: 1, name: 'Gallery Items' })).toBeVisible();
    const program = await makeProgram(request, account, { name: `Led to ${process.pid} ${Date.now()}` });
    const headers = { authorization: `Bearer ${account.token}` };
    // The list holds only the last twenty entries, and other stories add to it.
    await expect(async () => {
      await request.put(`/api/v1/programs/${program.id}`, {
        headers,
        data: { duration: `${Date.now()} ms` },
      });
      await office.goto('/admin');
      const line = office.getByRole('link', { name: `Updated program “${program.name}”` });
      await line.first().click({ timeout: 3000 });
    }).toPass();
    const form = office.getByRole('dialog', { name: 'Edit Program' });
    await expect(form.getByLabel(/^Name/)).toHaveValue(program.name);
    // The form asks for the preview's address, which a removed program does not have.
    await expect(form.getByRole('link', { name: 'Preview' })).toBeVisible();
    await program.remove();
  });

  await test.step('an attention item links to the place to fix it', async () => {
    const name = `A price is missing ${process.pid} ${Date.now()}`;
    const program = await makeProgram(request, account, { name: `000 ${name}`, price: 0 });
    await office.goto('/admin');
    const attention = office.getByRole('region', { name: 'What needs care' });
    await attention.getByRole('link', { name: new RegExp(`${name}.*has no price`) }).click();
    await office.getByRole('button', { name: `Edit 000 ${name}` }).click();
    await office
      .getByRole('dialog')
      .getByLabel(/^Price/)
      .fill('90000');
    await office.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(office.getByRole('dialog')).toHaveCount(0);
    await office.goto('/admin');
    await expect(
      attention.getByRole('link').or(attention.getByText('Nothing needs care')).first(),
    ).toBeVisible();
    await expect(attention.getByText(name)).toHaveCount(0);
    await program.remove();
  });
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`) });

  test('shows "No stats found" after a failure, and can retry', async ({ dashboard: office }) => {
    await office.clock.install();
    await failCalls(office, /\/api\/trpc\/stats/);
    await office.reload();
    const missing = office.getByText('No stats found');
    await expect(async () => {
      await office.clock.fastForward(5000);
      await expect(missing).toBeVisible({ timeout: 300 });
    }).toPass();
    await office.unroute(/\/api\/trpc\/stats/);
    await office.getByRole('button', { name: 'Retry' }).click();
    await expect(office.getByRole('article')).toHaveCount(6);
    await expect(missing).toHaveCount(0);
  });
});

test('shows a card for each count, the recent activity and the registrations by week, and a registration without a reload', async ({
  dashboard: office,
  request,
  account,
}) => {
  /** Reloads after a difference, because other stories change the numbers meanwhile. */
  const soon = (check: () => Promise<void>) =>
    expect(async () => {
      try {
        await check();
      } catch (difference) {
        await office.reload();
        throw difference;
      }
    }).toPass();

  await test.step('Recent Activity shows action, author and time, and System without an author', async () => {
    const activity = office.getByRole('region', { name: 'Recent Activity' });
    await soon(async () => {
      // The list holds only the last twenty entries.
      await sendRegistration(request, { firstName: 'Nobody', lastName: 'Signed In' });
      const mine = activity.getByRole('listitem').filter({ hasText: account.email }).first();
      await expect(mine).toBeVisible({ timeout: 3000 });
      await expect(mine.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
      const byNobody = activity.getByRole('listitem').filter({ hasText: 'System' }).first();
      await expect(byNobody.getByRole('paragraph').first()).toHaveText(/registration/i);
      await expect(byNobody.locator('time')).toHaveText(/\d/);
    });
  });

  await test.step('a registration shows without a reload', async () => {
    await expect(office.getByText('Live', { exact: true })).toBeVisible();
    const activity = office.getByRole('region', { name: 'Recent Activity' });
    const { reference } = await sendRegistration(request, { firstName: 'Live' });
    await expect(activity.getByText(`New registration ${reference}`)).toBeVisible();
    const count = office.getByRole('article', { name: 'Registrations' }).getByRole('paragraph');
    await expect(async () => {
      const { registrations } = await stored<{ registrations: number }>(request, '/stats');
      await expect(count).toHaveText(String(registrations), { timeout: 3000 });
    }).toPass();
  });

  await test.step('a card for each count', async () => {
    await expect(office.getByRole('article')).toHaveCount(6);
    const headers = { authorization: `Bearer ${account.token}` };
    await soon(async () => {
      await expect(office.getByRole('article')).toHaveCount(6);
      const { data } = await (await request.get('/api/v1/stats', { headers })).json();
      for (const [name, key] of Object.entries(cards)) {
        const count = office.getByRole('article', { name }).getByRole('paragraph');
        await expect(count).toHaveText(formatNumber(data[key]), { timeout: 200 });
      }
    });
  });

  await test.step('registrations of the last weeks are shown as a chart and as a table', async () => {
    await sendRegistration(request);
    const [program] = await stored<{ name: string }[]>(request, '/programs');
    const section = office.getByRole('region', { name: 'Registrations by week', exact: true });
    await expect(section.locator('canvas')).toBeVisible();
    const table = section.getByRole('table', { name: 'Registrations by week and program' });
    await expect(table).toBeAttached();
    await section.getByRole('button', { name: 'Show as table' }).click();
    await expect(table).toBeVisible();
    await expect(section.locator('canvas')).toHaveCount(0);
    await expect(table.getByRole('row')).toHaveCount(13);
    await expect(table.getByText(program?.name ?? '').first()).toBeAttached();
    await section.getByRole('button', { name: 'Show as chart' }).click();
    await expect(section.locator('canvas')).toBeVisible();
  });
});

test.describe('with a server that stops', () => {
  test.use({ expectedInConsole: failedCall });

  test('the dashboard recovers by itself', async ({ dashboard: office, request }) => {
    await office.route(/stats\.changes/, (route) => route.abort());
    await office.reload();
    await expect(office.getByText('Connecting…')).toBeVisible();
    await office.unroute(/stats\.changes/);
    await expect(office.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
    const { reference } = await sendRegistration(request, { firstName: 'Back' });
    await expect(office.getByText(`New registration ${reference}`)).toBeVisible();
  });
});
