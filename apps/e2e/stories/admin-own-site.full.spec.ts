import { picture, signUp, withoutAccount } from '../first-office.ts';
import { expect } from '../story.ts';
import { findToast } from '../toasts.ts';

const test = withoutAccount({ SEED_DEMO: 'false' });

const programs = [
  ['Bee Keeping', 'Learn to keep bees and to sell honey.'],
  ['Welding', 'Join steel safely, and read a drawing.'],
  ['Baking', 'Bread and cakes, from flour to the stall.'],
] as const;
const demoWords = /Kampala Vocational|Ssebbowa|\+256 700 000 00|institute\.example|Example Bank|Old Kampala/;

test('a new office has its own published site, without an invented word, with at most 50 presses', async ({
  page,
  request,
}) => {
  const { press, type, takeFile, presses, report, steps, writeProgram, publish } = await signUp(page);
  const save = async () => {
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText(/^Saved at /)).toBeVisible();
  };
  const goTo = (part: string) =>
    press(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: part }));
  await expect(steps).toContainText('Texts of the site: 0 of 22 are yours');
  await press(steps.getByRole('link', { name: /Write the name of the institute/ }));
  await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Mbale Trades Institute');
  const logo = page.getByRole('group', { name: 'Logo' });
  await takeFile(logo.getByLabel('Choose a picture'), picture);
  await expect(logo.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
  await save();
  await expect(page).toHaveTitle(/ – Mbale Trades Institute$/);

  await goTo('Colours and pattern');
  await press(page.getByRole('button', { name: 'Navy and orange' }));
  await save();
  await goTo('Phones and addresses');
  await press(page.getByRole('button', { name: 'Add phone' }));
  await type(page.getByRole('textbox', { name: /^Phone 1/ }), '+256 772 123 456');
  await save();

  await press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Programs' }));
  for (const [name, description] of programs) {
    await writeProgram(name, description);
    await publish();
    await expect(findToast(page, 'Program created successfully').last()).toBeVisible();
    await press(page.getByRole('button', { name: 'Cancel' }));
  }

  test.info().annotations.push({ type: 'own site', description: report() });
  expect(presses()).toBeLessThanOrEqual(50);
  for (const path of ['/', '/programs', '/about', '/contact', '/faq', '/donations', '/alumni', '/fees']) {
    const answer = await request.get(path);
    expect(await answer.text(), path).not.toMatch(demoWords);
  }
  await page.goto('/');
  await expect(page).toHaveTitle(/Mbale Trades Institute/);
  for (const [name] of programs) await expect(page.getByText(name).first()).toBeVisible();
});
