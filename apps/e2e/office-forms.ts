import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectFieldsInSight, sendWithTheLeast } from './first-forms.ts';
import { expect } from './story.ts';

const routes = join(import.meta.dirname, '../admin/src/routes');

/** Addresses of the office's own routes, but for those that need an id. */
export const officeScreens: string[] = globSync('admin/**/*.tsx', { cwd: routes })
  .map((file) => `/${file.replaceAll('\\', '/').replace(/(?:\/index)?\.tsx$/, '')}`)
  .filter((path) => !/[$_]|\/route$/.test(path))
  .sort();

/** Waits for the heading and until nothing loads any more. */
export async function openScreen(page: Page, path: string) {
  // The address of an open dialog would be loaded again, with the dialog's entry of the history
  await page.goto('about:blank');
  await page.goto(path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await untilLoaded(page);
}

const untilLoaded = (page: Page) =>
  expect(page.locator('[data-testid=skeleton], [role=status]:has-text("Loading")')).toHaveCount(0);

/** What the page says, without its tips and the names of its buttons, which change while a form is sent. */
const readWords = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const button of copy.querySelectorAll('button, script, style, [data-radix-popper-content-wrapper]'))
      button.remove();
    return copy.innerText;
  });

/** The open dialog on top, or else the screen. */
const topOf = (page: Page): Locator => page.locator('main, [role$=dialog][data-state=open]').last();

const SUBMIT = 'button[type=submit]:enabled:visible';

/** Tries each form that is open. Says how many there were. */
export async function tryForms(page: Page, makesItem: boolean): Promise<number> {
  const top = topOf(page);
  await expectFieldsInSight(top);
  const forms = top.locator('form').filter({ has: page.locator(SUBMIT) });
  const count = await forms.count();
  for (let at = 0; at < count; at += 1) await tryForm(page, forms.nth(at), makesItem);
  return count;
}

async function tryForm(page: Page, found: Locator, makesItem: boolean) {
  // One that was sent before may have taken it away
  if ((await found.count()) === 0) return;
  await found.evaluate((form) => {
    form.dataset.tried = 'now';
  });
  const form = page.locator('form[data-tried=now]');
  const before = await readWords(page);
  const refusals = form.locator('[aria-invalid=true], [role=alert]');
  const isSending = form.locator('button[aria-busy=true]');
  const isDone = async () => {
    if ((await form.count()) === 0) return true;
    if ((await isSending.count()) > 0 || (await refusals.count()) > 0) return false;
    // A new key is shown once in the dialog that made it
    return (await readWords(page)) !== before;
  };
  const send = () => form.locator(SUBMIT).last().click();
  await sendWithTheLeast({ form, send, isDone, text: 'First of all', mayEndRefused: !makesItem });
  await page.evaluate(() => document.querySelector('form[data-tried]')?.removeAttribute('data-tried'));
}

/**
 * Those that may open a form. Others open menus, sort columns, save files, or change the form in which they stand,
 * but for the tools of articles.
 */
const OPENER =
  'button[type=button]:enabled:visible:not([role], [aria-haspopup], [aria-pressed], th button, form :not([role=toolbar]) > button)';

export async function listButtons(place: Locator): Promise<string[]> {
  const buttons = place.locator(OPENER);
  const names = await buttons.evaluateAll((all) =>
    all.map(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim()),
  );
  return [...new Set(names)].filter((name) => name !== '' && !/^(?:Sign Out|Export|Download)/i.test(name));
}

/** Presses the button and tries what it opens. Says whether the screen is as it was. */
export async function tryButton(
  page: Page,
  place: Locator,
  name: string,
  makesItem: boolean,
): Promise<boolean> {
  const button = place.getByRole('button', { name, exact: true }).first();
  // What was sent before may have taken it away
  if (!(await button.isVisible())) return true;
  const before = await readWords(page);
  await button.click();
  if (makesItem) await page.locator(SUBMIT).first().waitFor();
  await untilLoaded(page);
  const tried = await tryForms(page, makesItem);
  return tried === 0 && (await readWords(page)) === before;
}

export const makesNewItem = (name: string) => /^(?:New|Add|Invite)/.test(name);
