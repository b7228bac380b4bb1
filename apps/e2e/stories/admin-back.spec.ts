import { expect, makeProgram, sendRegistration, test } from '../story.ts';

test('Back closes a dialog of the office and asks before typed text is lost', {
  tag: '@both-widths',
}, async ({ office, request, account, isPhone }) => {
  const program = await makeProgram(request, account, { name: `Back ${process.pid} ${Date.now()}` });
  const hasStep = () => office.evaluate(() => Boolean(history.state?.overlay));
  const settled = () => expect.poll(hasStep).toBe(false);
  // a dialog gets its step in the history just after it is shown, long before a hand can press Back
  const back = async () => {
    await expect.poll(hasStep).toBe(true);
    await office.goBack();
  };
  const lastName = `Back${process.pid}x${Date.now()}`;
  await sendRegistration(request, { firstName: 'Ann', lastName });
  await office.goto('/admin');
  await expect(office.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await office.keyboard.press('Control+k');
  const palette = office.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await back();
  await expect(palette).toBeHidden();
  await expect(office).toHaveURL(/\/admin$/);

  // what the palette opened is one step from where it was opened
  await office.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(program.name);
  await palette.getByRole('option').click();
  const form = office.getByRole('dialog', { name: 'Edit Program' });
  await expect(form.getByLabel(/^Name/)).toHaveValue(program.name);
  await back();
  await expect(form).toBeHidden();
  await expect(office).toHaveURL(/\/admin\/programs$/);

  await office.getByRole('searchbox', { name: 'Search' }).fill(program.name);
  await expect(office).toHaveURL(/q=/);
  const edit = office.getByRole('button', { name: `Edit ${program.name}` });
  await edit.click();
  await form.getByLabel(/^Duration/).fill('7 weeks');
  const question = office.getByRole('alertdialog');
  await back();
  await expect(question).toHaveAccessibleName('Discard your changes?');
  // Back is the safe answer too
  await back();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel(/^Duration/)).toHaveValue('7 weeks');
  await back();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(office).toHaveURL(/programs\?q=/);

  // a dialog that is closed by its own button leaves no step behind
  await edit.click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await settled();
  await office.goBack();
  await expect(office).toHaveURL(/\/admin$/);
  await settled();

  await office.goto(`/admin/registrations?q=${lastName}`);
  await office.getByRole('button', { name: `View Ann ${lastName}` }).click();
  const registration = office.getByRole('dialog');
  await registration.getByLabel('Note').fill('Called twice');
  await back();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(registration.getByLabel('Note')).toHaveValue('Called twice');
  await back();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(registration).toHaveCount(0);
  await expect(office).toHaveURL(/\/admin\/registrations/);

  if (isPhone) {
    await office.getByRole('button', { name: 'Toggle Sidebar' }).click();
    const sheet = office.getByRole('dialog', { name: 'Sidebar' });
    await expect(sheet).toBeVisible();
    await back();
    await expect(sheet).toBeHidden();
    await expect(office).toHaveURL(/\/admin\/registrations/);
  }
  await program.remove();
});
