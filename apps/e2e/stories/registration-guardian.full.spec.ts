import { expectClean } from '../axe.ts';
import { expect, failedCall, makeUnique, test } from '../story.ts';
import { consent, expectStep, fillIn, findButton, findField, goOn, guardianConsent } from '../wizard.ts';

test.use({ expectedInConsole: failedCall });

const sevenYearsAgo = `${new Date().getFullYear() - 7}-01-01`;
const answers = ['Guardian Name', 'Guardian Phone', guardianConsent];

test('a child that registers alone is sent back to the guardian, and comes through with one', async ({
  page,
  visit,
  request,
  account,
}) => {
  await visit('/registration');
  const who = page.getByRole('group', { name: 'Who are you registering?' });
  await expect(who.getByRole('radio', { name: 'Myself' })).toBeChecked();
  const lastName = makeUnique('Minor');
  await findField(page, 'Date of Birth').fill(sevenYearsAgo);
  await fillIn(page, { lastName });
  await findButton(page, 'Submit').click();

  await expectStep(page, 'Emergency Contact');
  await expect(findField(page, 'Guardian Name')).toBeFocused();
  for (const label of answers) await expect(findField(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expectClean(page, 'the guardian');
  await findField(page, 'Guardian Name').fill('Grace Akello');
  await findField(page, 'Guardian Phone').fill('0772 123 456');
  await findField(page, guardianConsent).check();
  await goOn(page, 'Review & Submit');
  await expect(findField(page, consent)).toBeChecked();
  await expect(page.getByRole('main')).toContainText('Guardian Name: Grace Akello');
  await findButton(page, 'Submit').click();
  await expect(page).toHaveURL('/registration-success');
  const headers = { authorization: `Bearer ${account.token}` };
  const found = await request.get('/api/v1/registrations', { headers, params: { q: lastName } });
  expect((await found.json()).data).toMatchObject([
    { guardianName: 'Grace Akello', guardianPhone: '0772 123 456' },
  ]);
});
