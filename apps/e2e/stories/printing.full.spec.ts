import type { Page } from '@playwright/test';
import { expect, readPublic, test } from '../story.ts';

/** The width of A4 with the margins of a browser, in CSS pixels. */
const paper = { width: 718, height: 1000 };

test('every page prints what it holds: folded answers, slides, and texts that a screen cuts', async ({
  page,
  request,
  visit,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/faq', '/', '/news', '/programs', '/facilities', '/alumni', '/privacy']) {
    await visit(path);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(paper);
    expect(await page.evaluate(textsOffPaper), path).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  }

  await visit('/faq');
  await page.emulateMedia({ media: 'print' });
  const { faq } = await readPublic<{ faq: { answer: string }[] }>(request, '/site');
  expect(faq.length).toBeGreaterThan(5);
  expect(await page.locator('details p').allInnerTexts()).toEqual(
    expect.arrayContaining(faq.map(({ answer }) => answer)),
  );
});

test('a printed list of changes has what was changed', async ({ office }) => {
  await office.goto('/admin/activity');
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(office.getByTestId('skeleton')).toHaveCount(0);
  await office.emulateMedia({ media: 'print' });
  await office.setViewportSize(paper);
  expect(await foldedTexts(office)).toEqual([]);
});

const foldedTexts = (page: Page) =>
  page
    .locator('details > :not(summary)')
    .evaluateAll((all) => all.filter((one) => !one.checkVisibility()).map((one) => one.textContent));

/** Texts of the main part that are folded away, or outside the box that cuts or scrolls them. */
function textsOffPaper(): string[] {
  const walker = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT);
  const off: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest('.sr-only, option, script, style')) continue;
    // What has no place on paper is left out as a whole
    const isFolded = parent.closest('details > :not(summary)') && !parent.checkVisibility();
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    let isCut = box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
    for (let outer: Element | null = parent; outer && box.width > 0; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflow === 'visible') continue;
      const shown = outer.getBoundingClientRect();
      const isInside =
        box.top >= shown.top - 1 &&
        box.bottom <= shown.bottom + 1 &&
        box.left >= shown.left - 1 &&
        box.right <= shown.right + 1;
      if (!isInside) isCut = true;
    }
    if (isFolded || isCut) off.push(text.data.trim().slice(0, 60));
  }
  return off;
}
