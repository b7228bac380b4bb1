import { expect, makeUnique, test } from '../story.ts';
import { findToast } from '../toasts.ts';
import { findButton, findField } from '../wizard.ts';

test('the office says what a program asks for, and visitors read it before they register', async ({
  office,
  browser,
  baseURL,
}) => {
  await office.goto('/admin/programs/1');
  const part = office.getByRole('region', { name: 'After the registration' });
  const add = part.getByRole('button', { name: 'Add paper or question' });
  const ask = (number: number) => part.getByRole('group', { name: `Number ${number}`, exact: true });
  const slip = makeUnique('S4 result slip');

  await add.click();
  await ask(1).getByLabel('Label').fill(slip);
  await ask(1).getByLabel('Help').fill('All pages, with the stamp.');
  await add.click();
  await ask(2).getByLabel('Kind').selectOption('Yes or no');
  await ask(2).getByLabel('Label').fill('Finished S4');
  // The question comes first, and then the paper can depend on it
  await ask(2).getByRole('button', { name: 'Move number 2 up' }).press('Enter');
  await expect(ask(1).getByLabel('Label')).toHaveValue('Finished S4');
  await ask(2).getByLabel('Only if').selectOption('“Finished S4” is Yes');
  const isPrivate = 'Private (answers are sealed like health answers)';
  // Nothing may depend on a private answer
  await ask(2).getByLabel(isPrivate).check();
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(office, 'Program updated successfully')).toBeVisible();

  const visitor = await browser.newPage({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
  });
  const errors: string[] = [];
  visitor.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await visitor.goto('/programs/1');
  const list = visitor.getByRole('list', { name: 'You will need' });
  await expect(list.getByRole('listitem')).toHaveText([
    'Finished S4before acceptance',
    `${slip}before acceptance, only if “Finished S4” is YesAll pages, with the stamp.`,
  ]);

  await visitor.emulateMedia({ media: 'print' });
  await expect(list).toBeVisible();
  await visitor.emulateMedia({ media: 'screen' });

  await visitor.goto('/registration?program=1');
  await findButton(visitor, 'Next').click();
  await expect(findField(visitor, 'Program')).toHaveValue('1');
  await expect(visitor.getByText(/^After you have registered for .*, you will need$/)).toBeVisible();
  await expect(visitor.getByRole('list', { name: 'You will need' })).toContainText(slip);
  await visitor.emulateMedia({ media: 'print' });
  await expect(visitor.getByRole('list', { name: 'You will need' })).toBeVisible();
  expect(errors).toEqual([]);
  await visitor.close();

  await office.reload();
  await expect(ask(2).getByLabel(isPrivate)).toBeChecked();
  await expect(ask(1).getByLabel(isPrivate)).not.toBeChecked();
  // Other stories read the program of the demo
  for (const number of [2, 1])
    await ask(number)
      .getByRole('button', { name: `Remove number ${number}` })
      .click();
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(office, 'Program updated successfully').last()).toBeVisible();
  await office.reload();
  await expect(ask(1)).toBeHidden();
});
