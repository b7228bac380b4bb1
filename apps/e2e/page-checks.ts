import type { Page } from '@playwright/test';
import { expect } from './expect.ts';

// What holds for every page

export async function expectTouchable(page: Page, path: string) {
  const { all, small } = await measureTargets(page, 'body');
  expect(
    small.filter(({ width, height }) => Math.min(width, height) < 24),
    path,
  ).toEqual([]);
  expect(small.length / all, `${path} ${JSON.stringify(small)}`).toBeLessThanOrEqual(0.1);
}

/** Leaves out links in running text, which are as high as their text, and the hidden field for programs. */
export const measureTargets = (page: Page, root: string) =>
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

export async function expectFits(page: Page, width: number, where: string) {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(wide, where).toBe(width);
}

export async function expectFitsWhenLarge(page: Page, width: number, path: string) {
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

/** Nothing lies under a floating control: in the whole column of the translation, in the first view under Chat and Back. */
export async function expectUncovered(page: Page, where: string) {
  // Scripts follow a new size a moment later.
  await expect.poll(() => page.evaluate(coveredThings), where).toEqual([]);
  const shortcuts = page.getByRole('complementary', { name: 'Shortcuts' });
  if ((await shortcuts.count()) > 0)
    await expect.poll(() => shortcuts.evaluate(listUnderPills), where).toEqual([]);
}

function coveredThings(): string[] {
  const floating = [...document.querySelectorAll('aside :is(a, button), header select')]
    .filter((one) => getComputedStyle(one.closest('header div') ?? one).position === 'fixed')
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  if (floating.length === 0) return [];
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

/** Controls under Chat and Back. A folded pill takes presses at its icon alone. */
function listUnderPills(shortcuts: Element): (string | null)[] {
  const controls = document.querySelectorAll(
    ':is(main, footer) :is(a, button, input, select, textarea, summary)',
  );
  return [...shortcuts.querySelectorAll('a, button')].flatMap((pill) => {
    const mine = pill.getBoundingClientRect();
    return [...controls]
      .filter((control) => {
        const one = control.getBoundingClientRect();
        const left = Math.max(one.left, mine.left);
        const right = Math.min(one.right, mine.right);
        const top = Math.max(one.top, mine.top);
        const bottom = Math.min(one.bottom, mine.bottom);
        if (left >= right || top >= bottom) return false;
        const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
        return parts.some((across) =>
          parts.some((down) => {
            const found = document.elementFromPoint(
              left + across * (right - left),
              top + down * (bottom - top),
            );
            return pill.contains(found);
          }),
        );
      })
      .map(({ textContent }) => textContent);
  });
}

/** Names elements that reach beyond their page or scroll box, the innermost only. */
export function listOverflowing(): string[] {
  const isBox = (one: Element) => {
    const { overflowX, textOverflow, webkitLineClamp, position } = getComputedStyle(one);
    const isCut = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || position === 'absolute';
    return overflowX !== 'visible' && !isCut && one.clientWidth > 1;
  };
  const boxes = [...document.querySelectorAll('*')].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      (one === document.documentElement || isBox(one)) &&
      // A preview is a whole page, drawn smaller
      !one.matches(
        '[role=tablist], [role=toolbar], nav *, input, textarea, [inert] *, [aria-hidden] *, :has(> iframe)',
      ) &&
      one.scrollWidth > one.clientWidth + 1,
  );
  return boxes.map((box) => {
    const edge = box.getBoundingClientRect().left + box.clientWidth + 1;
    const beyond = [...box.querySelectorAll('*')].filter(
      (one) => one.checkVisibility() && one.getBoundingClientRect().right > edge,
    );
    const innermost = beyond.filter((one) => !beyond.some((other) => other !== one && one.contains(other)));
    const names = innermost.map(
      (one) =>
        `${one.parentElement?.className} > ${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`,
    );
    return `${box.tagName} ${box.scrollWidth} px: ${names.slice(0, 3).join(' | ')}`;
  });
}
