import type { Locator } from '@playwright/test';
import { expect } from './expect.ts';

const wholeDate = 'Type the whole date: day, month and year';

/** Types day and month with the keyboard, as people do. The field has no value, but is not empty. */
export async function typeHalfDate(field: Locator): Promise<void> {
  await field.focus();
  await field.page().keyboard.type('0505');
  expect(await isHalfTyped(field)).toBe(true);
}

const isHalfTyped = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => input.value === '' && input.validity.badInput);

/** Empties year, month and day, one after the other. */
export async function emptyHalfDate(field: Locator): Promise<void> {
  await field.focus();
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) {
    await field.press(key);
    await field.press('Backspace');
  }
  expect(await isHalfTyped(field)).toBe(false);
}

export async function expectHalfDateFault(field: Locator): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(wholeDate));
  expect(await isHalfTyped(field), 'what was typed stays').toBe(true);
}
