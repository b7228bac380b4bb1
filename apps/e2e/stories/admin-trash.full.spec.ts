import { expect, makeProgram, makeUnique, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test('a deletion is undone from its toast by keyboard, and the public page is back at once', async ({
  office,
  account,
  request,
}) => {
  const program = await makeProgram(request, account, { name: makeUnique('Trash') });
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
