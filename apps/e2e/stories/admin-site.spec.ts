import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { owner } from '../owner.ts';
import { enter, expect, sendCredentials, stored, test } from '../story.ts';
import { toast } from '../toasts.ts';

const goTo = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click();
const preview = (page: Page) => page.getByRole('figure', { name: 'Preview' }).frameLocator('iframe');

test('each preview follows the typed values, and leaving asks before they are lost', async ({
  office: page,
}) => {
  await test.step('the preview follows the typed values, and leaving asks before they are lost', async () => {
    await page.goto('/admin/site?section=slides');
    const second = page.getByRole('group', { name: 'Slide 2' });
    const title = second.getByLabel('Title', { exact: true });
    const before = await title.inputValue();
    await title.fill('A slide that nobody has seen');
    await expect(preview(page).getByText('A slide that nobody has seen')).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Add|Remove) slide/ })).toHaveCount(0);

    await goTo(page, 'Partners');
    const asking = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(title).toHaveValue('A slide that nobody has seen');
    await title.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await expect(title).toBeFocused();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await asking.getByRole('button', { name: 'Discard' }).click();
    await expect(title).toHaveValue(before);

    await goTo(page, 'Partners');
    await expect(page).toHaveURL(/section=partners$/);
    await page.getByRole('group', { name: 'Partner 3' }).getByLabel('Name').fill('The Carpenters of Ntinda');
    await expect(preview(page).getByText('The Carpenters of Ntinda')).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await asking.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('institute, contact, programs and testimonials show their page while somebody types', async () => {
    for (const [section, link, group, label] of [
      ['institute', 'Institute', undefined, 'Address'],
      ['contact', 'Contact', 'Line of hours 1', 'Days'],
      ['programs', 'Programs', 'Core program 1', 'Title'],
      ['testimonials', 'Testimonials', 'Testimonial 1', 'Name'],
    ] as const) {
      await goTo(page, link);
      await expect(page).toHaveURL(new RegExp(`section=${section}$`));
      const fields = group ? page.getByRole('group', { name: group }) : page.getByRole('form');
      await fields.getByRole('textbox', { name: label, exact: true }).fill(`Typed for ${section}`);
      await expect(preview(page).getByText(`Typed for ${section}`).first(), section).toBeVisible();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    }
  });
});

test('only an owner changes where mail goes', async ({ office: page, browser }) => {
  await page.goto('/admin/site?section=institute');
  const first = (at: Page) => at.getByRole('group', { name: 'Email address 1' }).getByRole('textbox');
  await expect(first(page)).toHaveAttribute('readonly');
  await expect(
    page.getByText('Only the owner of this site may change where messages go.').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add email address' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toBeEditable();
  await expectClean(page, 'institute, read only');

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const owners = await context.newPage();
  await enter(owners, owner);
  await owners.goto('/admin/site?section=institute');
  await expect(first(owners)).toBeEditable();
  await expect(owners.getByText('Only the owner')).toHaveCount(0);
  await context.close();
});

test('axe finds nothing in any section', async ({ office: page }) => {
  await page.goto('/admin/site');
  for (const section of ['Institute', 'Slides', 'Questions', 'Donations', 'Privacy', 'Retention']) {
    await goTo(page, section);
    await expect(page.getByRole('form', { name: section })).toBeVisible();
    await expectClean(page, section);
  }
});

test.describe(() => {
  test.use({ expectedInConsole: /Failed to load resource|Refresh token failed|TRPCClientError/ });

  test('restores unsaved text after the session ended and the user signed in again', async ({
    ownersOffice: page,
  }) => {
    await page.goto('/admin/site?section=institute');
    const name = page
      .getByRole('region', { name: 'Institute' })
      .getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Jinja Vocational Institute');
    await page.getByRole('button', { name: 'Add email address' }).click();
    const second = page.getByRole('group', { name: 'Email address 2' });
    await second.getByRole('textbox').fill('second@institute.example');

    await page.context().clearCookies();
    // In one step, because any other call may end the session before a click.
    await page.getByRole('button', { name: 'Save' }).evaluate((button: HTMLElement) => {
      localStorage.setItem('token', 'spent');
      button.click();
    });
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await sendCredentials(page, owner);
    await expect(page.getByText('Here is what you had typed')).toBeVisible();
    await expect(name).toHaveValue('Jinja Vocational Institute');
    await expect(second.getByRole('textbox')).toHaveValue('second@institute.example');
    await second.getByRole('button', { name: 'Remove email address 2' }).click();
    await expect(page.getByRole('button', { name: 'Move email address 1 up' })).toBeFocused();
  });
});

test.describe(() => {
  test.use({ expectedInConsole: /Failed to load resource|TRPCClientError/ });

  test('a change is on the public page at the next request, and a second editor is warned', async ({
    office: page,
    account,
    request,
  }) => {
    type Hours = {
      openingHours: { days: string; hours: string }[];
      pages: { videos: { title: string; intro: string } };
    };
    const { openingHours, pages } = await stored<Hours>(request, '/site');
    const write = async (changes: object) => {
      const headers = { authorization: `Bearer ${account.token}` };
      const answer = await request.post('/api/trpc/site.update', { headers, data: { changes } });
      expect(answer.status()).toBe(200);
    };

    await page.goto('/admin/site?section=contact');
    const hours = page.getByRole('region', { name: 'Opening hours' });
    await hours.getByRole('button', { name: 'Add line of hours' }).click();
    const place = openingHours.length + 1;
    const added = hours.getByRole('group', { name: `Line of hours ${place}` });
    await added.getByLabel('Days', { exact: true }).fill('Public holidays');
    await added.getByLabel('Hours', { exact: true }).fill('by appointment');
    await added.getByRole('button', { name: `Move line of hours ${place} up` }).press('Enter');
    const above = hours.getByRole('group', { name: `Line of hours ${place - 1}` });
    await expect(above.getByLabel('Days', { exact: true })).toHaveValue('Public holidays');
    await expect(above.getByRole('button', { name: / up$/ })).toBeFocused();

    const { title, intro } = pages.videos;
    await write({ pages: { ...pages, videos: { title, intro: `${intro} Come and see.` } } });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Site updated successfully')).toBeVisible();
    expect(await (await request.get('/contact')).text()).toContain('Public holidays');

    await above.getByLabel('Hours', { exact: true }).fill('closed');
    await write({ openingHours, pages });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed' });
    await expect(conflict).toBeVisible();
    await expect(conflict).toContainText(/Changed by \S+@/);
    await expect(conflict.getByText('Public holidays')).toBeVisible();
    await expect(above.getByLabel('Hours', { exact: true })).toHaveValue('closed');
    await conflict.getByRole('button', { name: 'Drop mine and show theirs' }).click();
    await expect(hours.getByRole('group')).toHaveCount(openingHours.length);
    expect((await stored<Hours>(request, '/site')).openingHours).toEqual(openingHours);
  });
});
