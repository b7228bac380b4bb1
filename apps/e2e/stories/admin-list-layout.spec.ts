import type { Locator } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

const people = [
  'Patricia',
  'Christine Auma',
  'Nakimuli Mary Immaculate',
  'Ivan',
  'Jonathan Ssemakula Kibuuka',
  'Esther',
  'Moses',
];

test.beforeEach(async ({ request }) => {
  const lastName = uniqueWord('Lines');
  for (const firstName of [...people, ...people]) {
    await sendRegistration(request, {
      firstName,
      lastName,
      email: `${firstName}.${lastName}@example.org`.replaceAll(' ', '.'),
      startDate: '2027-02-01',
    });
  }
});

test('a phone shows a registration on two lines, and fourteen of them in 2,000 px', async ({ office }) => {
  await office.setViewportSize({ width: 390, height: 844 });
  await office.goto('/admin/registrations');
  const rows = office.getByRole('table', { name: 'Registrations' }).locator('tbody').getByRole('row');
  await expect(rows.nth(13)).toContainText('REG-');
  // The fields of the search come after the rows.
  await expect(office.getByRole('button', { name: 'Filters' })).toBeVisible();
  await expect(office.getByRole('tablist', { name: 'Status' })).toBeVisible();

  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(320);
  const last = await rows.nth(13).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(2000);

  await test.step('the filters stand behind a button that counts them', async () => {
    const button = office.getByRole('button', { name: /^Filters/ });
    const program = office.getByLabel('Program');
    await expect(program).toBeHidden();
    await button.click();
    await program.selectOption({ index: 1 });
    await expect(button).toHaveAccessibleName('Filters 1 in use');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectClean(office, 'open filters on a phone');
    await button.click();
    await expect(program).toBeHidden();
    await button.click();
    await program.selectOption({ index: 0 });
    await expect(button).toHaveAccessibleName('Filters');
  });
});

/** Number of lines that the text of an element takes. */
const countLines = (cell: Locator) =>
  cell.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test('at 1280 px references and phones take one line, names two, and the table fits', async ({ office }) => {
  await office.goto('/admin/registrations');
  const table = office.getByRole('table', { name: 'Registrations' });
  const rows = table.locator('tbody').getByRole('row');
  await expect(rows.nth(13)).toContainText('REG-');
  for (const row of await rows.all()) {
    expect(await countLines(row.getByText(/^REG-/))).toBe(1);
    expect(await countLines(row.getByText(/^\+256/))).toBe(1);
  }
  const name = rows.getByText(/Immaculate/).first();
  const { height, lineHeight } = await name.evaluate((element) => ({
    height: element.clientHeight,
    lineHeight: Number.parseFloat(getComputedStyle(element).lineHeight),
  }));
  expect(height).toBeLessThan(2.5 * lineHeight);
  const overflow = await table.evaluate(
    ({ parentElement: box }) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0),
  );
  expect(overflow).toBe(0);
});
