import { expectClean } from '../axe.ts';
import { expect, failedCall, signIn, test } from '../story.ts';
import { button, consent, expectStep, field, fillIn, goOn, guardianConsent } from '../wizard.ts';

const sevenYearsAgo = () => `${new Date().getFullYear() - 7}-01-01`;
const answers = ['Guardian Name', 'Guardian Phone', guardianConsent];

test('a parent is asked for name, phone and consent, also after a reload', async ({ page, visit }) => {
  await visit('/registration');
  const who = page.getByRole('group', { name: 'Who are you registering?' });
  await expect(who.getByRole('radio', { name: 'Myself' })).toBeChecked();
  await goOn(page, 'Emergency Contact');
  for (const label of answers) await expect(field(page, label)).toBeHidden();

  for (const title of ['Program Selection', 'Personal Information'] as const) {
    await button(page, 'Previous').click();
    await expectStep(page, title);
  }
  await who.getByRole('radio', { name: 'My child' }).check();
  await expectClean(page, 'the first step of a parent');
  await field(page, 'Date of Birth').fill(sevenYearsAgo());
  await goOn(page, 'Review & Submit');
  const review = page.getByRole('main');
  await expect(review.getByRole('heading', { name: 'Your child’s health' })).toBeVisible();
  await expect(review).toContainText('Guardian Name: Not given yet');
  await review.getByRole('button', { name: 'Change: In an emergency' }).click();
  await field(page, 'Guardian Name').fill('Grace Akello');
  await field(page, 'Guardian Phone').fill('0772 123 456');
  await field(page, guardianConsent).check();
  await expectClean(page, 'the guardian');

  await page.reload();
  await expectStep(page, 'Emergency Contact');
  await expect(field(page, 'Guardian Name')).toHaveValue('Grace Akello');
  await expect(field(page, guardianConsent)).toBeChecked();
  await goOn(page, 'Review & Submit');
  await expect(page.getByText('0772 123 456')).toBeVisible();
});

test.describe('a child that registers alone', () => {
  test.use({ expectedInConsole: failedCall });

  test('is sent back to the guardian, and comes through with one', async ({
    page,
    visit,
    browser,
    account,
  }) => {
    await visit('/registration');
    const lastName = `Minor${process.pid}x${Date.now()}`;
    await field(page, 'Date of Birth').fill(sevenYearsAgo());
    await fillIn(page, { lastName });
    await button(page, 'Submit').click();

    await expectStep(page, 'Emergency Contact');
    await expect(field(page, 'Guardian Name')).toBeFocused();
    for (const label of answers) await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await field(page, 'Guardian Name').fill('Grace Akello');
    await field(page, 'Guardian Phone').fill('0772 123 456');
    await field(page, guardianConsent).check();
    await goOn(page, 'Review & Submit');
    await expect(field(page, consent)).toBeChecked();
    await button(page, 'Submit').click();
    await expect(page).toHaveURL('/registration-success');

    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const office = await context.newPage();
    await signIn(office, account);
    await office.goto(`/admin/registrations?q=${lastName}`);
    await office.getByRole('button', { name: `View Amina ${lastName}` }).click();
    const guardian = office.getByRole('dialog').getByRole('region', { name: 'Parent or Guardian' });
    for (const text of ['Grace Akello', '0772 123 456', 'Agreed '])
      await expect(guardian).toContainText(text);
    await context.close();
  });
});
