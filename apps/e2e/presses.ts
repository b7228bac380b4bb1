import type { Locator, Page } from '@playwright/test';

type Files = Parameters<Locator['setInputFiles']>[0];

/** A click, a tap, a key and a filled field count one. A choice and files count two: one opens the list, one takes from it. */
export function countPresses() {
  const startedAt = Date.now();
  let presses = 0;
  return {
    press: async (what: Locator) => {
      presses += 1;
      await what.click();
    },
    key: async (page: Page, key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    },
    type: async (field: Locator, text: string) => {
      presses += 1;
      await field.fill(text);
    },
    choose: async (field: Locator, option: string) => {
      presses += 2;
      await field.selectOption(option);
    },
    takeFile: async (field: Locator, files: Files) => {
      presses += 2;
      await field.setInputFiles(files);
    },
    presses: () => presses,
    /** For the report only: a busy machine is slow. */
    report: () => `${presses} presses, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  };
}
