import type { Locator, Page } from '@playwright/test';
import { holdAnswers } from '../answers.ts';
import { rendered, stopClock } from '../clock.ts';
import { expect, stored, test } from '../story.ts';

interface Site {
  slides: { title: string; subtitle: string; imageAlt?: string }[];
  partners: { name: string; description: string }[];
  institute: { address: string; emails: string[]; phones: string[]; foundedYear: number };
}

interface Program {
  id: number;
  name: string;
  duration: string;
  price: number;
  nextIntake: { startsOn: string } | null;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const hero = (page: Page) => region(page, 'Highlights');
const dots = (part: Locator) => part.getByRole('button', { name: /^Go to slide/ });

/** Counted from 1. */
const shown = async (part: Locator) => {
  await rendered(part.page());
  const name = await dots(part).and(part.locator('[aria-current="true"]')).getAttribute('aria-label');
  return Number(name?.replace(/\D/g, ''));
};

async function stopAtTurn(page: Page) {
  await stopClock(page);
  // The five seconds begin again when a pointer leaves the carousel.
  await hero(page).getByRole('heading', { level: 2 }).hover();
  await rendered(page);
  await page.mouse.move(2, 400);
  await rendered(page);
  await page.clock.runFor(5000);
}

test.describe('hero', () => {
  test('has three slides with image, title and subtitle, one shown, and a dot for each', {
    tag: '@both-widths',
  }, async ({ page, request, visit }) => {
    const { slides } = await stored<Site>(request, '/site');
    await visit('/');
    await expect(dots(hero(page))).toHaveCount(3);
    expect(slides).toHaveLength(3);
    for (const [index, { title, subtitle, imageAlt }] of slides.entries()) {
      await dots(hero(page)).nth(index).click();
      await expect(hero(page).getByRole('heading', { level: 2 })).toHaveText([title]);
      await expect(hero(page).getByText(subtitle)).toBeVisible();
      const image = hero(page).getByRole('img', { name: imageAlt ?? title });
      await expect
        .poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
        .toBeGreaterThan(0);
      await expect(hero(page).getByRole('img'), 'the cross-fade ends').toHaveCount(1);
    }
  });

  test('changes the slide every 5 seconds and wraps, together with the programs', async ({ page, visit }) => {
    await page.clock.install();
    await visit('/');
    await stopAtTurn(page);
    const programs = region(page, 'Our Programs');

    const seen = [await shown(hero(page))];
    for (let turn = 0; turn < 3; turn += 1) {
      const program = await shown(programs);
      await page.clock.runFor(4900);
      expect(await shown(hero(page)), 'not before its time').toBe(seen.at(-1));
      await page.clock.runFor(100);
      seen.push(await shown(hero(page)));
      expect(await shown(programs)).toBe(program + 1);
    }
    expect(seen.slice(1)).toEqual(seen.slice(0, 3).map((at) => (at % 3) + 1));
    expect(seen[3]).toBe(seen[0]);
  });

  test('arrows go one slide back and forward and wrap, a dot jumps to its slide', async ({ page, visit }) => {
    await page.clock.install();
    await visit('/');
    await stopClock(page);
    const previous = hero(page).getByRole('button', { name: 'Previous slide' });
    const next = hero(page).getByRole('button', { name: 'Next slide' });

    await dots(hero(page)).nth(0).click();
    for (const [press, to] of [
      [previous, 3],
      [previous, 2],
      [next, 3],
      [next, 1],
      [dots(hero(page)).nth(2), 3],
      [dots(hero(page)).nth(1), 2],
    ] as const) {
      await press.click();
      await expect.poll(() => shown(hero(page))).toBe(to);
    }
  });

  test('its controls change only the hero: the programs stay', async ({ page, visit }) => {
    await page.clock.install();
    await visit('/');
    await stopClock(page);
    const programs = region(page, 'Our Programs');
    const program = await shown(programs);
    const slide = await shown(hero(page));

    await hero(page).getByRole('button', { name: 'Next slide' }).click();
    await expect.poll(() => shown(hero(page))).toBe((slide % 3) + 1);
    expect(await shown(programs)).toBe(program);
  });

  test('pauses while hovered, focused or paused, and continues afterwards', async ({ page, visit }) => {
    await page.clock.install();
    await visit('/');
    await stopClock(page);
    const slide = await shown(hero(page));
    const away = () => page.mouse.move(2, 400);

    await hero(page).getByRole('heading', { level: 2 }).hover();
    await page.clock.runFor(20_000);
    expect(await shown(hero(page)), 'pointed at').toBe(slide);
    await away();

    await hero(page).getByRole('button', { name: 'Next slide' }).focus();
    await page.clock.runFor(20_000);
    expect(await shown(hero(page)), 'focused').toBe(slide);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.clock.runFor(5000);
    await expect.poll(() => shown(hero(page)), { message: 'let go' }).toBe((slide % 3) + 1);

    await hero(page).getByRole('button', { name: 'Pause rotation' }).click();
    await away();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.clock.runFor(20_000);
    expect(await shown(hero(page)), 'paused').toBe((slide % 3) + 1);
  });

  test('does not rotate with reduced motion, and nothing changes with a transition', async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await visit('/');
    await stopClock(page);
    await page.clock.runFor(20_000);
    expect(await shown(hero(page))).toBe(1);
    const changing = await page
      .locator('*')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).transitionProperty !== 'none').length);
    expect(changing).toBe(0);
  });

  test('calls to join the institute and to explore the programs', async ({ page }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Join Institute' })).toHaveAttribute('href', '/registration');
    await expect(main.getByRole('link', { name: 'Explore Programs' })).toHaveAttribute('href', '/programs');
    await expect(main.getByRole('link', { name: 'Join Institute' })).toBeInViewport();
  });
});

