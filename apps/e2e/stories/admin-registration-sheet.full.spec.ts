import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

test('the sheet of a registration begins with status, note and contact, then the person', async ({
  office,
  request,
}) => {
  const lastName = uniqueWord('Sheet');
  const email = `${lastName.toLowerCase()}@example.org`;
  const { reference } = await sendRegistration(request, { firstName: 'Ann', lastName, email });
  await office.goto(`/admin/registrations?q=${lastName}`);
  await office.getByRole('button', { name: `View Ann ${lastName}` }).click();
  const sheet = office.getByRole('dialog', { name: `Ann ${lastName}` });
  await expect(sheet).toContainText(reference);
  const sections = sheet.getByRole('region');
  await expect(sections.first()).toBeVisible();

  const head = sheet.getByRole('form', { name: 'Decision' });
  await expect(head.getByRole('button')).toHaveText(['Save', 'Save and next']);
  for (const control of [
    sheet.getByLabel('Status'),
    sheet.getByLabel('Note'),
    sheet.getByRole('link', { name: 'Call' }),
    sheet.getByRole('link', { name: 'WhatsApp' }),
    sheet.getByRole('button', { name: 'SMS' }),
  ]) {
    const { y, height } = (await control.boundingBox()) ?? { y: Number.POSITIVE_INFINITY, height: 0 };
    expect(y + height).toBeLessThanOrEqual(400);
  }
  const top = (await sections.first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  const sheetTop = (await sheet.boundingBox())?.y ?? 0;
  expect(top - sheetTop).toBeLessThanOrEqual(300);
  await sheet.getByRole('button', { name: 'SMS' }).click();
  await expect(sheet.getByRole('region', { name: 'Message', exact: true }).getByLabel('Text')).toBeFocused();
});
