import { holdAnswers } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { expect, sendRegistration, test } from '../story.ts';

test('links, boxes, buttons and the selection of text in a row keep their own meaning', async ({
  office,
  request,
}) => {
  const lastName = `Row${process.pid}x${Date.now()}`;
  await sendRegistration(request, { firstName: 'Ann', lastName });
  const name = `Ann ${lastName}`;
  await office.goto(`/admin/registrations?q=${encodeURIComponent(name)}`);
  const row = office.getByRole('row').filter({ hasText: name });
  const dialogs = office.getByRole('dialog').or(office.getByRole('alertdialog'));

  const box = row.getByRole('checkbox');
  await box.check();
  await expect(dialogs).toHaveCount(0);
  await expect(box).toBeChecked();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(dialogs).toHaveCount(0);

  const text = await row.getByText(name).last().boundingBox();
  if (!text) throw new Error('The name is not shown');
  await office.mouse.move(text.x + 1, text.y + text.height / 2);
  await office.mouse.down();
  await office.mouse.move(text.x + text.width / 2, text.y + text.height / 2, { steps: 4 });
  await office.mouse.up();
  expect(await office.evaluate(() => String(getSelection()))).not.toBe('');
  await expect(dialogs).toHaveCount(0);

  await expect(row).toHaveCSS('cursor', 'pointer');
  await expectClean(office, 'registrations');
  // The row itself is no Tab stop.
  await box.focus();
  await office.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: /^View/ })).toBeFocused();
  await box.focus();
  await office.keyboard.press('Enter');
  await expect(office.getByRole('dialog', { name })).toBeVisible();
});

test.describe('of an account that reads health answers', () => {
  test.use({ readsHealth: true });

  test('the rows stay where they are when the rest of the screen arrives', { tag: '@both-widths' }, async ({
    office,
    request,
  }) => {
    const lastName = `Still${process.pid}x${Date.now()}`;
    await sendRegistration(request, { firstName: 'Ann', lastName });
    const release = await holdAnswers(office, /\/api\/trpc\/account\.get/);
    await office.goto(`/admin/registrations?q=${lastName}`);
    const view = office.getByRole('button', { name: `View Ann ${lastName}` });
    await expect(office.getByText('1 found')).toBeVisible();
    const before = await view.boundingBox();
    release();
    await expect(office.getByText('The search finds health answers')).toBeVisible();
    expect((await view.boundingBox())?.y).toBe(before?.y);
  });
});
