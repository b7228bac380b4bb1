import { picture, signUp, withoutAccount } from '../first-office.ts';
import { expect } from '../story.ts';

const test = withoutAccount({ SEED_DEMO: 'false' });

test('a new office adds its first slide and partner, and visitors find them on the home page', async ({
  page,
}) => {
  const { press, type, takeFile, steps, writeProgram, publish } = await signUp(page);
  // Until the first publication the home page says that the site is being set up
  await press(steps.getByRole('link', { name: /Publish your first program/ }));
  await writeProgram('Welding', 'Join steel safely, and read a drawing.');
  await publish();
  const add = async (section: string, one: string, texts: Record<string, string>) => {
    await page.goto(`/admin/site?section=${section}`);
    await press(page.getByRole('button', { name: `Add ${one}` }));
    const entry = page.getByRole('group', { name: `${one} 1` });
    for (const [label, text] of Object.entries(texts))
      await type(entry.getByRole('textbox', { name: label, exact: true }), text);
    await takeFile(entry.getByLabel('Choose a picture'), picture);
    await expect(entry.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText(/^Saved at /)).toBeVisible();
  };
  await add('slides', 'slide', { Title: 'Learn to weld', Subtitle: 'From the first day in the workshop.' });
  await add('partners', 'partner', { Name: 'Lake Tools', Description: 'Lends us its machines.' });

  await page.goto('/');
  await expect(page.getByRole('main').getByText('Learn to weld').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Our Partners' })).toContainText('Lake Tools');
});
