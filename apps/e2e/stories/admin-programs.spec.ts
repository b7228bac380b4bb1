import { expect, makeProgram, test } from '../story.ts';

test('a dialog with instalments stays in place when its last field gets the focus', async ({
  office,
  request,
  account,
}) => {
  const instalments = [1, 2, 3, 4].map((at) => ({ label: `Part ${at}`, amount: 25_000, dueDays: at * 30 }));
  const program = await makeProgram(request, account, { name: 'Beekeeping in parts', instalments });
  await office.goto('/admin/programs?q=Beekeeping');
  await office.getByRole('button', { name: `Edit ${program.name}` }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Due Days').last().focus();
  await expect(dialog.getByRole('heading', { name: 'Edit Program' })).toBeInViewport({ ratio: 1 });
  // Only the part below the title scrolls
  const frame = await dialog.evaluate((element) => [
    element.scrollHeight - element.clientHeight,
    element.scrollTop,
  ]);
  expect(frame).toEqual([0, 0]);
  await office.keyboard.press('Escape');
  await program.remove();
});
