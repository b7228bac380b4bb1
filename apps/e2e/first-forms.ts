import type { Locator, Page } from '@playwright/test';
import { picture } from './first-office.ts';
import { readSitemap } from './public-pages.ts';
import { expect } from './story.ts';

/** A form asks for no more than this often, since each refusal names all that is missing. */
const MAX_REFUSALS = 4;

const HEARD_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 50;

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 700 };

const LINE_PX = 48;

/** Nothing lies over its first line: neither a head or foot that stays, nor anything that floats. */
const isInSight = (field: Locator): Promise<boolean> =>
  field.evaluate((element, most) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.25, 0.75].every((part) => {
      const at = document.elementFromPoint(left + width / 2, top + Math.min(height, most) * part);
      return at !== null && (element.contains(at) || at.contains(element));
    });
  }, LINE_PX);

/** Without the focus, where a foot that stays in view would cover it. */
const putAtLowerEdge = (field: Locator): Promise<void> =>
  field.evaluate((element) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const room = element.closest('[data-scrolls]');
    const edge = room ? room.getBoundingClientRect().bottom : window.innerHeight;
    (room ?? window).scrollBy(0, element.getBoundingClientRect().bottom - edge);
  });

const pdf = {
  name: 'fees.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
};

async function sendFile(form: Locator, field: Locator) {
  const isPicture = (await field.getAttribute('accept'))?.startsWith('image/');
  await field.setInputFiles(isPicture ? picture : pdf);
  await expect(form.getByText('Uploading')).toHaveCount(0);
  // What was sent is shown once it is stored
  if (isPicture)
    await expect(form.locator('img[src^="/uploads/"], img[src^="/images/"]').last()).toBeVisible();
  else await expect(field).not.toHaveAttribute('aria-invalid');
}

async function answer(form: Locator, field: Locator, text: string) {
  const [kind, name, isFilled] = await field.evaluate((element) => [
    element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase(),
    element.getAttribute('name') ?? '',
    element instanceof HTMLInputElement && element.type !== 'file' && element.value !== '',
  ]);
  if (kind === 'file') await sendFile(form, field);
  else if (kind === 'select') {
    if ((await field.locator('option').count()) > 1) await field.selectOption({ index: 1 });
  } else if (kind === 'checkbox') await field.check();
  else if (kind === 'date') await field.fill('2027-02-01');
  else if (kind === 'number') await field.fill(/year/i.test(name) ? '2020' : '5');
  else if (kind === 'url' || /url/i.test(name)) await field.fill('https://youtu.be/dQw4w9WgXcQ');
  else if (/^(from|to)$/i.test(name)) await field.fill(`/${name}`);
  else if (/phone/i.test(name)) await field.fill('0772 555 001');
  else if (kind === 'email' || /email/i.test(name)) await field.fill('office@institute.example');
  else if (!isFilled) await field.fill(text);
}

/** But for rows of lists, and for what itself stays in view. */
const FIELDS =
  ':is(input, select, textarea):enabled:visible:not([tabindex="-1"], .sr-only, [data-stays] *, table *)';

/** Each field that takes the focus comes into what is visible, also from under a foot that stays. */
export async function expectFieldsInSight(place: Locator) {
  const fields = place.locator(FIELDS);
  if ((await fields.count()) === 0) return;
  const page = place.page();
  const before = page.viewportSize() ?? desktop;
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    // Lists are drawn anew for another width
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    for (const field of await fields.all()) {
      if (!(await field.isVisible())) continue;
      await putAtLowerEdge(field);
      await field.focus();
      const name = await field.evaluate(({ outerHTML }) => outerHTML.slice(0, 200));
      const message = `At ${size.width} px something lies over ${name}`;
      await expect.poll(() => isInSight(field), { message, intervals: [LOOK_EVERY_MS] }).toBe(true);
    }
  }
  await page.setViewportSize(before);
}

const refusedFields = (form: Locator) => form.locator('[aria-invalid=true]');

/** The first refused field has the focus, wherever the page stood, also on a phone. */
async function expectRefusalInSight(form: Locator, field: Locator, send: () => Promise<void>) {
  const page = form.page();
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await putAtLowerEdge(field);
    await send();
    const focused = form.locator('[aria-invalid=true]:focus, [aria-invalid=true] :focus');
    await expect(focused).toHaveCount(1);
    await expect.poll(() => isInSight(focused), { intervals: [LOOK_EVERY_MS] }).toBe(true);
  }
}

interface Sending {
  form: Locator;
  send: () => Promise<void>;
  isDone: () => Promise<boolean>;
  /** What is typed into fields of text. */
  text: string;
}

/** Sends the form with nothing in it, and then with what each refusal asks for. */
export async function sendWithTheLeast({ form, send, isDone, text }: Sending) {
  const refused = refusedFields(form);
  const told = form.getByRole('alert');
  const sendHeard = async () => {
    await send();
    await expect(async () => {
      const isHeard = (await isDone()) || (await refused.count()) > 0 || (await told.count()) > 0;
      expect(isHeard, `${text}: the form is silent`).toBe(true);
    }).toPass({ timeout: HEARD_WITHIN_MS, intervals: [LOOK_EVERY_MS] });
  };
  await sendHeard();
  for (let refusals = 0; refusals < MAX_REFUSALS && !(await isDone()); refusals += 1) {
    // A field that is answered is refused no longer, so that the others change places
    const ids = await refused.evaluateAll((fields) => fields.map(({ id }) => id));
    const fields = ids.map((id) => form.page().locator(`[id="${id}"]`));
    for (const field of fields.slice(0, -1)) await answer(form, field, text);
    const last = fields.at(-1);
    if (last && refusals === 0) await expectRefusalInSight(form, last, send);
    if (last) await answer(form, last, text);
    await sendHeard();
  }
  // There may be nobody to choose yet
  const selects = form.locator('select[aria-invalid=true]');
  const lacksChoice = await selects.evaluateAll((all) =>
    all.some((one) => one instanceof HTMLSelectElement && one.options.length < 2),
  );
  expect(lacksChoice || (await isDone()), `${text} was refused again and again`).toBe(true);
}

export async function findOnSite(page: Page, text: string | RegExp) {
  const addresses = (await readSitemap(page.request)).map((address) => new URL(address).pathname);
  for (const path of new Set(['/', ...addresses])) {
    const answered = await page.request.get(path);
    // Where links lead is seen too
    const html = (await answered.text())
      .replace(/<a\b[^>]*?href="([^"]*)"[^>]*>/g, ' $1 ')
      .replace(/<[^>]+>/g, ' ');
    if (html.search(text) >= 0) return path;
  }
  return null;
}
