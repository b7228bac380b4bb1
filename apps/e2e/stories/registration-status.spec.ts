import { expect, failedCall, makeProgram, makeUnique, sendRegistration, test } from '../story.ts';

test.use({ expectedInConsole: failedCall });

test('shows an applicant the place on the waiting list, and puts no personal data in the URL', async ({
  page,
  visit,
  request,
  account,
}) => {
  const headers = { authorization: `Bearer ${account.token}` };
  const program = await makeProgram(request, account, { name: makeUnique('Waiting') });
  const intakeId = await program.makeIntake(1);
  let reference = '';
  for (const firstName of ['Ann', 'Bea']) {
    const registration = await sendRegistration(request, { firstName, programId: program.id, intakeId });
    await request.put(`/api/v1/registrations/${registration.id}`, { headers, data: { status: 'waiting' } });
    reference = registration.reference;
  }
  const main = page.getByRole('main');
  const ask = async (asked: string, phone: string) => {
    await main.getByLabel('Reference').fill(asked);
    await main.getByLabel('Phone').fill(phone);
    await main.getByRole('button', { name: 'Show status' }).click();
  };
  await visit('/registration/status');
  await ask(reference, '0700 999 999');
  await expect(main.getByRole('alert')).toContainText('We know no application');
  await ask(reference.toLowerCase(), '0700-000-099');
  await expect(main).toContainText('Status: waiting');
  await expect(main).toContainText('You are number 2 on the waiting list.');
  await expect(page).toHaveURL(/\/registration\/status\?again=0$/);
  await main.getByRole('link', { name: 'Another application' }).click();
  await expect(main.getByLabel('Reference')).toHaveValue('');
  await program.remove();
});

test('status and fees know the reference that this device sent last, but not over another one', async ({
  page,
  visit,
}) => {
  const sent = ['REG-2026-000124', 'REG-2026-000123'].map((reference) => ({ reference, sentAt: Date.now() }));
  await page.addInitScript((all) => localStorage.setItem('sent-applications', JSON.stringify(all)), sent);
  await visit('/registration/status');
  const reference = page.getByRole('main').getByLabel('Reference');
  await expect(reference).toHaveValue('REG-2026-000124');
  expect(page.url()).not.toContain('REG');
  await visit('/registration/status?reference=REG-2026-000123');
  await expect(reference).toHaveValue('REG-2026-000123');
  await visit('/fees');
  await expect(page.getByRole('main').getByLabel('Reference or Pay Code')).toHaveValue('REG-2026-000124');
});
