import { translatorScript } from '@institute/contract/site.constants';
import type { Page } from '@playwright/test';
import { expect, test } from '../story.ts';
import { toast } from '../toasts.ts';
import { button, consent, expectStep, field, fillIn, goOn, steps } from '../wizard.ts';

const translator = `${translatorScript}*`;
const control = (page: Page) => page.getByRole('combobox', { name: 'Translate this page' });
const failure = (page: Page) => toast(page, 'Translation could not be loaded');

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

test('offers 58 languages on every public page, and loads nothing before one is chosen', async ({
  page,
  visit,
}) => {
  for (const path of [
    '/',
    '/about',
    '/programs',
    '/programs/1',
    '/registration',
    '/news',
    '/contact',
    '/faq',
  ]) {
    await visit(path);
    await expect(control(page)).toBeInViewport();
    await expect(control(page).getByRole('option')).toHaveCount(58);
    await expect(control(page)).toHaveValue('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  }
  for (const name of ['English', 'Luganda', 'Kiswahili (Swahili)', 'Français (French)', 'العربية (Arabic)']) {
    await expect(control(page).getByRole('option', { name, exact: true })).toHaveCount(1);
  }
});

test.describe('with the translator', () => {
  test.use({ expectedStrangers: /translate\.google\.com/ });

  test('is loaded with the first choice, remembered by its own cookie, and removed by choosing English', async ({
    page,
    visit,
    context,
  }) => {
    const asked: string[] = [];
    await page.route(translator, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: stub });
    });
    await visit('/about');
    await control(page).selectOption('lg');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lg');
    expect(asked).toHaveLength(1);

    await visit('/faq');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lg');
    await expect(control(page)).toHaveValue('lg');

    await control(page).selectOption('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(control(page)).toHaveValue('en');
    expect((await context.cookies()).filter(({ name }) => name === 'googtrans')).toEqual([]);
    expect(asked).toHaveLength(2);
    await expect(failure(page)).toHaveCount(0);
  });

  test.describe('that cannot be loaded', () => {
    test.use({ expectedInConsole: /Failed to load resource/ });

    test('shows a message, stays in English and can be tried again', async ({ page, visit }) => {
      await page.route(translator, (route) => route.abort());
      await visit('/programs');
      const words = await texts(page);
      await control(page).selectOption('sw');

      await expect(failure(page)).toBeVisible();
      await expect(control(page)).toHaveValue('en');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect.poll(() => texts(page)).toBe(words);

      await page.unroute(translator);
      await page.route(translator, (route) => route.fulfill({ contentType: 'text/javascript', body: stub }));
      await control(page).selectOption('sw');
      await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
    });
  });

  test('that never answers runs into a timeout', async ({ page, visit }) => {
    await page.route(translator, () => new Promise(() => undefined));
    await page.clock.install();
    await visit('/programs');
    const asked = page.waitForRequest(translator);
    await control(page).selectOption('fr');
    await asked;
    // The timer began before the request.
    await page.clock.fastForward(10_000);
    await expect(failure(page)).toBeVisible();
    await expect(control(page)).toHaveValue('en');
  });
});

/** Changes every text as translators do, now and later: replaces or wraps it with a <font>, or wraps a copy. */
function translateAll(withCopies: boolean) {
  const left = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE', 'OPTION', 'FONT']);
  const wrap = (text: Text) => {
    const parent = text.parentElement;
    if (!parent || left.has(parent.tagName) || !text.data.trim() || parent.closest('[translate=no], svg'))
      return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    if (withCopies) {
      inner.textContent = text.data;
      text.replaceWith(outer);
    } else {
      parent.insertBefore(outer, text);
      inner.append(text);
    }
  };
  const wrapBelow = (root: Node) => {
    if (root instanceof Text) return wrap(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) wrap(text);
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) wrapBelow(node);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  wrapBelow(document.body);
}

const texts = async (page: Page) => (await page.getByRole('main').allInnerTexts()).join();

