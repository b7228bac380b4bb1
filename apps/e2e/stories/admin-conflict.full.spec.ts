import type { Locator } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, sendCredentials, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

const failures = /Failed to load resource|ApiFailure|TRPCClientError|Refresh token failed/;
test.use({ expectedInConsole: failures });

async function endSessionBy(button: Locator) {
  const page = button.page();
  await page.context().clearCookies();
  // In one step, because any other call may end the session before a click.
  await button.evaluate((pressed: HTMLElement) => {
    localStorage.setItem('token', 'spent.spent.spent');
    pressed.click();
  });
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
}

test('a note kept over a sign-out does not replace what somebody else has decided meanwhile', async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Kept');
  const { id } = await sendRegistration(request, { firstName: 'Grace', lastName });
  const path = `/api/v1/registrations/${id}`;
  const headers = { authorization: `Bearer ${account.token}` };
  const read = async () => (await (await request.get(path, { headers })).json()).data;
  await office.goto(`/admin/registrations?q=${lastName}`);
  await office.getByRole('button', { name: `View Grace ${lastName}` }).click();
  const dialog = office.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await dialog.getByLabel('Note').fill('Has called twice');
  await endSessionBy(save);
  await request.put(path, { headers, data: { status: 'accepted' } });
  await expect(office.getByText('You were signed out. What you typed is kept')).toBeVisible();
  await sendCredentials(office, account);

  await expect(dialog.getByLabel('Note')).toHaveValue('Has called twice');
  await expect(dialog.getByLabel('Status')).toHaveValue('new');
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('set it to Accepted');
  expect(await read()).toMatchObject({ status: 'accepted', note: null });

  await dialog.getByLabel('Status').selectOption('Accepted');
  await save.click();
  await expect(findToast(office, 'Registration updated successfully')).toBeVisible();
  expect(await read()).toMatchObject({ status: 'accepted', note: 'Has called twice' });
});

test('a half-written note and message survive a reload, without health text, until sent or signed out', async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Half');
  const { id, reference } = await sendRegistration(request, { lastName, allergies: 'Peanuts' });
  const path = `/admin/registrations?q=${lastName}`;
  const dialog = office.getByRole('dialog');
  const note = dialog.getByLabel('Note');
  const text = dialog.getByLabel('Text');
  const kept = () =>
    office.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('half-written/')));
  const open = async () => {
    await office.goto(path);
    await office.getByRole('button', { name: `View Test ${lastName}` }).click();
  };
  // Waits until the text is stored, because a crashed page cannot store it.
  const leave = async () => {
    await expect.poll(async () => (await kept())[0]?.[1]).toContain('at noon');
    const asked = office.waitForEvent('dialog');
    const gone = office.goto('about:blank');
    const leaving = await asked;
    expect(leaving.type()).toBe('beforeunload');
    await leaving.accept();
    await gone;
  };

  await open();
  await note.fill('Asked for the certificate');
  await dialog.getByLabel('Template').selectOption('Your place');
  await text.fill('Please come at noon');
  await leave();
  await office.goto(path);
  await expect(office.getByText(`Edit Registration: ${reference}`)).toBeVisible();
  await expectClean(office, 'an offered note');
  const [[, form = ''] = []] = await kept();
  expect(form).not.toContain('Peanuts');
  expect(Object.keys(JSON.parse(form).values)).toEqual(['name', 'decision', 'message']);

  await office.getByRole('button', { name: 'Restore' }).click();
  await expect(note).toHaveValue('Asked for the certificate');
  await expect(text).toHaveValue('Please come at noon');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(office, 'Registration updated successfully')).toBeVisible();
  await expect.poll(async () => (await kept())[0]?.[1]).not.toContain('certificate');
  await dialog.getByLabel('Channel').selectOption('Email');
  const send = dialog.getByRole('link', { name: 'Send' });
  await send.evaluate((link) => {
    link.addEventListener('click', (event) => event.preventDefault());
  });
  await send.click();
  await expect.poll(kept).toEqual([]);

  await note.fill('Comes at noon');
  await leave();
  await office.goto(path);
  await office.getByRole('button', { name: 'Log out' }).click();
  await expect(office.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await office.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await request.delete(`/api/v1/registrations/${id}`, {
    headers: { authorization: `Bearer ${account.token}` },
  });
});
