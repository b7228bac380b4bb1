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

test('a phone shows fourteen registrations of two lines in 2,000 px, a desktop each on one line that fits', async ({
  office,
  request,
}) => {
  const lastName = uniqueWord('Lines');
  for (const firstName of [...people, ...people]) {
    await sendRegistration(request, {
      firstName,
      lastName,
      email: `${firstName}.${lastName}@example.org`.replaceAll(' ', '.'),
      startDate: '2027-02-01',
    });
  }
  await office.setViewportSize({ width: 390, height: 844 });
  await office.goto('/admin/registrations');
  const table = office.getByRole('table', { name: 'Registrations' });
  const rows = table.locator('tbody').getByRole('row');
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
    await button.click();
    await expect(program).toBeHidden();
    await button.click();
    await program.selectOption({ index: 0 });
    await expect(button).toHaveAccessibleName('Filters');
  });

  // The widest status, and marks on some rows.
  await office.route('**/api/trpc/registrations.list*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const [at, row] of body.result.data.items.entries())
      Object.assign(row, { status: 'withdrawn', isDuplicate: at > 6, isAgeUnknown: at > 6 });
    await route.fulfill({ response: answer, json: body });
  });
  await office.setViewportSize({ width: 1280, height: 800 });
  await office.reload();
  await expect(rows.nth(13)).toContainText('Withdrawn');
  const readOverflow = () =>
    table.evaluate(({ parentElement: box }) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0));
  expect(await readOverflow()).toBe(0);
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48);

  await test.step('a name has room for sixteen letters', async () => {
    const name = rows.getByText(/^Nakimuli Mary Immaculate/).first();
    const isWhole = await name.evaluate((element) => {
      element.textContent = 'Nakimuli Mary Im';
      return element.scrollWidth <= element.clientWidth;
    });
    expect(isWhole).toBe(true);
  });
});
