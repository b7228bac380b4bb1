import { kampalaDay } from '@institute/contract/time';
import type { Page } from '@playwright/test';
import { adminScreens } from '../admin-screens.ts';
import { expectClean } from '../axe.ts';
import { callOffice, makeGraduate } from '../certificates.ts';
import { publicPages } from '../public-pages.ts';
import { expect, test } from '../story.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

test.use({ expectedInConsole: /404/ });
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

const emptyPages = ['/no-such-page', '/programs?q=beekeeping'];
/** At other sizes these have elements that no other page has. */
const checkedOnDesktops = ['/', '/programs', '/programs/1', '/gallery'];

/** The other screens of content have the same table. */
const tables = ['/admin', '/admin/registrations', '/admin/programs', '/admin/donations', '/admin/trash'];

const parts = 6;
const partOf = (paths: readonly string[], part: number) => paths.filter((_, place) => place % parts === part);

for (let part = 0; part < parts; part += 1) {
  test(`every page fits each screen, can be touched, and axe finds nothing, part ${part + 1}`, async ({
    page,
    visit,
    request,
  }) => {
    const paths = [...(await publicPages(request)), ...emptyPages];
    for (const path of partOf(paths, part)) {
      await page.setViewportSize(phone);
      await visit(path);
      await expectTouchable(page, path);
      await expectClean(page, path);
      // 1280 px at 200 % zoom are 640 px.
      for (const width of [phone.width, desktop.width, 640, 320]) {
        await page.setViewportSize({ width, height: 640 });
        const where = `${path} at ${width} px`;
        await expectFits(page, width, where);
        await expectUncovered(page, where);
        if (width === desktop.width && checkedOnDesktops.includes(path)) await expectClean(page, where);
      }
      await expectFitsWhenLarge(page, 360, path);
    }
  });
}

async function expectTouchable(page: Page, path: string) {
  const { all, small } = await touchTargets(page, 'body');
  expect(
    small.filter(({ width, height }) => Math.min(width, height) < 24),
    path,
  ).toEqual([]);
  expect(small.length / all, `${path} ${JSON.stringify(small)}`).toBeLessThanOrEqual(0.1);
}

/** Leaves out links in running text, which are as high as their text, and the hidden field for programs. */
const touchTargets = (page: Page, root: string) =>
  page
    .locator(root)
    .locator('a:visible, button:visible, input:visible, select:visible, textarea:visible')
    .evaluateAll((all) => {
      const targets = all
        .filter((target) => !target.closest('p, [aria-hidden], [inert]'))
        .map((target) => {
          // The label of a checkbox is part of the target.
          const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
          return { name: target.textContent || target.getAttribute('aria-label'), width, height };
        })
        .filter(({ width, height }) => width > 1 && height > 1);
      return { all: targets.length, small: targets.filter((one) => Math.min(one.width, one.height) < 44) };
    });

async function expectFits(page: Page, width: number, where: string) {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(wide, where).toBe(width);
}

async function expectFitsWhenLarge(page: Page, width: number, path: string) {
  await page.setViewportSize({ width, height: 640 });
  const style = await page.addStyleTag({ content: largeText });
  await expectFits(page, width, `${path} with large text`);
  const isCut = await page
    .locator('header a span')
    .first()
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
  expect(isCut, `the name in the header of ${path}`).toBe(false);
  await expect.poll(() => page.evaluate(brokenWords), `words of headings of ${path}`).toEqual([]);
  await style.evaluate((element, content) => {
    element.textContent = content;
  }, wideSpacing);
  await expectFits(page, width, `${path} with wide spacing`);
}

const largeText = 'html { font-size: 200% !important }';

/** Returns words of the header and of headings that do not fit on a line. A line may end after a hyphen. */
function brokenWords(): string[] {
  const headings = [...document.querySelectorAll('header a span, main :is(h1, h2, h3)')].filter(
    (heading) => heading.checkVisibility() && !heading.closest('.sr-only, [aria-hidden]'),
  );
  const texts = headings.flatMap((heading) => [...heading.childNodes].filter((one) => one instanceof Text));
  return texts.flatMap((text) => {
    const words = [...text.data.matchAll(/[^\s/-]+/g)].filter(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
      return new Set(lines).size > 1;
    });
    return words.map(([word]) => word);
  });
}

/** WCAG 1.4.12. */
const wideSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Floating buttons stay in place while a page scrolls, so the whole column of each must be free. */
async function expectUncovered(page: Page, where: string) {
  // Scripts follow a new size a moment later.
  await expect.poll(() => page.evaluate(coveredThings), where).toEqual([]);
}

function coveredThings(): string[] {
  const floating = [...document.querySelectorAll('aside :is(a, button), header select')]
    .filter((one) => getComputedStyle(one.closest('header div') ?? one).position === 'fixed')
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  const inColumn = ({ left, right, width, height }: DOMRect) =>
    width > 1 && height > 1 && floating.some((float) => left < float.right - 0.5 && right > float.left + 0.5);
  const parts = [...document.querySelectorAll('main *, footer *')].filter((part) =>
    part.checkVisibility({ visibilityProperty: true }),
  );
  const found: string[] = [];
  for (const part of parts) {
    if (part.closest('[aria-hidden], [inert], .sr-only')) continue;
    const isControl = part.matches('a, button, input, select, textarea, summary, iframe');
    const texts = [...part.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
    const rects = texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    if ([...rects, ...(isControl ? part.getClientRects() : [])].some(inColumn)) {
      found.push(`${part.tagName} ${part.textContent?.slice(0, 40)}`);
    }
  }
  return found;
}

for (let part = 0; part < parts; part += 1) {
  test(`axe finds nothing on the screens of the admin area, part ${part + 1}`, async ({
    office,
    account,
    request,
  }) => {
    const { id } = await makeGraduate(request, account);
    await callOffice(request, account, 'fees.record', {
      parts: [{ registrationId: id, amount: 1000 }],
      amount: 1000,
      method: 'cash',
      receivedOn: kampalaDay(new Date()),
    });
    for (const path of partOf(Object.values(adminScreens), part)) {
      await office.setViewportSize(phone);
      await office.goto(path);
      // The preview of a screen may have its own heading.
      await expect(office.getByRole('heading', { level: 1 }).first()).toBeVisible();
      for (const size of [phone, desktop]) {
        await office.setViewportSize(size);
        await expect(office.getByTestId('skeleton')).toHaveCount(0);
        const where = `${path} at ${size.width} px`;
        expect((await touchTargets(office, 'main')).small, where).toEqual([]);
        await expectFits(office, size.width, where);
        if (size === phone || tables.includes(path)) await expectClean(office, where);
      }
    }
  });
}
