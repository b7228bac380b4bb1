import { contentResources } from '@institute/contract';
import type { Locator, Page } from '@playwright/test';
import { adminScreens } from '../admin-screens.ts';
import { expectClean } from '../axe.ts';
import { LETTER, makeLongest } from '../longest-texts.ts';
import {
  expectFits,
  expectFitsWhenLarge,
  expectTouchable,
  expectUncovered,
  listOverflowing,
  measureTargets,
} from '../page-checks.ts';
import { publicPages } from '../public-pages.ts';
import { expect, openScreen, test, untilHydrated } from '../story.ts';

// The one walk of all pages: each is opened once, and what holds for every page is checked there

test.use({ expectedInConsole: /404/ });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const phone = { width: 390, height: 844 };
const smallPhone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };
/** 1280 px at 200 % zoom are 640 px. */
const otherSizes = [{ width: 320, height: 640 }, { width: 640, height: 800 }, desktop];

const notInSitemap = ['/no-such-page', '/programs?q=beekeeping', '/admin/login'];
/** At other sizes these have elements that no other page has. */
const checkedOnDesktops = ['/', '/programs', '/programs/1', '/gallery'];

const parts = 2;
const partOf = (paths: readonly string[], part: number) => paths.filter((_, place) => place % parts === part);

for (let part = 0; part < parts; part += 1) {
  test(`every page fits each screen, can be touched, and axe finds nothing, part ${part + 1}`, async ({
    page,
    request,
  }) => {
    const paths = [...(await publicPages(request)), ...notInSitemap];
    for (const path of partOf(paths, part)) {
      await page.setViewportSize(phone);
      await page.goto(path);
      const isOffice = path.startsWith('/admin');
      if (!isOffice) {
        await untilHydrated(page);
        await expectTouchable(page, path);
      }
      await expectClean(page, path);
      for (const size of [phone, ...otherSizes]) {
        await page.setViewportSize(size);
        const where = `${path} at ${size.width} px`;
        await expectFits(page, size.width, where);
        await expectUncovered(page, where);
        if (size === desktop && checkedOnDesktops.includes(path)) await expectClean(page, where);
      }
      if (!isOffice) await expectFitsWhenLarge(page, smallPhone.width, path);
    }
  });
}

/** The other screens of content have the same table. */
const tables = ['/admin', '/admin/registrations', '/admin/programs', '/admin/donations', '/admin/trash'];
/** The other screens have dialogs like these. */
const withDialogs = [...tables, '/admin/fees', '/admin/accounts'];
/** Screens with the dialogs of programs, so only their form is opened, with an item: it then has more in it. */
const withOwnForm = Object.keys(contentResources)
  .filter((key) => key !== 'programs')
  .map((key) => `/admin/${key}`);
/** Screens that show the items with long texts first when these are searched for. */
const searched = [...Object.keys(contentResources), 'registrations'].map((key) => `/admin/${key}`);

for (let part = 0; part < parts; part += 1) {
  test(`every screen of the office fits with the longest texts, and axe finds nothing, part ${part + 1}`, async ({
    ownersOffice: office,
    request,
  }) => {
    const { sheets, hide } = await makeLongest(request);
    const found: string[] = [];
    const listFaults = async (where: string) => {
      const wide = await office.evaluate(listOverflowing);
      found.push(...wide.map((one) => `${where}: ${one}`));
    };
    await office.goto('/admin/accounts/password');
    for (const path of partOf([...Object.values(adminScreens), ...sheets], part)) {
      await office.setViewportSize(smallPhone);
      await openScreen(office, searched.includes(path) ? `${path}?q=${LETTER.repeat(20)}` : path);
      // The preview of a screen may have its own heading
      await expect(office.getByRole('heading', { level: 1 }).first()).toBeVisible();
      for (const size of sheets.includes(path) ? [smallPhone] : [desktop, smallPhone]) {
        await office.setViewportSize(size);
        await expect(office.getByTestId('skeleton')).toHaveCount(0);
        const where = `${path} at ${size.width} px`;
        await expectFits(office, size.width, where);
        await listFaults(where);
        if (size === desktop)
          found.push(...(await office.evaluate(listTallRows)).map((one) => `${where}: ${one}`));
        if (!sheets.includes(path)) expect((await measureTargets(office, 'main')).small, where).toEqual([]);
        if (size === smallPhone || (size === desktop && tables.includes(path)))
          await expectClean(office, where);
      }
      await openEach(office, path, async (where) => {
        await listFaults(where);
        if (withDialogs.includes(path)) await expectClean(office, where);
      });
    }
    expect((await hide()).status()).toBe(200);
    expect(found).toEqual([]);
  });
}

/** Rows of a list are one line. */
const listTallRows = () =>
  [...document.querySelectorAll('main tbody tr')]
    .filter((row) => row.getBoundingClientRect().height > 48)
    .map((row) => `${row.textContent?.slice(0, 40)} is ${row.getBoundingClientRect().height} px high`);

const opensForm = /^Edit\b/;
const opensAny =
  /^(View|Edit|Add|Delete|Correct|Withdraw|Charge|Remind|New|Make|Record|Issue|Write|Change|Move|Invite|Filters|History|Columns|Choose)\b/;

/** The names of buttons that open something, one for each verb. */
async function listOpeners(root: Locator, opens: RegExp) {
  const names = await root
    .locator('button:not([role]):enabled:visible')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
  const byVerb = new Map(names.filter((name) => opens.test(name)).map((name) => [name.slice(0, 9), name]));
  return [...byVerb.values()];
}

const dialogs = (page: Page) => page.locator('[role$=dialog][data-state=open]');

/** Waits for what a press asked the server, and for the dialog that the answer opens. */
async function settle(page: Page) {
  const paint = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await paint();
  await expect(page.locator('[data-testid=skeleton], button[aria-busy=true]')).toHaveCount(0);
  await paint();
}

/** Opens each dialog and form of the screen, checks it with its tabs, and closes it again. */
async function openEach(office: Page, path: string, check: (where: string) => Promise<void>) {
  const main = office.getByRole('main');
  for (const name of await listOpeners(main, withOwnForm.includes(path) ? opensForm : opensAny)) {
    await main.getByRole('button', { name, exact: true }).first().click({ timeout: 60_000 });
    await settle(office);
    const opened = `${path}, ${name.slice(0, 20)}`;
    await check(opened);
    // The form of a post and of a page has an address of its own
    while (new URL(office.url()).pathname !== path) {
      await office.goBack();
      await settle(office);
    }
    if ((await dialogs(office).count()) === 0) continue;
    const dialog = dialogs(office).last();
    const last = dialog.getByRole('button').last();
    await expect(async () => {
      await last.scrollIntoViewIfNeeded();
      await expect(last, opened).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click();
      await check(`${opened}, ${await tab.textContent()}`);
    }
    const discard = office.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
    await expect(async () => {
      if (await discard.isVisible()) await discard.click();
      else if ((await dialogs(office).count()) > 0) await office.keyboard.press('Escape');
      await expect(dialogs(office)).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 60_000 });
  }
}
