import { contentResources } from '@institute/contract';
import type { Page } from '@playwright/test';
import { sendWithTheLeast } from '../first-forms.ts';
import { withoutAccount } from '../first-office.ts';
import { makeOwner, owner } from '../owner.ts';
import { enterOffice, expect } from '../story.ts';

const PRESSED_WITHIN_MS = 10_000;

const test = withoutAccount({ SEED_DEMO: 'false' });

test.beforeAll(({ product }) => makeOwner(product.url));
test.beforeEach(({ page }) => enterOffice(page, owner));

/** All screens of the menu, and those that their own links lead to. */
async function* visitScreens(page: Page) {
  await page.goto('/admin');
  const isScreen = (path: string) => path.startsWith('/admin') && !path.includes('?');
  const listLinks = async () => {
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    return paths.filter(isScreen);
  };
  const paths = new Set(await listLinks());
  const tried = new Set(['/admin/site', ...Object.keys(contentResources).map((kind) => `/admin/${kind}`)]);
  // A set goes on with what is added meanwhile
  for (const path of paths) {
    if (tried.has(path)) continue;
    await openScreen(page, path);
    for (const one of await listLinks()) paths.add(one);
    yield path;
  }
}

/** Waits for the heading and until nothing loads any more. */
async function openScreen(page: Page, path: string) {
  await page.goto(path);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1 }).waitFor();
  await expect(main.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
}

/** What the page says, without the names of its buttons, which change while a form is sent. */
const readWords = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const button of copy.querySelectorAll('button, script, style')) button.remove();
    return copy.innerText;
  });

/** Sends the last form on the screen, which is that of the dialog if there is one. */
async function tryForm(page: Page, { text, makesItem }: { text: string; makesItem: boolean }) {
  const submits = page.locator('button[type=submit]:enabled:visible');
  const form = page.locator('form').filter({ has: submits }).last();
  const submit = form.locator('button[type=submit]:enabled:visible').last();
  const before = await readWords(page);
  const refusals = form.locator('[aria-invalid=true], [role=alert]');
  // A new key is shown once in the dialog that made it
  const isAnswered = async () => (await refusals.count()) === 0 && (await readWords(page)) !== before;
  await sendWithTheLeast({
    form,
    send: () => submit.click({ timeout: PRESSED_WITHIN_MS }),
    isDone: async () => (await submits.count()) === 0 || (await isAnswered()),
    text,
    mayEndRefused: !makesItem,
  });
}

/** Buttons of the screen that may open a form. Those in the heads of columns sort, and others save files. */
async function listButtons(page: Page): Promise<string[]> {
  const buttons = page.locator(
    'main button[type=button]:enabled:visible:not([role]):not([aria-haspopup]):not(th button)',
  );
  const names = await buttons.evaluateAll((all) =>
    all.map(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim()),
  );
  return [...new Set(names)].filter((name) => name !== '' && !/^(?:Sign Out|Export|Download)/i.test(name));
}

test.use({ expectedInConsole: /TRPCClientError|status of 400/ });

test('no other form of the office is silent, and those of new items take the least that is asked', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const submits = page.locator('button[type=submit]:enabled:visible');
  const tried: string[] = [];
  const silent: string[] = [];
  const tryOnce = async (name: string, makesItem: boolean) => {
    tried.push(name);
    await test
      .step(name, () => tryForm(page, { text: `First of ${name}`, makesItem }))
      .catch((error: Error) => silent.push(`${name}: ${error.message}`));
  };
  for await (const path of visitScreens(page)) {
    const open = () => openScreen(page, path);
    const names = await listButtons(page);
    let isFresh = true;
    if ((await submits.count()) > 0) {
      await tryOnce(path, false);
      isFresh = false;
    }
    for (const name of names) {
      if (!isFresh) await open();
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
      // What was sent before may have taken it away
      if (!(await button.isVisible())) continue;
      const before = await readWords(page);
      await button.click({ timeout: PRESSED_WITHIN_MS });
      const makesItem = /^(?:New|Add|Invite)/.test(name);
      if (makesItem) await submits.first().waitFor();
      isFresh = (await readWords(page)) === before;
      if ((await submits.count()) > 0) await tryOnce(`${path} ${name}`, makesItem);
    }
  }
  test.info().annotations.push({ type: 'forms', description: tried.join(', ') });
  expect(silent, `of ${tried.join(', ')}`).toEqual([]);
});