test.describe('stats', () => {
  const stat = (page: Page, label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd');

  test('shows live counts, and never less than the minimums', async ({ page, request }) => {
    const count = async (path: string) => (await stored<unknown[]>(request, path)).length;
    const { institute } = await stored<Site>(request, '/site');
    const year = Number(
      new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Africa/Kampala' }).format(),
    );

    // Other stories create programs, team members and facilities meanwhile.
    await expect(async () => {
      const [programs, coaches, facilities, alumni] = await Promise.all(
        ['/programs', '/coaches', '/facilities', '/alumni'].map(count),
      );
      await page.goto('/');
      for (const [label, least] of [
        ['Training Programs', programs],
        ['Expert Trainers', coaches],
        ['Training Facilities', Math.max(12, facilities ?? 0)],
        ['Alumni Members', Math.max(500, alumni ?? 0)],
      ] as const) {
        await expect(stat(page, label)).toHaveText(`${least}+`, { timeout: 500 });
      }
    }).toPass();
    await expect(stat(page, 'Active Students')).toHaveText('400+');
    const years = Math.max(9, year - institute.foundedYear);
    await expect(stat(page, 'Years of Existance')).toHaveText(`${years}+`);
  });

  test('shows a skeleton for each count that is loading', async ({ page, visit }) => {
    await visit('/registration-success');
    const release = await holdAnswers(page, /\/api\/v1\/(programs|coaches|facilities|alumni)/);
    await page.getByRole('main').getByRole('link', { name: 'Return Home' }).click();

    const band = page.locator('dl').filter({ hasText: 'Active Students' });
    await expect(band.getByTestId('skeleton')).toHaveCount(4);
    await expect(stat(page, 'Active Students')).toHaveText('400+');
    release();
    await expect(band.getByTestId('skeleton')).toHaveCount(0);
    await expect(stat(page, 'Training Programs')).toHaveText(/^\d+\+$/);
  });
});

test('About Us has four blurbs, Our Values four cards', async ({ page }) => {
  await page.goto('/');
  for (const name of ['About Us', 'Our Values']) {
    const items = region(page, name).getByRole('listitem');
    await expect(items).toHaveCount(4);
    for (const item of await items.all()) {
      await expect(item.getByRole('heading')).toHaveText(/\w/);
      await expect(item.getByRole('paragraph')).toHaveText(/\w/);
    }
  }
});

test('Our Programs shows one program at a time with image, text, duration, price and its link', {
  tag: '@both-widths',
}, async ({ page, request, visit }) => {
  const [first, second] = await stored<Program[]>(request, '/programs/summaries');
  await visit('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Our Programs' })).toBeVisible();
  const programs = region(page, 'Our Programs').last();
  await dots(programs).nth(0).click();

  for (const program of [first, second]) {
    // Two slides are visible during the transition.
    const slide = programs
      .getByRole('group')
      .filter({ has: page.getByRole('heading', { name: program?.name ?? '' }) });
    await expect(programs.getByRole('group')).toHaveCount(1);
    await expect(slide).toHaveCount(1);
    await expect(slide.getByRole('img')).toBeVisible();
    await expect(slide.getByRole('paragraph')).toHaveText(/\w{3}/);
    await expect(slide).toContainText(`Duration${program?.duration}`);
    await expect(slide).toContainText(`UGX ${program?.price.toLocaleString('en')}`);
    if (program?.nextIntake)
      await expect(slide).toContainText(/Starts\d{1,2} \w{3} 20\d\d · .*(?:place|Full)/);
    const more = slide.getByRole('link', { name: 'Learn More' });
    await expect(more).toHaveAttribute('href', `/programs/${program?.id}`);
    await programs.getByRole('button', { name: 'Next slide' }).click();
  }
});

test('Our Partners shows three, each with logo, name and description', async ({ page, request }) => {
  const { partners } = await stored<Site>(request, '/site');
  await page.goto('/');
  const items = region(page, 'Our Partners').getByRole('listitem');
  await expect(items).toHaveCount(3);
  for (const [index, { name, description }] of partners.entries()) {
    await expect(items.nth(index).getByRole('heading')).toHaveText(name);
    await expect(items.nth(index)).toContainText(description);
    await expect(items.nth(index).getByRole('img')).toHaveAttribute('alt', new RegExp(name));
  }
});

test('Get in Touch has address, email, phone and a link to the contact page', async ({ page, request }) => {
  const { institute } = await stored<Site>(request, '/site');
  await page.goto('/');
  const touch = region(page, 'Get in Touch');
  await expect(touch).toContainText(institute.address);
  await expect(touch.locator('a[href^="mailto:"]')).toHaveText(institute.emails[0] ?? '');
  await expect(touch.locator('a[href^="tel:"]')).toHaveText(institute.phones[0] ?? '');
  await expect(touch.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
});
