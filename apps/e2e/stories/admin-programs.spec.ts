import { expectClean } from '../axe.ts';
import { picture } from '../first-office.ts';
import { expect, makeUnique, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test('a dialog with many fields stays in place when its last field gets the focus', async ({ office }) => {
  await office.setViewportSize({ width: 1280, height: 500 });
  await office.goto('/admin/alumni');
  await office
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Alternative text').focus();
  await expect(dialog.getByRole('heading', { name: 'Edit Alumni' })).toBeInViewport({ ratio: 1 });
  // Only the part below the title scrolls
  const frame = await dialog.evaluate((element) => [
    element.scrollHeight - element.clientHeight,
    element.scrollTop,
  ]);
  expect(frame).toEqual([0, 0]);
});

test('a program is made on its page: wrong fields are counted, its list is seen by visitors', async ({
  office,
  visit,
}) => {
  const name = makeUnique('Basketry');
  await office.goto('/admin/programs');
  await office.getByRole('button', { name: 'New Program' }).click();
  await expect(office).toHaveURL('/admin/programs/new');
  const form = office.getByRole('main');
  const publish = form.getByRole('button', { name: 'Publish' });
  const editor = form.getByRole('textbox', { name: 'Description' });
  await expect(editor).toBeVisible();
  for (const width of [390, 1280]) {
    await office.setViewportSize({ width, height: 800 });
    for (const place of [0, 10_000]) {
      await office.evaluate((top) => scrollTo(0, top), place);
      await expect(publish).toBeInViewport({ ratio: 1 });
    }
  }
  await form.getByLabel(/^Name/).fill(name);
  await publish.click();
  const summary = form.getByRole('alert').filter({ hasText: 'fields are not right' });
  await expect(summary).toContainText('5 fields are not right');
  await expectClean(office, 'a form with wrong fields');
  await expect(publish).toBeInViewport({ ratio: 1 });

  await summary.getByRole('button', { name: 'Schedule' }).click();
  const schedule = form.getByLabel(/^Schedule/);
  await expect(schedule).toBeFocused();
  await expect(schedule).toBeInViewport({ ratio: 1 });
  await office.keyboard.type('Mon 9:00, Wed 9:00');
  await summary.getByRole('button', { name: 'Duration' }).click();
  await office.keyboard.type('8 weeks');
  await summary.getByRole('button', { name: 'Price' }).click();
  await office.keyboard.type('250000');
  await expect(summary).toContainText('2 fields are not right');

  await summary.getByRole('button', { name: 'Description' }).click();
  await expect(editor).toBeFocused();
  await office.keyboard.type('Baskets from bark and raffia.');
  await office.keyboard.press('Enter');
  const heading = form.getByRole('button', { name: 'Heading', exact: true });
  await heading.click();
  // The tool gives the focus back with the next frame
  await expect(heading).toHaveAttribute('aria-pressed', 'true');
  await expect(editor).toBeFocused();
  await office.keyboard.type('You will learn');
  await office.keyboard.press('Enter');
  await office.keyboard.type('- Dyeing');
  await office.keyboard.press('Enter');
  await office.keyboard.type('Weaving <b>& selling');
  await form.getByLabel('Choose a picture').setInputFiles(picture);
  await expect(summary).toHaveCount(0);
  await publish.click();
  await expect(findToast(office, 'Program created successfully')).toBeVisible();
  await expect(office).toHaveURL(/\/admin\/programs\/\d+$/);
  await office.reload();
  await expect(editor.getByRole('listitem')).toHaveText(['Dyeing', 'Weaving <b>& selling']);
  const sides = await Promise.all([editor, schedule].map((field) => field.boundingBox()));
  expect(sides[0]?.width).toBeGreaterThan(560);
  expect(sides[1]?.x).toBeGreaterThan((sides[0]?.x ?? 0) + (sides[0]?.width ?? 0));

  const id = /\d+$/.exec(office.url())?.[0];
  await visit(`/programs/${id}`);
  const text = office.getByRole('article');
  await expect(text.getByRole('heading', { level: 2, name: 'You will learn' })).toBeVisible();
  await expect(text.getByRole('listitem').filter({ hasText: /^(Dyeing|Weaving)/ })).toHaveText([
    'Dyeing',
    'Weaving <b>& selling',
  ]);
  await expect(text.getByText('## You')).toHaveCount(0);
  await office.goto(`/admin/programs?q=${encodeURIComponent(name)}`);
  await office.getByRole('button', { name: `Delete ${name}` }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(findToast(office, 'Program deleted successfully')).toBeVisible();
});
