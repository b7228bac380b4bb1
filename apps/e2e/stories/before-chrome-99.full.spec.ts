import type { Page } from '@playwright/test';
import { takePicture } from '../pictures.ts';
import { expect, test } from '../story.ts';
import { consent } from '../wizard.ts';

// These browsers know an older name of a part of `details`
test.use({ expectedInConsole: /pseudo element selector is deprecated/ });

// Playwright finds by roles and waits for visible elements with built-ins that these browsers lack
const readText = (page: Page) => page.evaluate(() => document.body.innerText);

/** No script arrives, so nothing can change the page later. */
async function expectServed(page: Page) {
  await page.waitForLoadState('load');
  const state = await page.evaluate(() => ({
    scripts: performance.getEntriesByType('resource').filter(({ name }) => /\.js$/.test(name)).length,
    tooWide: document.documentElement.scrollWidth > innerWidth,
    isTimes: getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily.includes('Times'),
  }));
  expect(state).toEqual({ scripts: 0, tooWide: false, isTimes: false });
  expect(await readText(page)).not.toContain('Something went wrong');
}

test('pages stay as they are served', async ({ page }, { project }) => {
  for (const path of ['/', '/programs/1', '/fees', '/donations', '/gallery']) {
    await page.goto(path);
    await expectServed(page);
    await takePicture(page, project.name, `served${path.replaceAll('/', '-')}`);
  }
});

test('a link opens the menu, which leads to the programs', async ({ page }, { project }) => {
  await page.goto('/');
  const isShown = () => page.evaluate(() => (document.querySelector('#menu')?.clientHeight ?? 0) > 0);
  expect(await isShown()).toBe(false);
  const tap = (selector: string) =>
    page.evaluate((found) => document.querySelector<HTMLElement>(found)?.click(), selector);
  await tap('a[href="#menu"]');
  await expect.poll(isShown).toBe(true);
  await takePicture(page, project.name, 'the-menu');
  await tap('#menu a[href="#main"]');
  await expect.poll(isShown).toBe(false);
  await tap('a[href="#menu"]');
  await tap('#menu a[href="/programs"]');
  await page.waitForURL(/\/programs$/);
});

test('a visitor registers by the plain form and reads the reference', async ({ page }, { project }) => {
  await page.goto('/registration');
  await expectServed(page);
  await takePicture(page, project.name, 'served-registration');
  await page.evaluate(
    ([label]) => {
      const find = (text?: string) =>
        Array.from(document.querySelectorAll('main label')).find((one) =>
          one.textContent?.startsWith(text ?? ''),
        );
      const control = (text?: string) => {
        const found = find(text);
        if (!(found instanceof HTMLLabelElement) || !found.control)
          throw new Error(`There is no field ${text}`);
        return found.control as HTMLInputElement;
      };
      control('First Name').value = 'Amina';
      control('Last Name').value = 'Story';
      control('Phone').value = '+256 700 123 456';
      const program = document.querySelector<HTMLSelectElement>(
        'main form[method=post] select[name=programId]',
      );
      if (program) program.selectedIndex = 1;
      control(label).click();
      document.querySelector<HTMLButtonElement>('main form[method=post] button:not([type=button])')?.click();
    },
    [consent],
  );
  await page.waitForURL(/\/registration-success$/);
  expect(await readText(page)).toMatch(/Your reference: REG-\d{4}-\d{6}/);
  await takePicture(page, project.name, 'served-reference');
});
