import type { Page } from '@playwright/test';
import { countCalls, failCalls, holdAnswers } from '../answers.ts';
import { expect, failedCall, stored, test } from '../story.ts';
import { toast } from '../toasts.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
const email = (page: Page) => footer(page).getByLabel('Email address');
const subscribe = (page: Page) => footer(page).getByRole('button', { name: 'Subscribe' });
const subscriptions = /\/api\/v1\/newsletter\/subscribe$/;

test('shows the institute, its address and the links', async ({ page, request }) => {
  type Site = {
    institute: { name: string; blurb: string; phones: string[]; emails: string[] };
    socials: { network: string; url: string }[];
  };
  const { institute, socials } = await stored<Site>(request, '/site');
  await page.goto('/registration-success');
  const foot = footer(page);

  await expect(foot).toContainText(institute.blurb);
  expect(socials).toHaveLength(3);
  for (const { network, url } of socials) {
    await expect(foot.getByRole('link', { name: network })).toHaveAttribute('href', url);
  }
  await expect(foot.getByRole('heading', { name: 'Quick Links' })).toBeVisible();
  const links = foot.getByRole('navigation', { name: 'Footer' });
  for (const [name, path] of [
    ['Programs', '/programs'],
    ['Registration', '/registration'],
    ['Facilities', '/facilities'],
    ['Trainers', '/coaches'],
    ['About Us', '/about'],
  ] as const) {
    await expect(links.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await expect(foot.getByText(institute.name).first()).toBeVisible();
  await expect(foot.locator('a[href^="tel:"]')).toHaveText(institute.phones);
  expect(institute.phones).toHaveLength(3);
  await expect(foot.locator('a[href^="mailto:"]')).toHaveText(institute.emails[0] ?? '');
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Africa/Kampala' }).format();
  await expect(foot).toContainText(`© ${year}`);
});

test('the newsletter form requires a valid email address and sends nothing without one', async ({
  page,
  visit,
}) => {
  await visit('/registration-success');
  const calls = countCalls(page, 'POST', /./);
  for (const typed of ['', 'not an address', 'amina@']) {
    await email(page).fill(typed);
    await subscribe(page).click();
    expect(await email(page).evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
    await expect(email(page)).toBeFocused();
  }
  expect(calls).toHaveLength(0);
});

test('shows a spinner, then thanks, and is empty again', async ({ page, visit }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await visit('/registration-success');
  const calls = countCalls(page, 'POST', subscriptions);
  const release = await holdAnswers(page, subscriptions);
  await email(page).fill('reader@example.org');
  await subscribe(page).click();

  await expect(subscribe(page)).toBeDisabled();
  await expect(subscribe(page).locator('svg')).toBeVisible();
  release();
  await expect(toast(page, 'Message sent successfully')).toContainText(
    'Please open the mail that we send you, to confirm.',
  );
  await expect(email(page)).toHaveValue('');
  await expect(subscribe(page)).toBeEnabled();
  await expect(subscribe(page).locator('svg')).toHaveCount(0);
  expect(calls.map((call) => call.postDataJSON())).toEqual([{ email: 'reader@example.org' }]);
  expect(logged.some((text) => text.includes('Newsletter subscription'))).toBe(true);
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: failedCall });

  test('shows and logs a failure, and keeps the address', async ({ page, visit }) => {
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text());
    });
    await visit('/registration-success');
    await failCalls(page, subscriptions);
    await email(page).fill('reader@example.org');
    await subscribe(page).click();

    await expect(toast(page, 'Error submitting form')).toBeVisible();
    await expect(email(page)).toHaveValue('reader@example.org');
    await expect(subscribe(page)).toBeEnabled();
    expect(logged.some((text) => text.includes('ApiFailure'))).toBe(true);
  });
});