const journey = ['/about', '/programs', '/coaches', '/facilities', '/news', '/gallery', '/faq', '/videos'];

test('a page that was translated before hydration works', async ({ page, visit }) => {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translateAll})(false))`);
  await visit('/faq');
  await page
    .getByRole('button', { name: 'Open menu' })
    .or(page.getByRole('link', { name: 'News' }))
    .first()
    .click();
  await page.getByRole('link', { name: 'News', exact: true }).first().click();
  await expect(page).toHaveURL('/news');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
});

for (const withCopies of [false, true]) {
  const way = withCopies ? 'replaced by copies' : 'wrapped';

  test(`a page whose texts are ${way} survives 200 navigations without losing a text`, async ({
    page,
    visit,
  }) => {
    test.setTimeout(240_000);
    // Waits inside the page, because asking for the address from outside takes half as long as a navigation.
    const go = (path: string) =>
      page.locator(`nav[aria-label="Main"] a[href="${path}"]`).evaluate(async (link: HTMLElement, to) => {
        link.click();
        while (location.pathname !== to) await new Promise(requestAnimationFrame);
      }, path);
    const title = page.getByRole('heading', { level: 1 });
    const titles = new Map<string, string>();
    for (const path of journey) {
      await visit(path);
      titles.set(path, await title.innerText());
    }
    // Reads the texts that this page has cached, because other stories change the lists meanwhile.
    const words = new Map<string, string>();
    for (const path of journey) {
      await go(path);
      await expect(title).toHaveText(titles.get(path) ?? '');
      await expect(page.getByTestId('skeleton')).toHaveCount(0);
      words.set(path, await texts(page));
    }
    await page.evaluate(translateAll, withCopies);
    for (let change = 0; change < 200; change += 1) {
      const path = journey[change % journey.length] ?? '/';
      await go(path);
      if (change % 7 === 0) await expect.poll(() => texts(page), path).toBe(words.get(path));
    }
    expect(await page.locator('main font').count()).toBeGreaterThan(0);
  });

  test(`forms work on a page whose texts are ${way}`, async ({ page, visit }) => {
    await visit('/registration');
    await page.evaluate(translateAll, withCopies);

    for (let rounds = 0; rounds < 3; rounds += 1) {
      for (const title of steps.slice(1)) {
        await button(page, 'Next').click();
        await expectStep(page, title);
      }
      for (const title of steps.toReversed().slice(1)) {
        await button(page, 'Previous').click();
        await expectStep(page, title);
      }
    }
    await fillIn(page);
    await goOn(page, 'Review & Submit');
    await expect(page.getByRole('main')).toContainText('Medical Conditions: None');
    await field(page, consent).uncheck();
    await button(page, 'Submit').click();
    await expect(toast(page, 'Please provide consent to continue')).toBeVisible();
    await field(page, consent).check();
    await button(page, 'Submit').click();
    await expect(page.getByText('Registration Successful!').first()).toBeVisible();
    await expect(page).toHaveURL(/registration-success/);

    const newsletter = page.getByRole('contentinfo');
    await newsletter.getByLabel('Email address').fill(`reader.${Date.now()}@example.org`);
    await newsletter.getByRole('button', { name: 'Subscribe' }).click();
    await expect(toast(page, 'Message sent successfully')).toBeVisible();

    await page
      .locator('nav[aria-label="Main"] a[href="/contact"]')
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL('/contact');
    const message = page.getByRole('main');
    // The address changes before the page.
    await expect(message.getByRole('button', { name: 'Send Message' })).toBeVisible();
    await message.getByLabel('Name').fill('Amina Story');
    await message.getByLabel('Email', { exact: true }).fill('amina.story@example.org');
    await message.getByLabel('Subject').fill('A question');
    await message.getByLabel('Message').fill('When does the next course begin?');
    await message.getByRole('button', { name: 'Send Message' }).click();
    await expect(message.getByLabel('Subject')).toHaveValue('');
  });
}
