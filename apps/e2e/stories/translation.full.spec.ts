import { translatorScript } from '@institute/contract/site.constants';
import { expect, test } from '../story.ts';
import { findToast } from '../toasts.ts';
import { translateAll } from '../translate.ts';
import { consent, expectStep, fillIn, findButton, findField, steps } from '../wizard.ts';

/** Imitates the translator and writes a text into the page as proof. */
const stub = `
  window.google = { translate: { TranslateElement: class {
    constructor({ pageLanguage }, id) {
      document.getElementById(id).textContent = 'Gadget of ' + pageLanguage;
      document.documentElement.lang = document.cookie.match(/googtrans=.en.([^;]+)/)[1];
    }
  } } };
  googleTranslateElementInit();
`;

test.describe('the translator', () => {
  test.use({ expectedStrangers: /translate\.google\.com/ });

  test('loads with the first choice, is remembered by its cookie, and leaves with English', async ({
    page,
    visit,
    context,
  }) => {
    const control = page.getByRole('combobox', { name: 'Translate this page' });
    const html = page.locator('html');
    let asked = 0;
    await page.route(`${translatorScript}*`, (route) => {
      asked += 1;
      return route.fulfill({ contentType: 'text/javascript', body: stub });
    });
    await visit('/about');
    await expect(control).toBeInViewport();
    await control.focus();
    await control.selectOption('lg');
    await expect(html).toHaveAttribute('lang', 'lg');
    expect(asked).toBe(1);

    await visit('/faq');
    await expect(html).toHaveAttribute('lang', 'lg');
    await expect(control).toHaveValue('lg');

    await control.selectOption('en');
    await expect(html).toHaveAttribute('lang', 'en');
    await control.focus();
    await expect(control).toHaveValue('en');
    expect((await context.cookies()).filter(({ name }) => name === 'googtrans')).toEqual([]);
    expect(asked).toBe(2);
  });
});

test('a page that was translated before hydration, and that nobody has used, works', async ({
  page,
  visit,
}) => {
  // What Playwright asks counts as use
  await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: undefined }));
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translateAll})(false))`);
  await visit('/faq');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'News', exact: true }).first().click();
  await expect(page).toHaveURL('/news');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
});

test('the wizard works on a page whose texts are replaced by copies', async ({ page, visit }) => {
  await visit('/registration');
  await page.evaluate(translateAll, true);
  for (const title of steps.slice(1)) {
    await findButton(page, 'Next').click();
    await expectStep(page, title);
  }
  for (const title of steps.toReversed().slice(1)) {
    await findButton(page, 'Previous').click();
    await expectStep(page, title);
  }
  await fillIn(page);
  await expect(page.getByRole('main')).toContainText('Medical Conditions: None');
  await findField(page, consent).uncheck();
  await findButton(page, 'Submit').click();
  await expect(findToast(page, 'Please provide consent to continue')).toBeVisible();
  await findField(page, consent).check();
  await findButton(page, 'Submit').click();
  await expect(page).toHaveURL(/registration-success/);
});
