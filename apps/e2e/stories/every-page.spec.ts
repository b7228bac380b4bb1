import type { Page } from '@playwright/test';
import { adminScreens } from '../admin-screens.ts';
import { expectClean } from '../axe.ts';
import { donationPage, emptyPages, publicPages } from '../public-pages.ts';
import { expect, sendRegistration, test } from '../story.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** Loading a page takes as long as checking it, so both widths are checked after one load. */
async function atBothWidths(page: Page, check: (width: number) => Promise<void>) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await check(size.width);
  }
}

const parts = 4;
const partOf = (paths: readonly string[], part: number) => paths.filter((_, place) => place % parts === part);

test.describe('pages', () => {
  test.use({ expectedInConsole: /404/ });

  for (let part = 0; part < parts; part += 1) {
    test(`on every page axe finds nothing, at most one touch target in ten is under 44 px and none under 24 px, and it fits a narrow screen and 200 % zoom, part ${part + 1}`, async ({
      page,
      visit,
      request,
    }) => {
      const paths = [...publicPages, await donationPage(request), ...emptyPages];
      for (const path of partOf(paths, part)) {
        await page.setViewportSize(phone);
        await visit(path);
        await atBothWidths(page, async (width) => {
          if (width === phone.width) await expectTouchable(page, path);
          await expectClean(page, `${path} at ${width}`);
        });
        await expectFits(page, path);
      }
    });
  }
});

async function expectTouchable(page: Page, path: string) {
  const targets = await touchTargets(page);
  const under = (px: number) => targets.filter(({ width, height }) => width < px || height < px);
  expect(under(24), path).toEqual([]);
  const small = under(44);
  expect(small.length / targets.length, `${path} ${JSON.stringify(small)}`).toBeLessThanOrEqual(0.1);
}

async function expectFits(page: Page, path: string) {
  // 1280 px at 200 % zoom are 640 px.
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width);
  }
}

/** Touch targets, except links in running text, which are as high as their text, and the hidden field for programs. */
const touchTargets = (page: Page) =>
  page
    .locator('a:visible, button:visible, input:visible, select:visible, textarea:visible')
    .evaluateAll((all) =>
      all
        .filter((target) => !target.closest('p, [aria-hidden]'))
        .map((target) => {
          // The label of a checkbox is part of the target.
          const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
          return { name: target.textContent || target.getAttribute('aria-label'), width, height };
        })
        .filter(({ width, height }) => width > 1 && height > 1),
    );

for (let part = 0; part < parts; part += 1) {
  test(`axe finds nothing on the screens of the admin area, part ${part + 1}`, async ({
    office,
    request,
  }) => {
    await sendRegistration(request);
    for (const path of partOf(Object.values(adminScreens), part)) {
      await office.setViewportSize(phone);
      await office.goto(path);
      await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
      await atBothWidths(office, async (width) => {
        await expect(office.getByTestId('skeleton')).toHaveCount(0);
        await expectClean(office, `${path} at ${width}`);
        expect(await narrowTargets(office), `${path} at ${width}`).toEqual([]);
      });
    }
  });
}

/** Touch targets under 44 px, except in running text, and whether the page is too wide. */
const narrowTargets = (page: Page) =>
  page.evaluate(() => {
    const small = [...document.querySelectorAll('main :is(a, button, input, select)')].filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 1 && (width < 44 || height < 44) && !target.closest('p');
    });
    const names = small.map((target) => target.getAttribute('aria-label') ?? target.textContent);
    return document.documentElement.scrollWidth > innerWidth ? [...names, 'the page is too wide'] : names;
  });
