import type { Locator } from '@playwright/test';
import { expect, test } from '../story.ts';

const background = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);

test('with forced colours a switch, the current section and the edge of a dialog can be told', async ({
  office,
}) => {
  await office.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await office.goto('/admin/intakes');
  await office.getByRole('button', { name: 'New Intake' }).click();
  const toggle = office.getByRole('switch', { name: 'Open' });
  await expect(toggle).toBeChecked();
  const track = toggle.locator('> span');
  const on = await background(track);
  await expect(track.locator('> span')).not.toHaveCSS('background-color', on);
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(track).not.toHaveCSS('background-color', on);
  const off = await background(track);
  await expect(track.locator('> span')).not.toHaveCSS('background-color', off);
  await office.goto('/admin/coaches');
  await office.getByRole('button', { name: 'Add Team Member' }).first().click();
  await expect(office.getByRole('dialog')).toHaveCSS('outline-style', 'solid');

  await office.goto('/admin/site?section=institute');
  const sections = office.getByRole('navigation', { name: 'Sections' });
  const current = await background(sections.locator('[aria-current="page"]'));
  expect(await background(sections.getByRole('link', { name: 'Slides' }))).not.toBe(current);
});
