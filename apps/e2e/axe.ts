import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './expect.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A tooltip is outside every landmark, so that nothing clips it.
const checked = { exclude: [['[data-radix-popper-content-wrapper]']] };

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Reporting passed checks costs time.
  resultTypes: ['violations'],
  // Frames hold other sites.
  iframes: false,
};

type Axe = { run(context: typeof checked, options: RunOptions): Promise<AxeResults> };

/** Checks the WCAG 2.2 AA rules and axe's best practices. */
export async function expectClean(page: Page, what: string) {
  await expect(page.locator('h1')).not.toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  // An element that is still fading in has less contrast.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0))));
  // Loading axe takes longer than a check, so each document loads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([context, chosen]) => (window as unknown as { axe: Axe }).axe.run(context, chosen),
    [checked, options] as const,
  );
  expect(
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(' '))]),
    what,
  ).toEqual([]);
}
