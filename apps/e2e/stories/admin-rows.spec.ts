import type { APIRequestContext, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { donationPage } from '../public-pages.ts';
import { expect, sendRegistration, stored, test } from '../story.ts';

interface Listed {
  id: number;
  name?: string;
  title?: string;
}

const own = (word: string) => `${word}${process.pid}x${Date.now()}`;

/** No story deletes demo content. */
async function demoName(request: APIRequestContext, path: string) {
  const items = await stored<Listed[]>(request, `${path}?limit=1000`);
  const { name, title } = items.find(({ id }) => id === 1) ?? {};
  return name ?? title ?? '';
}

async function makeMessage(request: APIRequestContext) {
  const subject = own('Question');
  const data = { name: 'Ann Story', email: 'ann@example.org', subject, message: 'When do you open?' };
  expect((await request.post('/api/v1/contact', { data })).status()).toBe(201);
  return subject;
}

async function makeRegistration(request: APIRequestContext) {
  const lastName = own('Row');
  await sendRegistration(request, { firstName: 'Ann', lastName });
  return `Ann ${lastName}`;
}

async function makeCampaign(request: APIRequestContext, token: string) {
  const subject = own('Letter');
  const answer = await request.post('/api/trpc/newsletter.campaigns.create', {
    headers: { authorization: `Bearer ${token}` },
    data: { subject, body: 'Hello' },
  });
  expect(answer.ok()).toBe(true);
  return subject;
}

const content = {
  posts: 'Edit Post',
  programs: 'Edit Program',
  coaches: 'Edit Team Member',
  facilities: 'Edit Facility',
  gallery: 'Edit Gallery Item',
  alumni: 'Edit Alumni',
};

test('a press on a row opens it in every list, and so does Enter @both-widths', async ({
  office,
  request,
  account,
}) => {
  const named = await Promise.all(
    Object.entries(content).map(async ([path, dialog]) => {
      const name = await demoName(request, `/${path}`);
      return { path, name, text: name, dialog };
    }),
  );
  await donationPage(request);
  const [message, registration] = [await makeMessage(request), await makeRegistration(request)];
  const campaign = await makeCampaign(request, account.token);
  const lists: { path: string; name: string; text: string; dialog: string | RegExp }[] = [
    ...named,
    { path: 'messages', name: message, text: message, dialog: message },
    { path: 'newsletter/campaigns', name: campaign, text: 'Draft', dialog: campaign },
    { path: 'registrations', name: registration, text: registration, dialog: registration },
    { path: 'donations', name: 'Amina Story', text: 'UGX 5,000', dialog: /./ },
  ];
  for (const { path, name, text, dialog } of lists) {
    await office.goto(`/admin/${path}?q=${encodeURIComponent(name)}`);
    const row = office
      .getByRole('main')
      .locator('tbody tr, ul > li[data-index]')
      .filter({ has: office.getByRole('button', { name: /^(?:View|Edit) / }) })
      .filter({ hasText: name })
      .first();
    await row.getByText(text, { exact: true }).last().click();
    await expectOpened(office, dialog);
    await expect(row, path).toBeFocused();
    await office.keyboard.press('Enter');
    await expectOpened(office, dialog);
  }
});

async function expectOpened(office: Page, name: string | RegExp) {
  const dialog = office.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expect.poll(() => office.evaluate(() => Boolean(history.state?.overlay))).toBe(true);
  await office.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => office.evaluate(() => Boolean(history.state?.overlay))).toBe(false);
}

test('links, boxes, buttons and the selection of text in a row keep their own meaning', async ({
  office,
  request,
}) => {
  const name = await makeRegistration(request);
  await office.goto(`/admin/registrations?q=${encodeURIComponent(name)}`);
  const row = office.getByRole('row').filter({ hasText: name });
  const dialogs = office.getByRole('dialog').or(office.getByRole('alertdialog'));

  const box = row.getByRole('checkbox');
  await box.check();
  await expect(dialogs).toHaveCount(0);
  await expect(box).toBeChecked();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(dialogs).toHaveCount(0);

  const text = await row.getByText(name).last().boundingBox();
  if (!text) throw new Error('The name is not shown');
  await office.mouse.move(text.x + 1, text.y + text.height / 2);
  await office.mouse.down();
  await office.mouse.move(text.x + text.width / 2, text.y + text.height / 2, { steps: 4 });
  await office.mouse.up();
  expect(await office.evaluate(() => String(getSelection()))).not.toBe('');
  await expect(dialogs).toHaveCount(0);

  await expect(row).toHaveCSS('cursor', 'pointer');
  await expectClean(office, 'registrations');
  // The row itself is no Tab stop.
  await box.focus();
  await office.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: /^View/ })).toBeFocused();
  await box.focus();
  await office.keyboard.press('Enter');
  await expect(office.getByRole('dialog', { name })).toBeVisible();
});
