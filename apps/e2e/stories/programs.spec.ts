import { countPresses } from '../presses.ts';
import { expect, readPublic, test } from '../story.ts';

interface Program {
  name: string;
  category: string;
}

test('a visitor filters the programs, reads one and a similar one, and goes on to register', async ({
  page,
  request,
  visit,
}) => {
  const programs = await readPublic<Program[]>(request, '/programs');
  await visit('/programs');
  const catalog = page.getByRole('region', { name: 'All Programs' });
  const category = catalog.getByRole('combobox', { name: 'Category', exact: true });
  const search = catalog.getByRole('searchbox', { name: 'Search' });
  const cards = catalog.getByRole('listitem').getByRole('heading');
  await category.selectOption('clinic');
  await expect(page).toHaveURL(/[?&]category=clinic/);
  for (const { name, category } of programs) {
    await expect(cards.filter({ hasText: name }), name).toHaveCount(category === 'clinic' ? 1 : 0);
  }
  await search.fill('braiding');
  await expect(page).toHaveURL(/[?&]q=braiding/);

  await page.reload();
  await expect(category).toHaveValue('clinic');
  await expect(search).toHaveValue('braiding');
  await expect(cards).toHaveText(['Braiding & Barbering Clinic']);
  await expect(catalog.getByRole('status')).toHaveText('1 program found');

  await search.fill('beekeeping');
  await expect(catalog.getByText('No programs found matching your criteria.')).toBeVisible();
  await catalog.getByRole('link', { name: 'Show all programs' }).click();
  await expect(search).toHaveValue('');
  await expect(catalog).toBeFocused();

  // A click anywhere on a card opens it.
  await catalog.getByRole('listitem').filter({ hasText: 'Cosmetology & Beauty Therapy' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Cosmetology & Beauty Therapy');
  const similar = page.getByRole('region', { name: 'Similar Programs' });
  await expect(similar.getByRole('listitem')).toHaveCount(3);
  const next = await similar.getByRole('heading', { level: 3 }).first().innerText();
  await similar.getByRole('link').first().click();
  await expect(title).toHaveText(next);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.getByRole('link', { name: 'Register Now' }).click();
  await expect(page).toHaveURL(/\/registration\?program=\d+$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a visitor finds and opens the cheapest program with at most four presses', async ({
    page,
    visit,
    request,
  }) => {
    const programs = await readPublic<{ id: number }[]>(request, '/programs?sort=price');
    await visit('/');
    const { press, choose, presses, report } = countPresses();
    await press(page.getByRole('link', { name: 'Explore Programs' }));
    const catalog = page.getByRole('region', { name: 'All Programs' });
    await expect(catalog.getByRole('heading', { level: 2 })).toBeInViewport();
    await choose(catalog.getByRole('combobox', { name: 'Sort' }), 'Lowest price');
    await expect(page).toHaveURL(/[?&]sort=price/);
    const first = catalog.getByRole('listitem').first();
    await expect(first).toContainText('Free');
    await press(first);
    await expect(page).toHaveURL(`/programs/${programs[0]?.id}`);
    test.info().annotations.push({ type: 'cheapest program', description: report() });
    expect(presses()).toBeLessThanOrEqual(4);
  });
});
