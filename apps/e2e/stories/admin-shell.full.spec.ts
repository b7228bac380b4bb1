import type { Page } from '@playwright/test';
import { bothWidths, expect, test } from '../story.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sidebar' });
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle Sidebar' });

for (const viewport of bothWidths) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('every entry of the sidebar is reachable, also on a low screen, and the header stays on phones', async ({
      office,
      isPhone,
      account,
    }) => {
      await office.goto('/admin/trash');
      await expect(office.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
      await test.step('every entry of the sidebar is reachable, the current one is in view, and the header stays on phones', async () => {
        if (isPhone) {
          // Content that arrives above would move this place.
          await expect(office.getByTestId('skeleton')).toHaveCount(0);
          // Makes the page long: the header stays only as long as the content beside it.
          await office.getByRole('main').evaluate((main) => {
            main.style.minHeight = '3000px';
          });
          await office.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }));
          await expect.poll(() => office.evaluate(() => window.scrollY)).toBe(1500);
          await expect(toggle(office)).toBeInViewport({ ratio: 1 });
          return;
        }
        const current = sidebar(office).locator('[aria-current="page"]');
        await expect(current).toHaveText('Settings');
        await expect(current).toBeInViewport({ ratio: 1 });
        for (const entry of await sidebar(office).getByRole('link').all()) {
          await entry.focus();
          await expect(entry).toBeInViewport({ ratio: 1 });
        }
      });

      await test.step('on a low screen the entries scroll, and the account and the sign-out button stay in view', async () => {
        await office.setViewportSize({ width: isPhone ? 390 : 1280, height: 600 });
        if (isPhone) await toggle(office).click();
        const bar = isPhone ? sheet(office) : sidebar(office);
        await expect(bar.getByText(account.email)).toBeInViewport({ ratio: 1 });
        await expect(bar.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 });
        await bar.getByRole('link', { name: 'View All Postings' }).focus();
        const last = bar.getByRole('link', { name: 'Settings' });
        await expect(last).not.toBeInViewport();
        await last.focus();
        await expect(last).toBeInViewport({ ratio: 1 });
      });
    });
  });
}
