import { expectHalfDateFault, isHalfTyped, typeHalfDate } from '../half-typed.ts';
import { expect, test } from '../story.ts';

test('the last day of an API key is not left out when it is half typed', async ({ ownersOffice: office }) => {
  const name = `Timetable ${process.pid}${Date.now()}`;
  const button = (label: string) => office.getByRole('button', { name: label, exact: true });
  await office.goto('/admin/api-keys');
  await button('New API Key').click();
  await office.getByLabel('Name').fill(name);
  await office.getByRole('checkbox', { name: 'registrations:read' }).check();
  const lastDay = office.getByLabel('Valid Until');
  await typeHalfDate(lastDay);
  await button('Make Key').click();
  await expect(lastDay).toBeFocused();
  await expectHalfDateFault(lastDay);
  await expect(office.getByLabel('API Key', { exact: true })).toHaveCount(0);
  await office.keyboard.type('05052999');
  await button('Make Key').click();
  await button('I have kept it').click();
  const row = office.getByRole('table', { name: 'API Keys' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('5 May 2999');
});

test('a half-typed day of a filter is said at the field, and the list stays as it was', async ({
  ownersOffice: office,
}) => {
  await office.goto('/admin/activity?from=2026-01-01');
  const from = office.getByLabel('From', { exact: true });
  await expect(from).toHaveValue('2026-01-01');
  await from.focus();
  for (const part of ['ArrowRight', 'ArrowRight', 'Backspace']) await from.press(part);
  expect(await isHalfTyped(from)).toBe(true);
  await office.getByLabel('To', { exact: true }).focus();
  await expectHalfDateFault(from);
  await expect(office).toHaveURL(/from=2026-01-01/);
  await from.focus();
  await office.keyboard.type('05052026');
  await expect(office).toHaveURL(/from=2026-05-05/);
  await expect(from).not.toHaveAttribute('aria-invalid');
});
