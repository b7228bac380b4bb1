import { previewText, store } from '../fee-lines.ts';
import { owner } from '../owner.ts';
import { expect, signInAtForm, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

test('an older line waits for an owner, who stores it or leaves it out', async ({ office }) => {
  const id = uniqueWord('OLD');
  const head = 'Date,Transaction ID,Credit,Narration\n';
  await office.goto('/admin/fees/import');
  await previewText(office, `${head}02/02/2026,${id}1,5000,Old fees\n02/02/2026,${id}2,6000,Old gift\n`);
  await expect(
    office.getByText('2 lines are older than seven days, and will wait for an owner.'),
  ).toBeVisible();
  await store(
    office,
    'Leave 2 Lines to an Owner',
    '0 payments are stored, 0 unassigned. 2 older lines wait for an owner',
  );
  const waiting = office.getByRole('region', { name: 'For an owner' });
  await expect(waiting.getByText('Only an owner stores them.')).toBeVisible();
  await office.getByRole('button', { name: 'Log out' }).click();

  await office.getByRole('button', { name: 'Sign In' }).waitFor();
  await signInAtForm(office, owner);
  await office.goto('/admin/fees/import');
  await office.getByRole('button', { name: 'Leave out UGX 6,000 of 2 Feb 2026' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Leave Out' }).click();
  await expect(findToast(office, 'The line is left out')).toBeVisible();
  await office.getByRole('button', { name: 'Confirm 1 Line' }).click();
  await expect(findToast(office, '1 payment stored')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await office.goto(`/admin/fees/unassigned?q=${id}1`);
  await expect(office.getByRole('row', { name: new RegExp(`${id}1`) })).toContainText('5,000');
});
