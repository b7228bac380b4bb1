import type { APIRequestContext, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, makeProgram, stored, test } from '../story.ts';
import { toast } from '../toasts.ts';

const own = () => `Trash ${process.pid} ${Date.now()}`;
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

async function remove(page: Page, name: string) {
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Program deleted successfully')).toBeVisible();
}

test('a deletion can be undone from its toast by keyboard, and the public page is back at once', async ({
  office,
  account,
  request,
}) => {
  const program = await makeProgram(request, account, { name: own() });
  await office.goto(`/admin/programs?q=${encodeURIComponent(program.name)}`);
  await remove(office, program.name);
  // Alt+T moves the focus to the toasts, which wait while one of them has it.
  await office.keyboard.press('Alt+t');
  await expect(office.getByRole('button', { name: `Edit ${program.name}` })).toBeHidden();
  expect((await request.get(`/programs/${program.id}`)).status()).toBe(404);

  const undo = office.getByRole('button', { name: 'Undo' });
  for (const _ of [1, 2, 3]) await office.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await office.keyboard.press('Enter');
  await expect(toast(office, 'Program restored successfully')).toBeVisible();
  await expect(office.getByRole('button', { name: `Edit ${program.name}` })).toBeVisible();
  expect(await (await request.get(`/programs/${program.id}`)).text()).toContain(program.name);
  await program.remove();
});

test('an account that is not an owner restores one or several items, but deletes none for good', async ({
  office: page,
  request,
  account,
}) => {
  await test.step('an account that is not an owner can restore items but not delete them for good', async () => {
    const deleter = await signUp(request);
    const program = await makeProgram(request, { ...account, ...deleter }, { name: own() });
    await program.remove();
    const { token } = account;
    await page.goto('/admin/trash');
    await search(page).fill(program.name);
    await expect(page.getByText(/ 1 found$/)).toBeVisible();
    await expect(page.getByText(deleter.email).last()).toBeVisible();
    await expect(page.getByText('30 days')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Delete for ever/ })).toBeHidden();
    const refused = await request.post('/api/trpc/trash.purge', {
      headers: { authorization: `Bearer ${token}` },
      data: { kind: 'program', id: program.id },
    });
    expect(refused.status()).toBe(403);

    await page.getByLabel('Kind').selectOption('Post');
    await expect(page.getByText('Nothing in the trash matches your search.')).toBeVisible();
    await page.getByLabel('Kind').selectOption('Program');
    await expect(page).toHaveURL(/category=program/);
    await expectClean(page, 'trash');
    await page.getByRole('button', { name: `Restore ${program.name}` }).click();
    await expect(toast(page, 'Program restored successfully')).toBeVisible();
    await expect(page.getByText('Nothing in the trash matches your search.')).toBeVisible();
    expect(await stored(request, `/programs/${program.id}`)).toMatchObject({ name: program.name });
    await program.remove();
  });

  await test.step('several items are restored at once', async () => {
    const name = own();
    for (const place of ['one', 'two', 'three'])
      await (await makeProgram(request, account, { name: `${name} ${place}` })).remove();
    await page.getByLabel('Kind').selectOption('Everything');
    await search(page).fill(name);
    await expect(page.getByText(/ 3 found$/)).toBeVisible();
    await page.getByLabel('Select all 3').check();
    await page.getByRole('button', { name: `Restore ${name} three` }).click();
    await expect(page.getByText(/ 2 found$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Restore selected (2)' })).toBeVisible();
    await expectClean(page, 'chosen rows of the trash');
    await page.getByLabel(`Select ${name} one`).uncheck();
    await expect(page.getByLabel('Select all 2')).not.toBeChecked();
    await page.getByLabel(`Select ${name} one`).check();
    await page.getByRole('button', { name: 'Restore selected (2)' }).click();
    await expect(toast(page, '2 items restored')).toBeVisible();
    await expect(page.getByText('Nothing in the trash matches your search.')).toBeVisible();
    const programs = await stored<{ id: number; name: string }[]>(request, '/programs');
    const back = programs.filter((program) => program.name.startsWith(name));
    expect(back).toHaveLength(3);
    const headers = { authorization: `Bearer ${account.token}` };
    for (const { id } of back) await request.delete(`/api/v1/programs/${id}`, { headers });
  });
});

async function signUp(request: APIRequestContext): Promise<{ email: string; token: string }> {
  const email = `other.${process.pid}.${Date.now()}@institute.example`;
  const password = 'kitenge-and-thread-9';
  const answer = await request.post('/api/v1/admin/signup', {
    data: { email, password, confirmPassword: password },
  });
  expect(answer.status()).toBe(201);
  const { token } = (await answer.json()).data;
  return { email, token };
}

const resources = [
  { path: 'posts', kind: 'post', page: '/news', name: 'title' },
  { path: 'programs', kind: 'program', page: '/programs', name: 'name' },
  { path: 'coaches', kind: 'coach', page: '/coaches', name: 'name' },
  { path: 'facilities', kind: 'facility', page: '/facilities', name: 'name' },
  { path: 'gallery', kind: 'gallery', page: '/gallery', name: 'title' },
  { path: 'alumni', kind: 'alumni', page: '/alumni', name: 'name' },
] as const;

test('changes of every resource are on the public page at the next request', async ({ account, request }) => {
  const headers = { authorization: `Bearer ${account.token}` };
  for (const { path, kind, page, name } of resources) {
    const before = own();
    const id = await copyOfFirst(request, path, { [name]: before }, headers);
    const shows = async (text: string) => (await (await request.get(page)).text()).includes(text);
    expect(await shows(before), `${path} made`).toBe(true);

    const after = own();
    await request.put(`/api/v1/${path}/${id}`, { headers, data: { [name]: after } });
    expect([await shows(before), await shows(after)], `${path} changed`).toEqual([false, true]);
    await request.delete(`/api/v1/${path}/${id}`, { headers });
    expect(await shows(after), `${path} deleted`).toBe(false);
    await request.post('/api/trpc/trash.restore', { headers, data: { kind, id } });
    expect(await shows(after), `${path} restored`).toBe(true);
    await request.delete(`/api/v1/${path}/${id}`, { headers });
  }
});

async function copyOfFirst(
  request: APIRequestContext,
  path: string,
  fields: object,
  headers: Record<string, string>,
): Promise<number> {
  const [first] = await stored<object[]>(request, `/${path}?limit=1`);
  const answer = await request.post(`/api/v1/${path}`, { headers, data: { ...first, ...fields } });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data.id;
}
