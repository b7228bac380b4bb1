import { expect as asserted, type ExpectMatcherState, type Locator, type Page } from '@playwright/test';

// Each time that an assertion looks in vain, Playwright 1.65 describes the whole page for its message
// (microsoft/playwright#41098), which takes much longer than the look. These assertions wait without it.

type Timeout = { timeout?: number };
type Assertion = (...args: unknown[]) => Promise<void>;
/** Resolves with true when nothing is left to be asserted. Rejects when the time is over. */
type Wait = (actual: never, expected: never, timeout: Timeout) => Promise<boolean>;

const waitForState =
  (state: 'visible' | 'hidden') =>
  async (locator: Locator, _: unknown, timeout: Timeout): Promise<boolean> => {
    await locator.waitFor({ state, ...timeout });
    return true;
  };

/** The filter ignores upper and lower case. Lists of texts are not described. */
async function waitForText(locator: Locator, text: unknown, timeout: Timeout): Promise<boolean> {
  if (typeof text === 'string' || text instanceof RegExp)
    await locator
      .filter({ hasText: text })
      .first()
      .waitFor({ state: 'attached', ...timeout });
  return false;
}

async function waitForUrl(page: Page, expected: string | RegExp | ((url: URL) => boolean), timeout: Timeout) {
  await page.waitForURL(
    (url) => {
      if (typeof expected === 'function') return expected(url);
      if (expected instanceof RegExp) return expected.test(url.href);
      return url.href === new URL(expected, url).href;
    },
    { waitUntil: 'commit', ...timeout },
  );
  return true;
}

const waits = {
  toBeVisible: waitForState('visible'),
  toBeHidden: waitForState('hidden'),
  toHaveText: waitForText,
  toContainText: waitForText,
  toHaveURL: waitForUrl,
} satisfies Record<string, Wait>;

const isTimeout = (option: unknown): option is Timeout =>
  typeof option === 'object' && option !== null && 'timeout' in option;

const makeMatcher = (name: string, wait: Wait) =>
  async function (this: ExpectMatcherState, actual: unknown, ...args: unknown[]) {
    const timeout = args.find(isTimeout)?.timeout ?? this.timeout;
    const isAsserted =
      !this.isNot && (await wait(actual as never, args[0] as never, { timeout }).catch(() => false));
    if (isAsserted) return { pass: true, message: () => '' };
    const assertions = this.isNot ? asserted(actual).not : asserted(actual);
    try {
      await (Reflect.get(assertions, name) as Assertion)(...args);
      return { pass: !this.isNot, message: () => '' };
    } catch (error) {
      return { pass: this.isNot, message: () => (error instanceof Error ? error.message : String(error)) };
    }
  };

export const expect: typeof asserted = asserted.extend(
  Object.fromEntries(Object.entries(waits).map(([name, wait]) => [name, makeMatcher(name, wait)])),
);
