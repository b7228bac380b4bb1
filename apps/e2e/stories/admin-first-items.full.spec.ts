import { contentResources } from '@institute/contract';
import type { Page } from '@playwright/test';
import { expectFieldsInSight, findOnSite, sendWithTheLeast } from '../first-forms.ts';
import { picture, withOwner } from '../first-office.ts';
import { owner } from '../owner.ts';
import { enterOffice, expect } from '../story.ts';

const test = withOwner({ SEED_DEMO: 'false' });
// All stories share one product. Visitors see texts of Site once something is published.
test.describe.configure({ mode: 'serial' });

test.beforeEach(({ page }) => enterOffice(page, owner));

/** What visitors see of lists that ask for no text of one's own. */
const addresses: [RegExp, RegExp][] = [
  [/phone/i, /772 ?555 ?001/],
  [/social/i, /youtu\.be/],
];
const findAddress = (name: string) => addresses.find(([list]) => list.test(name))?.[1];

const expectOnSite = (page: Page, text: string | RegExp) =>
  expect(async () => expect(await findOnSite(page, text)).not.toBeNull()).toPass();

test('each kind of content has a first item with the least that is asked, and visitors find it', async ({
  page,
}) => {
  // Intakes need a program
  const kinds = ['programs', ...Object.keys(contentResources).filter((kind) => kind !== 'programs')];
  for (const kind of kinds) {
    const text = `First of ${kind}`;
    await test.step(kind, async () => {
      await page.goto(`/admin/${kind}`);
      const add = /^(New|Add) (?!Pictures)/;
      await page
        .getByRole('button', { name: add })
        .or(page.getByRole('link', { name: add }))
        .first()
        .click({ timeout: 20_000 });
      const save = page.getByRole('button', { name: /^(Publish|Save)$/ });
      await save.waitFor();
      await sendWithTheLeast({
        form: page.locator('form').filter({ has: save }),
        send: () => save.click(),
        isDone: () =>
          page
            .getByText(/(created|saved) successfully|^Saved/i)
            .first()
            .isVisible(),
        text,
      });
      await expectOnSite(page, kind === 'intakes' ? /1 Feb(ruary)? 2027/ : text);
    });
  }
});

test('the gallery takes pictures at once, a missing title is told at its field, and visitors find them', async ({
  page,
}) => {
  await page.goto('/admin/gallery');
  await page.getByRole('button', { name: 'Add Pictures' }).click();
  const form = page.getByRole('dialog', { name: 'Add Pictures' }).locator('form');
  // The button of the gallery waits for a picture, whose title is the name of the file
  await form.getByLabel('Choose pictures').setInputFiles(picture);
  await form.getByLabel(/^Title of picture 1/).fill('');
  await expectFieldsInSight(form);
  await sendWithTheLeast({
    form,
    send: () => form.getByRole('button', { name: 'Add 1 picture' }).click(),
    isDone: async () => (await form.count()) === 0,
    text: 'First of many',
  });
  await expectOnSite(page, 'First of many');
});

test('each list of Site takes a first row with the least that is asked, and visitors find it', async ({
  page,
}) => {
  await page.goto('/admin/site');
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await links.first().waitFor();
  const names = await links.allTextContents();
  for (const name of names) {
    await test.step(name, async () => {
      await links.filter({ hasText: name }).first().click();
      const form = page.getByRole('form', { name, exact: true });
      const save = form.getByRole('button', { name: 'Save', exact: true });
      await save.waitFor();
      // Above a long list stands a second one
      const adds = form.locator('section > [data-does=add]:enabled');
      const count = await adds.count();
      for (let at = 0; at < count; at += 1) await adds.nth(at).click();
      const text = `First of ${name}`;
      await sendWithTheLeast({
        form,
        send: () => save.click(),
        isDone: () => form.getByText(/^Saved at /).isVisible(),
        text,
      });
      const isShown = count > 0 && (await page.getByRole('figure', { name: 'Preview' }).count()) > 0;
      if (isShown) await expectOnSite(page, findAddress(name) ?? text);
    });
  }
});
