import type { Page } from '@playwright/test';
import { expect, test } from '../story.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const entries = (page: Page) => page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
const programs = (page: Page) => entries(page).filter({ hasText: 'Programs' });
const group = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('no entry of the sidebar is below the fold, and a folded group is remembered', async ({
  ownersOffice: office,
}) => {
  await office.goto('/admin');
  await expect(entries(office)).toHaveCount(16);
  for (const entry of await entries(office).all()) {
    await expect(entry).toBeInViewport({ ratio: 1 });
    expect((await entry.boundingBox())?.height).toBe(32);
  }
  await expect(office.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 });

  await test.step('Settings leads to its screens', async () => {
    await entries(office).filter({ hasText: 'Settings' }).click();
    const settings = office.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    const names = ['Accounts', 'Media', 'Redirects', 'Import', 'Trash', 'Activity', 'Technical'];
    await expect(settings).toHaveText(names);
    for (const screen of await settings.all()) await expect(screen).toBeInViewport({ ratio: 1 });
  });

  await test.step('a group folds by the keyboard, and stays folded after a reload', async () => {
    await group(office, 'System').focus();
    await office.keyboard.press('Enter');
    await expect(programs(office)).toBeHidden();
    await office.reload();
    await expect(group(office, 'System')).toHaveAttribute('aria-expanded', 'false');
    await expect(programs(office)).toBeHidden();
  });

  await test.step('it is open while it has the current screen', async () => {
    await office.goto('/admin/programs');
    await expect(programs(office)).toHaveAttribute('aria-current', 'page');
    await expect(group(office, 'System')).toHaveCount(0);
    await entries(office).filter({ hasText: 'Site' }).click();
    await expect(programs(office)).toBeHidden();
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 1024, height: 720 }, hasTouch: true });

  test('entries of the sidebar are as high as a finger needs', async ({ ownersOffice: office }) => {
    await office.goto('/admin');
    await expect(entries(office)).toHaveCount(16);
    for (const entry of await entries(office).all()) expect((await entry.boundingBox())?.height).toBe(44);
  });
});

test('fees have four tabs, and every screen stands in one of them at its own address', async ({
  ownersOffice: office,
}) => {
  const tabs = (name: string) => office.getByRole('navigation', { name, exact: true }).getByRole('link');
  const rooms = {
    Payments: { Book: 'book', Unassigned: 'unassigned', Import: 'import' },
    'The Day': { Takings: 'takings', Closing: 'closing', 'Cash to Bank': 'cash-to-bank' },
    Check: { Reconciliation: 'reconciliation', Control: 'control', Prices: 'prices' },
  };
  await office.goto('/admin');
  await entries(office).filter({ hasText: 'Fees' }).click();
  await expect(tabs('Fees')).toHaveText(['Accounts', ...Object.keys(rooms)]);
  for (const [room, screens] of Object.entries(rooms)) {
    await tabs('Fees').filter({ hasText: room }).click();
    await expect(tabs(room)).toHaveText(Object.keys(screens));
    for (const [name, address] of Object.entries(screens)) {
      await tabs(room).filter({ hasText: name }).click();
      await expect(office).toHaveURL(new RegExp(`/admin/fees/${address}$`));
      await expect(office.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(tabs(room).filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
    }
  }
  await tabs('Fees').filter({ hasText: 'Accounts' }).click();
  await office.getByRole('button', { name: 'Filters' }).click();
  for (const filter of ['Paid', 'Registration', 'As Of'])
    await expect(office.getByLabel(filter, { exact: true })).toHaveCount(1);
});
