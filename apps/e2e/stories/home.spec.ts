import { expect, readPublic, test } from '../story.ts';

interface Slide {
  title: string;
  imageAlt?: string;
}

test('the home page shows each slide with its image, and its programs lead on', async ({
  page,
  request,
  visit,
}) => {
  const { slides } = await readPublic<{ slides: Slide[] }>(request, '/site');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit('/');
  const hero = page.locator('#highlights > :not([inert])');
  const next = page.getByRole('region', { name: 'Highlights' }).getByRole('button', { name: 'Next slide' });
  // Nothing changes with a transition. Read in one go: an element that has left meanwhile has no style at all.
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => getComputedStyle(one).transitionProperty !== 'none')
      .map((one) => one.outerHTML.slice(0, 200)),
  );
  expect(moving).toEqual([]);
  await expect(page.getByRole('link', { name: 'Join Institute' })).toBeInViewport();
  for (const { title, imageAlt } of slides) {
    await expect(hero.getByRole('heading', { level: 2 })).toHaveText([title]);
    const image = hero.getByRole('img', { name: imageAlt ?? title });
    await expect
      .poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
    await next.click();
  }

  const programs = page.getByRole('region', { name: 'Our Programs' }).last();
  await programs.getByRole('link', { name: 'Go to slide 2' }).click();
  const slide = programs.getByRole('group', { name: /^2 of/ });
  const more = slide.getByRole('link', { name: 'Learn More' });
  await expect(more).toBeInViewport();
  const name = await slide.getByRole('heading').innerText();
  await more.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
