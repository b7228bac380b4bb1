import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { stopClock } from '../clock.ts';
import { bothWidths, expect, makeProgram, makeUnique, readPublic, test } from '../story.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sidebar' });
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle Sidebar' });
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });
const width = async (page: Page) => (await sidebar(page).boundingBox())?.width;

for (const viewport of bothWidths) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('the sidebar shows the institute and who is signed in, and nothing of public pages', async ({
      dashboard: office,
      isPhone,
      account,
      request,
    }) => {
      type Site = { institute: { name: string } };
      const { institute } = await readPublic<Site>(request, '/site');
      await expect(dashboard(office)).toBeVisible();
      await expect(office.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0);
      await expect(office.getByRole('link', { name: 'Chat with us' })).toHaveCount(0);
      await expect(office.getByRole('contentinfo')).toHaveCount(0);
      if (isPhone) {
        await expect(sidebar(office)).toHaveCount(0);
        await toggle(office).click();
        await expect.poll(async () => await sheet(office).boundingBox()).toMatchObject({ x: 0, width: 288 });
      }
      const bar = isPhone ? sheet(office) : sidebar(office);

      await expect(bar.getByRole('link', { name: institute.name })).toHaveAttribute('href', '/admin');
      await expect(bar.getByText(account.email)).toBeVisible();
      const [first = '', second = ''] = account.email.split('.');
      await expect(bar.getByText(new RegExp(`^${first} ${second}`, 'i'))).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Log out' })).toBeVisible();

      await bar.getByRole('link', { name: 'Programs' }).click();
      await expect(office).toHaveURL(/\/admin\/programs$/);
      await expect(office.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible();
      if (isPhone) await expect(sheet(office)).toHaveCount(0);
      else await expect(bar.locator('[aria-current="page"]')).toHaveText(['Programs']);
    });
  });
}

test('the sidebar is a sheet below 768 px; above it collapses, is remembered, and shows names', async ({
  dashboard: office,
}) => {
  await test.step('below 768 px the sidebar is a sheet', async () => {
    await office.setViewportSize({ width: 768, height: 900 });
    await expect(sidebar(office)).toBeVisible();
    await office.setViewportSize({ width: 767, height: 900 });
    await expect(sidebar(office)).toHaveCount(0);
    await office.keyboard.press('Control+b');
    await expect(sheet(office)).toBeVisible();
    await office.keyboard.press('Control+b');
    await expect(sheet(office)).toHaveCount(0);
  });

  await test.step('Ctrl+B and Cmd+B collapse the sidebar from 16rem to 3rem, which is remembered for 7 days', async () => {
    await office.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => width(office)).toBe(256);
    for (const [keys, expected] of [
      ['Control+b', 48],
      ['Meta+b', 256],
      ['Meta+b', 48],
    ] as const) {
      await office.keyboard.press(keys);
      await expect.poll(() => width(office)).toBe(expected);
    }
    const cookie = (await office.context().cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie).toMatchObject({ value: 'false', path: '/' });
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 604_800)).toBeLessThan(60);

    await office.clock.install();
    await office.reload();
    await expect.poll(() => width(office)).toBe(48);
    await toggle(office).click();
    await expect.poll(() => width(office)).toBe(256);
  });

  await test.step('an entry of the collapsed sidebar shows its name after 700 ms', async () => {
    await expect(dashboard(office)).toBeVisible();
    await office.keyboard.press('Control+b');
    await expect.poll(() => width(office)).toBe(48);
    await stopClock(office);
    await sidebar(office).getByRole('link', { name: 'Alumni' }).hover();
    const tooltip = office.getByRole('tooltip');
    await office.clock.runFor(650);
    await expect(tooltip).toHaveCount(0);
    await office.clock.runFor(100);
    await expect(tooltip).toHaveText('Alumni');
  });
});

test('the command palette finds screens, people and programs, by keyboard alone', async ({
  dashboard: office,
  request,
  account,
}) => {
  const program = await makeProgram(request, account, { name: makeUnique('Palette') });
  await expect(dashboard(office)).toBeVisible();
  await office.keyboard.press('Control+k');
  const palette = office.getByRole('dialog', { name: 'Command palette' });
  const box = palette.getByRole('combobox');
  await expect(box).toBeFocused();
  await box.fill('dona');
  const options = palette.getByRole('option');
  await expect(options.first()).toHaveText('Screens: Donations');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectClean(office, 'the command palette');
  await office.keyboard.press('Enter');
  await expect(office).toHaveURL(/\/admin\/donations$/);
  await expect(palette).toBeHidden();

  await office.getByRole('button', { name: 'Find anything' }).click();
  await box.fill(program.name);
  await expect(options).toHaveText([`Programs: ${program.name}`]);
  await office.keyboard.press('ArrowDown');
  await office.keyboard.press('Enter');
  await expect(office.getByRole('heading', { level: 1, name: 'Edit Program' })).toBeVisible();
  await expect(office.getByLabel(/^Name/)).toHaveValue(program.name);
  await expect(office).toHaveURL(`/admin/programs/${program.id}`);

  await office.keyboard.press('Meta+k');
  await box.fill('no such thing anywhere');
  await expect(palette.getByText('Nothing has this name.')).toBeVisible();
  await office.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await program.remove();
});
