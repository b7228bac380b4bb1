import { ownPagesFolder } from '@institute/contract/pages.constants';
import type { APIRequestContext, Page } from '@playwright/test';
import { owner } from '../owner.ts';
import { expect, test } from '../story.ts';

const results = 'https://results.example/';
const menu = [
  { entry: '/', hidden: false },
  { entry: '/about', hidden: false },
  { entry: '/coaches', hidden: false, below: true },
  { entry: '/facilities', hidden: false, below: true },
  { entry: results, hidden: false, label: 'Examination results' },
];
const name = 'Saint Catherine’s Vocational and Business Training Institute of Nsambya, Kampala';

async function writeSite(request: APIRequestContext) {
  const answer = await request.post('/api/v1/admin/login', { data: owner });
  const headers = { authorization: `Bearer ${(await answer.json()).data.token}` };
  const { institute } = (await (await request.get('/api/v1/site')).json()).data;
  const stored: { entry: string }[] = (await (await request.get('/api/v1/site')).json()).data.menu;
  // Another story's page may have been deleted, and only what is stored may name it. Pages in the menu come by themselves
  const before = stored.filter(({ entry }) => !entry.startsWith(`${ownPagesFolder}/`));
  const write = (changes: object) => request.put('/api/v1/site', { data: changes, headers });
  // A busy product answers 503, and a name left behind would fail other stories
  const writeShown = (changes: object, shownName: string) =>
    expect(async () => {
      const written = await write(changes);
      expect(written.status(), await written.text()).toBe(200);
      const page = await request.get('/registration/status');
      expect(await page.text()).toContain(`${shownName}. All rights reserved.`);
    }).toPass();
  await writeShown({ menu, institute: { ...institute, name } }, name);
  // The next story finds the name of before on every page
  return () => writeShown({ menu: before, institute }, institute.name);
}

const header = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const fold = (page: Page, label: string) => header(page).locator('summary', { hasText: label });

test.describe('a menu with more than fits, below a long name', () => {
  let restore: () => Promise<unknown> = async () => undefined;
  // Phones have the drawer
  test.use({ viewport: { width: 1280, height: 800 } });
  test.beforeEach(async ({ request }) => {
    restore = await writeSite(request);
  });
  test.afterEach(() => restore());

  test('stands on one line from 1024 px on, More holds the rest, and a long name is whole on phones', async ({
    page,
    visit,
  }) => {
    const more = fold(page, 'More');
    const readMark = () => more.evaluate((shown) => getComputedStyle(shown, '::after').backgroundColor);
    const none = 'rgba(0, 0, 0, 0)';
    await visit('/registration');
    const faq = header(page).getByRole('link', { name: 'FAQ', exact: true });
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await page.getByRole('banner').boundingBox())?.height, `at ${width}`).toBeLessThan(70);
      await expect(faq).toBeHidden();
      await more.click();
      await expect(faq).toBeInViewport();
      const current = header(page).locator('[aria-current]').filter({ visible: true });
      await expect(current, 'the page that is open stands there once').toHaveText(['Registration']);
      await more.click();
    }
    await visit('/about');
    expect(await readMark()).toBe(none);
    await visit('/faq');
    expect(await readMark()).not.toBe(none);
    const words = page.getByRole('banner').getByText(name);
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await words.evaluate((shown) => shown.scrollHeight - shown.clientHeight);
      expect(cut, `at ${width}`).toBeLessThanOrEqual(1);
    }
  });

  test('opens by key, closes by Escape and when the focus leaves, and leads on', async ({ page, visit }) => {
    await visit('/programs');
    const about = fold(page, 'About');
    const facilities = header(page).getByRole('link', { name: 'Facilities', exact: true });
    await about.focus();
    await page.keyboard.press('Enter');
    await expect(facilities).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(facilities).toBeHidden();
    await expect(about).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(facilities).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(facilities).toBeHidden();

    await about.click();
    await facilities.click();
    await expect(page).toHaveURL(/\/facilities$/);
    await expect(facilities).toBeHidden();
    await expect(header(page).getByRole('link', { name: 'Examination results' })).toHaveAttribute(
      'href',
      results,
    );
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('opens and leads on', async ({ page }) => {
      await page.goto('/programs');
      await fold(page, 'About').click();
      await header(page).getByRole('link', { name: 'Trainers', exact: true }).click();
      await expect(page).toHaveURL(/\/coaches$/);
    });
  });
});
