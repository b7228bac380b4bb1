import { expectClean } from '../axe.ts';
import { expect, makeProgram, makeUnique, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

// The refusal that becomes the question
test.use({ expectedInConsole: /Failed to load resource|Recorded already/ });

test('the desk takes cash by three fields and Enter, and the same cash twice is asked about', async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Nabirye');
  const program = await makeProgram(request, account, { name: makeUnique('Tailoring'), price: 750_000 });
  const { id, reference } = await sendRegistration(request, { lastName, programId: program.id });
  await request.put(`/api/v1/registrations/${id}`, {
    headers: { authorization: `Bearer ${account.token}` },
    data: { status: 'accepted' },
  });
  await office.goto('/admin/fees');
  await office.getByRole('button', { name: 'Record Payment' }).click();
  const dialog = office.getByRole('dialog', { name: 'Record Payment' });
  const person = dialog.getByLabel('Person');
  const amount = dialog.getByLabel('Amount');
  const choosePerson = async () => {
    await expect(person).toBeFocused();
    await office.keyboard.type(reference);
    await expect(dialog.getByRole('list', { name: 'People' })).toContainText(lastName);
    await office.keyboard.press('Enter');
    await expect(amount).toBeFocused();
    await office.keyboard.type('250000');
  };

  await choosePerson();
  await expectClean(office, 'the form of a payment');
  await expect(dialog.getByLabel('Method')).toHaveValue('cash');
  await office.keyboard.press('Enter');
  await expect(findToast(office, 'The payment is recorded')).toContainText(/FEE-\d{4}-\d{6}/);
  const recorded = dialog.getByText(/^Recorded UGX 250,000 of .*: receipt FEE-\d{4}-\d{6}$/);
  await expect(recorded).toContainText(lastName);
  const [, first] = /(FEE-\d{4}-\d{6})/.exec((await recorded.textContent()) ?? '') ?? [];

  await choosePerson();
  await expect(dialog).toContainText('Balance UGX 500,000');
  await office.keyboard.press('Enter');
  const question = office.getByRole('alertdialog');
  await expect(question).toContainText(/Recorded already by \S+@\S+ at \d\d:\d\d\. Record again\?/);
  await expectClean(office, 'the question about the same cash');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(amount).toHaveValue('250000');
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await question.getByRole('button', { name: 'Record Again' }).click();
  await expect(recorded).not.toContainText(first ?? 'no receipt');
  await office.keyboard.press('Escape');

  await office.getByRole('searchbox', { name: 'Search' }).fill(reference);
  await expect(office.getByRole('row').filter({ hasText: lastName })).toContainText('500,000');
  await program.remove();
});
