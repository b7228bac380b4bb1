import type { Locator, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

// How much of a list the office sees at once

test.use({ viewport: { width: 1280, height: 720 } });

const findRows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row');

/** The rows, by what of them is on the first screen. */
async function measureRows(page: Page) {
  await expect(findRows(page).first().getByRole('checkbox')).toBeEnabled();
  return findRows(page).evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const heights = boxes.map(({ height }) => height);
    return {
      above: boxes[0]?.top,
      seen: boxes.filter(({ bottom }) => bottom <= window.innerHeight).length,
      lowest: Math.min(...heights),
      highest: Math.max(...heights),
    };
  });
}

function expectDense(
  { above, seen, lowest, highest }: Awaited<ReturnType<typeof measureRows>>,
  rows: number,
) {
  expect(seen).toBeGreaterThanOrEqual(rows);
  expect(above).toBeLessThanOrEqual(250);
  expect(lowest).toBeGreaterThanOrEqual(44);
  expect(highest).toBeLessThanOrEqual(48);
}

const isCut = (part: Locator) => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

async function sendMany(request: Parameters<typeof sendRegistration>[0], amount: number) {
  const lastName = uniqueWord('Dense');
  for (let place = 0; place < amount; place += 1) {
    const firstName = place === 0 ? 'Nakimuli Mary Immaculate Josephine' : 'Ann';
    await sendRegistration(request, { firstName, lastName, startDate: '2027-02-01' });
  }
  return lastName;
}

test('eleven registrations stand on the first screen, with search, filters and tabs above them', async ({
  office,
  request,
}) => {
  const lastName = await sendMany(request, 21);
  await office.goto(`/admin/registrations?q=${lastName}&sort=-name`);
  await expect(office.getByText('21 found')).toBeVisible();
  await expect(findRows(office).first()).toContainText('Nakimuli');
  for (const name of ['Filters', 'Columns', 'Export CSV', 'New Registration'])
    await expect(office.getByRole('button', { name, exact: true })).toBeInViewport();
  await expect(office.getByRole('tab', { name: 'New 21' })).toBeInViewport();
  expectDense(await measureRows(office), 11);

  await test.step('a cut name is whole for pointer and keyboard', async () => {
    const name = `Nakimuli Mary Immaculate Josephine ${lastName}`;
    const cell = findRows(office).first().getByRole('cell').nth(1);
    await cell.hover();
    await expect(cell).toHaveAttribute('title', new RegExp(`^${name}`));
    await office.getByRole('button', { name: `View ${name}` }).focus();
    await office.keyboard.press('Tab');
    await office.keyboard.press('Shift+Tab');
    await expect(office.getByRole('tooltip')).toHaveText(`View ${name}`);
    expect(await isCut(cell.getByText(name))).toBe(false);
    await expectClean(office, 'the row of the keyboard');
    await office.keyboard.press('Escape');
    await findRows(office).nth(1).getByRole('checkbox').focus();
    expect(await isCut(cell.getByText(name))).toBe(true);
    await office.getByRole('button', { name: 'Columns' }).focus();
    expectDense(await measureRows(office), 11);
  });

  await test.step('a filter in use is counted and is a chip that closes', async () => {
    const filters = office.getByRole('button', { name: /^Filters/ });
    await filters.click();
    await office.getByLabel('From').fill('2020-01-02');
    await filters.click();
    await expect(filters).toHaveAccessibleName('Filters 1 in use');
    await expect(office.getByLabel('From')).toHaveCount(0);
    const chip = office.getByRole('button', { name: 'Remove From: 2 Jan 2020' });
    await expect(findRows(office)).toHaveCount(20);
    await expectClean(office, 'a filter in use');
    await chip.click();
    await expect(chip).toHaveCount(0);
    await expect(filters).toBeFocused();
    await expect(office).not.toHaveURL(/from=/);
  });

  await test.step('the box in the head takes the page, and then all pages are offered', async () => {
    const table = office.getByRole('table', { name: 'Registrations' });
    const place = await findRows(office).first().boundingBox();
    await table.getByRole('checkbox', { name: 'Select all 20' }).click();
    await expect(office.getByText('20 selected')).toBeVisible();
    expect(await findRows(office).first().boundingBox()).toEqual(place);
    await expectClean(office, 'chosen rows');
    await office.getByRole('button', { name: 'Select all 21' }).click();
    await expect(office.getByText('21 selected')).toBeVisible();
    await table.getByRole('checkbox', { name: 'Select all 20' }).click();
    await expect(office.getByText('selected')).toHaveCount(0);
  });
});

test('eight programs stand on the first screen, with all columns of the specification', async ({
  office,
}) => {
  await office.goto('/admin/programs');
  expectDense(await measureRows(office), 8);
  const table = office.getByRole('table', { name: 'Programs' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Image',
    'Name',
    'Category',
    'Duration',
    'Price',
    'Schedule',
    'Is Active',
    'Max Participants',
    'Created',
    'Updated',
    'Actions',
  ]);

  await test.step('the row that the keyboard is in shows all its chips, with no stop more', async () => {
    const row = findRows(office).filter({ hasText: '+2' }).first();
    await row.getByRole('checkbox').focus();
    await office.keyboard.press('Tab');
    await office.keyboard.press('Shift+Tab');
    await expect(row.getByText('+2')).toBeHidden();
    const chips = row.locator('[data-folded]');
    await expect(chips).toHaveText(/, /);
    expect(await isCut(chips)).toBe(false);
    await expectClean(office, 'chips of the row of the keyboard');
    await office.keyboard.press('Tab');
    await expect(row.getByRole('button', { name: /^Edit / })).toBeFocused();
    await office.getByRole('button', { name: 'Columns' }).focus();
    await expect(row.getByText('+2')).toBeVisible();
    expectDense(await measureRows(office), 8);
  });

  await test.step('columns are chosen in any list, and the device keeps them', async () => {
    await office.getByRole('button', { name: 'Columns' }).click();
    await office.getByRole('menuitemcheckbox', { name: 'Schedule' }).click();
    await office.keyboard.press('Escape');
    await office.reload();
    await expect(table.getByRole('columnheader', { name: 'Price' })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: 'Schedule' })).toHaveCount(0);
  });
});

test('a table wider than its card keeps names and buttons in sight and shows that it goes on', async ({
  office,
}) => {
  await office.setViewportSize({ width: 900, height: 720 });
  await office.goto('/admin/programs');
  const row = findRows(office).first();
  const edit = row.getByRole('button', { name: /^Edit / });
  await expect(edit).toBeInViewport({ ratio: 1 });
  const box = office.locator('[data-more-right]');
  await expect(box).toHaveCount(1);
  await expect(office.locator('[data-more-left]')).toHaveCount(0);
  const name = row.getByRole('cell').nth(2);
  const place = await name.boundingBox();
  await box.evaluate((scrolled) => scrolled.scrollTo({ left: scrolled.scrollWidth }));
  await expect(office.locator('[data-more-left]')).toHaveCount(1);
  await expect(box).toHaveCount(0);
  await expect(edit).toBeInViewport({ ratio: 1 });
  // The image before it is scrolled away
  expect((await name.boundingBox())?.x).toBeLessThanOrEqual(place?.x ?? 0);
  await expect(name).toBeInViewport({ ratio: 1 });
});
