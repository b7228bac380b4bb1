import { holdAnswers } from '../answers.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

test('the rows stay where they are when the rest of the screen arrives', async ({ office, request }) => {
  const lastName = uniqueWord('Still');
  await sendRegistration(request, { firstName: 'Ann', lastName });
  const release = await holdAnswers(office, /\/api\/trpc\/account\.get/);
  await office.goto(`/admin/registrations?q=${lastName}`);
  const view = office.getByRole('button', { name: `View Ann ${lastName}` });
  await expect(office.getByText('1 found')).toBeVisible();
  const before = await view.boundingBox();
  release();
  const search = office.getByRole('main').getByRole('searchbox');
  await expect(search).toHaveAccessibleDescription(/^The search finds health answers/);
  expect(await view.boundingBox()).toEqual(before);
});
