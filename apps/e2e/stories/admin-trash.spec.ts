import { expectClean } from '../axe.ts';
import { expect, makeProgram, readPublic, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

test('a deletion is undone from its toast by keyboard, and the public page is back at once', async ({
  office,
  account,
  request,
}) => {
  const program = await makeProgram(request, account, { name: `Trash ${process.pid} ${Date.now()}` });
  await office.goto(`/admin/programs?q=${encodeURIComponent(program.name)}`);
  await office.getByRole('button', { name: `Delete ${program.name}` }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(findToast(office, 'Program deleted successfully')).toBeVisible();
  // Alt+T moves the focus to the toasts, which wait while one of them has it.
  await office.keyboard.press('Alt+t');
  await expect(office.getByRole('button', { name: `Edit ${program.name}` })).toBeHidden();
  expect((await request.get(`/programs/${program.id}`)).status()).toBe(404);

  const undo = office.getByRole('button', { name: 'Undo' });
  for (const _ of [1, 2, 3]) await office.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await office.keyboard.press('Enter');
  await expect(findToast(office, 'Program restored successfully')).toBeVisible();
  await expect(office.getByRole('button', { name: `Edit ${program.name}` })).toBeVisible();
  expect(await (await request.get(`/programs/${program.id}`)).text()).toContain(program.name);
  await program.remove();
});

test('chosen programs are deleted together, and one Undo brings them back', async ({
  office,
  account,
  request,
}) => {
  const word = uniqueWord('Chosen');
  const made = [];
  for (const part of ['one', 'two', 'three']) {
    made.push(await makeProgram(request, account, { name: `${word} ${part}` }));
  }
  await office.goto(`/admin/programs?q=${word}`);
  await office.getByRole('checkbox', { name: 'Select all 3' }).check();
  await office.getByRole('button', { name: 'Delete selected' }).click();
  const question = office.getByRole('alertdialog', { name: 'Delete 3 programs?' });
  await expectClean(office, 'the question about chosen programs');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(office.getByText('3 programs moved to the trash.')).toBeVisible();
  await expect(office.getByRole('button', { name: /^Edit / })).toHaveCount(0);
  await office.getByRole('button', { name: 'Undo' }).click();
  await expect(office.getByRole('button', { name: /^Edit / })).toHaveCount(3);
  for (const program of made) await program.remove();
});

test('an owner removes the demo content at once, and brings all of it back from the trash', async ({
  ownersOffice: office,
  request,
}) => {
  type Stats = { posts: number; recentActivities: object[] };
  const before = await readPublic<Stats>(request, '/stats');
  await office.goto('/admin/trash');
  await office.getByRole('button', { name: 'Remove demo content' }).click();
  const question = office.getByRole('alertdialog', { name: 'Remove the demo content?' });
  await expect(question).toContainText('What stays: all that you have written or changed');
  await expectClean(office, 'the question about the demo content');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(findToast(office, /^\d+ items moved to the trash/)).toBeVisible();
  const restore = office.getByRole('button', { name: /^Restore demo content/ });
  await expect(restore).toBeVisible();
  expect((await readPublic<Stats>(request, '/stats')).posts).toBeLessThan(before.posts);
  expect((await request.get('/')).status()).toBe(200);

  await office.reload();
  await restore.click();
  await expect(findToast(office, /^\d+ items restored/)).toBeVisible();
  await expect(office.getByRole('button', { name: 'Remove demo content' })).toBeVisible();
  expect(await readPublic<Stats>(request, '/stats')).toEqual(before);
});
