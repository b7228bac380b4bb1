import type { Locator } from '@playwright/test';
import { picture, signUp, withoutAccount } from '../first-office.ts';
import { drawnImage } from '../images.ts';
import { expect } from '../story.ts';

const test = withoutAccount({ SEED_DEMO: 'false' });

const MAX_PRESSES = 80;
const photos = Array.from({ length: 6 }, (_, place) => `prize_day-${place + 1}`);

test('a first school has its logo, slides, partners and photos after an evening of few presses', async ({
  page,
}) => {
  const { press, type, takeFile, presses, report, steps, writeProgram, publish } = await signUp(page);
  await press(steps.getByRole('link', { name: /Publish your first program/ }));
  await writeProgram('Welding', 'Join steel safely, and read a drawing.');
  await publish();

  const menu = page.getByRole('navigation', { name: 'Admin' });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await press(menu.getByRole('link', { name: 'Site', exact: true }));
  const open = (name: string) => press(sections.getByRole('link', { name, exact: true }));
  const takePicture = async (place: Locator) => {
    await takeFile(place.getByLabel('Choose a picture'), picture);
    await expect(place.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
  };
  const save = async () => {
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText(/^Saved at /)).toBeVisible();
  };
  const addThree = async (one: string, titles: string[], [title, text]: [string, string]) => {
    for (const [place, name] of titles.entries()) {
      await press(page.getByRole('button', { name: `Add ${one}` }).last());
      const entry = page.getByRole('group', { name: `${one} ${place + 1}` });
      await type(entry.getByRole('textbox', { name: title, exact: true }), name);
      await type(entry.getByRole('textbox', { name: text, exact: true }), `${name}, in a few words.`);
      await takePicture(entry);
    }
    await save();
  };

  await open('Name and logo');
  await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Nile Vocational Institute');
  await takePicture(page.getByRole('group', { name: 'Logo' }));
  await save();
  const slides = ['Learn to weld', 'Learn to sew', 'Learn to bake'];
  await open('Slides');
  await addThree('slide', slides, ['Title', 'Subtitle']);
  const partners = ['Lake Tools', 'Hill Bakery', 'River Bank'];
  await open('Partners');
  await addThree('partner', partners, ['Name', 'Description']);

  await press(menu.getByRole('link', { name: 'Gallery', exact: true }));
  await press(page.getByRole('button', { name: 'Add Pictures' }));
  const dialog = page.getByRole('dialog', { name: 'Add Pictures' });
  const files = [];
  for (const name of photos) {
    files.push({ name: `${name}.png`, mimeType: 'image/png', buffer: await drawnImage(page, 640, 480) });
  }
  await takeFile(dialog.getByLabel('Choose pictures', { exact: true }), files);
  await press(dialog.getByRole('button', { name: `Add ${photos.length} pictures` }));
  await expect(dialog).toBeHidden();
  test.info().annotations.push({ type: 'the evening', description: report() });
  expect(presses()).toBeLessThanOrEqual(MAX_PRESSES);

  await page.goto('/');
  await expect(page).toHaveTitle(/Nile Vocational Institute/);
  for (const title of slides) await expect(page.getByRole('main')).toContainText(title);
  for (const name of partners) {
    await expect(page.getByRole('region', { name: 'Our Partners' })).toContainText(name);
  }
  await expect(page.getByRole('banner').locator('img[src*="/uploads/"]').first()).toBeVisible();
  await page.goto('/gallery');
  const shown = page.getByRole('main').getByText(/^Prize day \d+$/);
  await expect(shown).toHaveCount(photos.length);
});
