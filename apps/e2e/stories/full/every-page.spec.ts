import type { Page } from '@playwright/test';
import { adminScreens } from '../../admin-screens.ts';
import { expectClean } from '../../axe.ts';
import { publicPages } from '../../public-pages.ts';
import { expect, sendRegistration, test } from '../../story.ts';

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
  const targets = await touchTargets(page);
  const under = (px: number) => targets.filter(({ width, height }) => width < px || height < px);
  expect(under(24), path).toEqual([]);
  const small = under(44);
  expect(small.length / targets.length, `${path} ${JSON.stringify(small)}`).toBeLessThanOrEqual(0.1);
}

async function expectFits(page: Page, width: number, where: string) {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(wide, where).toBe(width);
}

async function expectFitsWhenLarge(page: Page, width: number, path: string) {
  await page.setViewportSize({ width, height: 640 });
  const style = await page.addStyleTag({ content: largeText });
  await expectFits(page, width, `${path} with large text`);
  expect(await page.evaluate(brokenNameParts), `the name in the header of ${path}`).toEqual([]);
  await expect.poll(() => page.evaluate(brokenHeadings), `words of headings of ${path}`).toEqual([]);
  await style.evaluate((element, content) => {
    element.textContent = content;
  }, wideSpacing);
  await expectFits(page, width, `${path} with wide spacing`);
}

const largeText = 'html { font-size: 200% !important }';
/** Words of the institute's name that do not fit on a line of the header, or the whole name when it is cut. */
function brokenNameParts(): string[] {
  const name = document.querySelector('header a span');
  const text = name?.firstChild;
  if (!name || !(text instanceof Text)) return ['no name'];
  const words = [...text.data.matchAll(/\S+/g)].filter(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  });
  return [...words.map(([word]) => word), ...(name.scrollHeight > name.clientHeight ? [text.data] : [])];
}

/** Returns words of headings that do not fit on a line. A line may end after a hyphen or a slash. */
function brokenHeadings(): string[] {
  const headings = [...document.querySelectorAll('main :is(h1, h2, h3)')].filter(
    (heading) => heading.checkVisibility() && !heading.closest('.sr-only, [aria-hidden]'),
  );
  return headings.flatMap((heading) =>
    [...heading.childNodes].flatMap((text) => {
      if (!(text instanceof Text)) return [];
      const words = [...text.data.matchAll(/[^\s/-]+/g)].filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
        return new Set(lines).size > 1;
      });
      return words.map(([word]) => word);
    }),
  );
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
    if (part.closest('[aria-hidden], .sr-only')) continue;
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

/** Leaves out links in running text, which are as high as their text, and the hidden field for programs. */
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
      // The preview of a screen may have its own heading.
      await expect(office.getByRole('heading', { level: 1 }).first()).toBeVisible();
      for (const size of [phone, desktop]) {
        await office.setViewportSize(size);
        await expect(office.getByTestId('skeleton')).toHaveCount(0);
        expect(await narrowTargets(office), `${path} at ${size.width}`).toEqual([]);
        if (size === phone || tables.includes(path)) await expectClean(office, `${path} at ${size.width}`);
      }
    }
  });
}

/** Touch targets must have 44 px, except in running text. Reports a page that is too wide as well. */
const narrowTargets = (page: Page) =>
  page.evaluate(() => {
    const small = [...document.querySelectorAll('main :is(a, button, input, select)')].filter((target) => {
      // The label of a checkbox is part of the target. Nothing in a preview can be pressed.
      const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
      return width > 1 && (width < 44 || height < 44) && !target.closest('p, [inert]');
    });
    const names = small.map((target) => target.getAttribute('aria-label') ?? target.textContent);
    return document.documentElement.scrollWidth > innerWidth ? [...names, 'the page is too wide'] : names;
  });
