import { expect, failedCall, makeProgram, sendRegistration, test } from '../story.ts';

test.use({ expectedInConsole: failedCall });

test('shows an applicant the status, and puts no personal data in the URL', async ({
  page,
  visit,
  request,
}) => {
  const { reference } = await sendRegistration(request, { phone: '+256 700 123 456' });
  const main = page.getByRole('main');

  await visit('/registration/status');
  await main.getByLabel('Reference').fill(reference);
  await main.getByLabel('Phone').fill('0700 999 999');
  await main.getByRole('button', { name: 'Show status' }).click();
  await expect(main.getByRole('alert')).toContainText('We know no application');

  await main.getByLabel('Reference').fill(reference.toLowerCase());
  await main.getByLabel('Phone').fill('0700-123-456');
  await main.getByRole('button', { name: 'Show status' }).click();
  await expect(main).toContainText('Status: received');
  await expect(page).toHaveURL(/\/registration\/status$/);
  await main.getByRole('link', { name: 'Another application' }).click();
  await expect(main.getByLabel('Reference')).toHaveValue('');
});

test('tells an applicant the place on the waiting list', async ({ page, visit, request, account }) => {
  const headers = { authorization: `Bearer ${account.token}` };
  const program = await makeProgram(request, account, { name: `Waiting ${process.pid} ${Date.now()}` });
  const made = await request.post('/api/v1/intakes', {
    headers,
    data: { programId: program.id, startsOn: '2999-02-01', seats: 1 },
  });
  const { id: intakeId } = (await made.json()).data;
  let last = { reference: '' };
  for (const firstName of ['Ann', 'Bea']) {
    const registration = await sendRegistration(request, { firstName, programId: program.id, intakeId });
    await request.put(`/api/v1/registrations/${registration.id}`, { headers, data: { status: 'waiting' } });
    last = registration;
  }
  const main = page.getByRole('main');
  await visit('/registration/status');
  await main.getByLabel('Reference').fill(last.reference);
  await main.getByLabel('Phone').fill('+256 700 000 099');
  await main.getByRole('button', { name: 'Show status' }).click();
  await expect(main).toContainText('You are number 2 on the waiting list.');
  await program.remove();
});
