import { contentResources } from '@institute/contract';
import type { Locator, Page } from '@playwright/test';
import { picture, signUp, withoutAccount } from '../first-office.ts';
import { readSitemap } from '../public-pages.ts';
import { expect } from '../story.ts';

const test = withoutAccount({ SEED_DEMO: 'false' });

/** A form asks for no more than this often, since each refusal names all that is missing. */
const MOST_REFUSALS = 4;

/** Nothing lies over its middle: neither the foot of the form nor anything that floats. */
const isInSight = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (element.contains(top) || top.contains(element));
  });

async function answer(form: Locator, field: Locator, text: string) {
  const kind = await field.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase(),
  );
  const name = (await field.getAttribute('name')) ?? '';
  if (kind === 'file') {
    await field.setInputFiles(picture);
    // Its place is shown once the picture is stored
    await expect(form.getByText('Uploading')).toHaveCount(0);
    await expect(form.locator('img[src^="/uploads/"], img[src^="/images/"]').last()).toBeVisible();
  } else if (kind === 'select') await field.selectOption({ index: 1 });
  else if (kind === 'date') await field.fill('2027-02-01');
  else if (kind === 'number') await field.fill('5');
  else if (kind === 'url' || /url/i.test(name)) await field.fill('https://youtu.be/dQw4w9WgXcQ');
  else if (/phone/i.test(name)) await field.fill('0700 000 001');
  else if (/email/i.test(name)) await field.fill('grace@institute.example');
  else await field.fill(text);
}

/** Sends the form with nothing in it, and then with what each refusal asks for. */
async function sendWithTheLeast(
  form: Locator,
  send: () => Promise<void>,
  isDone: () => Promise<boolean>,
  text: string,
) {
  for (let refusals = 0; refusals <= MOST_REFUSALS; refusals += 1) {
    await send();
    const refused = form.locator('[aria-invalid=true]');
    await expect(async () => {
      expect((await isDone()) || (await refused.count()) > 0).toBe(true);
    }).toPass();
    if (await isDone()) return;
    const focused = form.locator('[aria-invalid=true]:focus, [aria-invalid=true] :focus');
    await expect(focused).toHaveCount(1);
    expect(await isInSight(focused)).toBe(true);
    // A field that is answered is refused no longer, so that the others change places
    const ids = await refused.evaluateAll((fields) => fields.map(({ id }) => id));
    for (const id of ids) await answer(form, form.page().locator(`[id="${id}"]`), text);
  }
  throw new Error(`${text} was refused again and again`);
}

async function findOnSite(page: Page, text: string | RegExp) {
  const addresses = (await readSitemap(page.request)).map((address) => new URL(address).pathname);
  for (const path of new Set(['/', ...addresses])) {
    const answered = await page.request.get(path);
    const html = (await answered.text()).replace(/<[^>]+>/g, ' ');
    if (html.search(text) >= 0) return path;
  }
  return null;
}

test('every kind of content has a first item with the least that is asked, and visitors find it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { steps } = await signUp(page);
  await steps.waitFor();
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
      const form = page.locator('form').filter({ has: save });
      await sendWithTheLeast(
        form,
        () => save.click(),
        () =>
          page
            .getByText(/(created|saved) successfully|^Saved/i)
            .first()
            .isVisible(),
        text,
      );
      await expect(async () => {
        expect(await findOnSite(page, kind === 'intakes' ? /1 Feb(ruary)? 2027/ : text)).not.toBeNull();
      }).toPass();
    });
  }
});
