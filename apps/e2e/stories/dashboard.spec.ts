import { breakDown } from '../answers.ts';
import { expect, failedCall, sendRegistration, stored, test } from '../story.ts';

const cards = {
  Posts: 'posts',
  Coaches: 'coaches',
  'Gallery Items': 'galleryItems',
  Facilities: 'facilities',
  Programs: 'programs',
  Registrations: 'registrations',
} as const;

test('AG1–AG6 a card for each count', async ({ office, request }) => {
  await expect(office.getByRole('article')).toHaveCount(6);
  // other stories register people and make programs meanwhile
  await expect(async () => {
    await office.reload();
    await expect(office.getByRole('article')).toHaveCount(6);
    const stats = await stored<Record<string, number>>(request, '/stats');
    for (const [name, key] of Object.entries(cards)) {
      // visitors are not told of inactive programs
      const shown = key === 'programs' ? /^\d+$/ : String(stats[key]);
      await expect(office.getByRole('article', { name }).getByRole('paragraph')).toHaveText(shown, {
        timeout: 200,
      });
    }
  }).toPass();
});

test('AG7, AG9–AG10 Recent Activity says what was done, by whom and when; System when by nobody', async ({
  office,
  request,
  account,
}) => {
  const activity = office.getByRole('region', { name: 'Recent Activity' });
  await expect(async () => {
    // the list holds the last twenty only
    await sendRegistration(request, { firstName: 'Nobody', lastName: 'Signed In' });
    await office.reload();
    const mine = activity.getByRole('listitem').filter({ hasText: account.email }).first();
    await expect(mine).toBeVisible({ timeout: 3000 });
    await expect(mine.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
    const byNobody = activity.getByRole('listitem').filter({ hasText: 'System' }).first();
    await expect(byNobody.getByRole('paragraph').first()).toHaveText(/registration/i);
    await expect(byNobody.locator('time')).toHaveText(/\d/);
  }).toPass();
});

test.describe('in trouble', () => {
  test.use({ expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`) });

  test('AG8 No stats found when they cannot be had, and they can be asked for again', async ({ office }) => {
    await office.clock.install();
    await breakDown(office, /\/api\/trpc\/stats/);
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
