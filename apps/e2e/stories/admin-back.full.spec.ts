import { expect, makeProgram, makeUnique, sendRegistration, test, uniqueWord } from '../story.ts';

test('Back closes a dialog of the office and asks before typed text is lost', async ({
  office,
  request,
  account,
}) => {
  const program = await makeProgram(request, account, { name: makeUnique('Back') });
  const hasStep = () => office.evaluate(() => Boolean(history.state?.overlay));
  const settled = () => expect.poll(hasStep).toBe(false);
  // A dialog adds its history entry just after it appears. A person cannot press Back that fast, but a test can.
  const back = async () => {
    await expect.poll(hasStep).toBe(true);
    await office.goBack();
  };
  const lastName = uniqueWord('Back');
  await sendRegistration(request, { firstName: 'Ann', lastName });
  await office.goto('/admin');
  await expect(office.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await office.keyboard.press('Control+k');
  const palette = office.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await back();
  await expect(palette).toBeHidden();
  await expect(office).toHaveURL(/\/admin$/);

  // A form on a page of its own is left by the same press, and asks as well.
  await office.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(program.name);
  await palette.getByRole('option').click();
  const form = office.getByRole('main');
  const title = office.getByRole('heading', { level: 1, name: 'Edit Program' });
  await expect(form.getByLabel(/^Name/)).toHaveValue(program.name);
  await settled();
  await office.goBack();
  await expect(office).toHaveURL(/\/admin$/);

  await office.goto('/admin/programs');
  await office.getByRole('searchbox', { name: 'Search' }).fill(program.name);
  await expect(office).toHaveURL(/q=/);
  const edit = office.getByRole('button', { name: `Edit ${program.name}` });
  await edit.click();
  await form.getByLabel(/^Duration/).fill('7 weeks');
  const question = office.getByRole('alertdialog');
  await office.goBack();
  await expect(question).toHaveAccessibleName('Discard your changes?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel(/^Duration/)).toHaveValue('7 weeks');
  await expect(office).toHaveURL(`/admin/programs/${program.id}`);
  await settled();
  await office.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(title).toBeHidden();
  await expect(office).toHaveURL(/programs\?q=/);

  await edit.click();
  await expect(title).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toBeHidden();
  await expect(office).toHaveURL(/programs\?q=/);
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
  await program.remove();
});
