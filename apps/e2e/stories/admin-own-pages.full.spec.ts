import { expectClean } from '../axe.ts';
import { countPresses } from '../presses.ts';
import { expect, makeUnique, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test('an own page is written, put into the menu and published with at most eight presses', async ({
  office,
  request,
  account,
}) => {
  const title = makeUnique('House rules');
  await office.goto('/admin/pages');
  const { press, type, presses, report } = countPresses();
  await press(office.getByRole('button', { name: 'New Page' }).first());
  const form = office.getByRole('main');
  await type(form.getByLabel(/^Title/), title);
  await press(form.getByLabel(/^Content/));
  await office.keyboard.type('Come on time.');
  await press(form.getByRole('switch', { name: 'In the menu' }));
  await press(form.getByRole('button', { name: 'Publish' }));
  await expect(findToast(office, 'Page created successfully')).toBeVisible();
  await expect(form.getByRole('link', { name: 'View', exact: true })).toBeVisible();
  console.info(`an own page: ${report()}`);
  expect(presses()).toBeLessThanOrEqual(8);

  const path = `/p/${title.toLowerCase().replaceAll(' ', '-')}`;
  const served = await request.get(path);
  expect(served.status()).toBe(200);
  expect(await served.text()).toContain('Come on time.');
  expect(await (await request.get('/contact')).text()).toContain(`href="${path}"`);
  await office.goto(path);
  await expect(office.getByRole('heading', { name: title })).toBeVisible();
  await expectClean(office, 'own page');

  await office.goto('/admin/site?section=menu');
  await office.getByRole('button', { name: `Move ${title} up` }).press('Enter');
  await expect(office.getByRole('button', { name: `Move ${title} up` })).toBeFocused();
  await office.getByRole('checkbox', { name: `Hide ${title}` }).check();
  // The foot stays over no row of a window that holds all
  await office.setViewportSize({ width: office.viewportSize()?.width ?? 390, height: 2400 });
  await expectClean(office, 'menu');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(findToast(office, 'Site updated successfully')).toBeVisible();
  expect(await (await request.get('/contact')).text()).not.toContain(`href="${path}"`);

  const headers = { authorization: `Bearer ${account.token}` };
  const [page] = (await (await request.get(`/api/v1/pages?path=${path.slice(3)}`)).json()).data;
  await request.delete(`/api/v1/pages/${page.id}`, { headers });
  expect((await request.get(path)).status()).toBe(404);
});
