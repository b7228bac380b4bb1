import { readFile } from 'node:fs/promises';
import { expectClean } from '../axe.ts';
import { expect, failedCall, makeProgram, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

const own = () => uniqueWord('Office');

test.describe('with a full intake', () => {
  test.use({ expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`) });

  test('offers the waiting list in place of a seat, and prints who has one', async ({
    office,
    request,
    account,
  }) => {
    const lastName = own();
    const headers = { authorization: `Bearer ${account.token}` };
    const program = await makeProgram(request, account, { name: `Full ${lastName}` });
    const intakeId = await program.makeIntake(1);
    const place = { lastName, programId: program.id, intakeId };
    const { id } = await sendRegistration(request, { ...place, firstName: 'Ann' });
    await request.put(`/api/v1/registrations/${id}`, { headers, data: { status: 'accepted' } });
    await sendRegistration(request, { ...place, firstName: 'Grace' });

    await office.goto(`/admin/registrations?q=${lastName}`);
    await office.getByRole('button', { name: `View Grace ${lastName}` }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByLabel('Status').selectOption('Accepted');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const question = office.getByRole('alertdialog', { name: 'Accept this applicant?' });
    await expect(question).toContainText('The date of birth is missing.');
    await question.getByRole('button', { name: 'Accept' }).click();
    const full = office.getByRole('alertdialog', { name: 'No seats left' });
    await full.getByRole('button', { name: 'Put on the waiting list' }).click();
    await expect(dialog.getByLabel('Status')).toHaveValue('waiting');
    await expect(findToast(office, 'Registration updated successfully')).toBeVisible();

    await office.goto(`/admin/intakes?q=${encodeURIComponent(program.name)}`);
    const opened = office.context().waitForEvent('page');
    await office.getByRole('button', { name: /^Class List / }).click();
    const list = await opened;
    await expect(list.getByRole('heading', { level: 1 })).toHaveText(`Class List: ${program.name}`);
    await expect(list.getByRole('rowheader')).toHaveText([new RegExp(`^${lastName}, Ann`)]);
    await expect(list.getByText(/1 of 1 seat$/)).toBeVisible();
    await request.put(`/api/v1/intakes/${intakeId}`, { headers, data: { seats: null } });
    await request.put(`/api/v1/registrations/${id}`, { headers, data: { lastName: '' } });
    await list.reload();
    await expect(list.getByText(/1 student$/)).toBeVisible();
    await expect(list.getByRole('rowheader')).toHaveText([/^AnnREG-/]);
    await program.remove();
  });
});

test('exports the filtered list, with medical information only on request', async ({ office, request }) => {
  const lastName = own();
  await sendRegistration(request, { firstName: '=1+1', lastName, allergies: 'Groundnuts' });
  await office.goto(`/admin/registrations?q=${lastName}`);
  await expect(office.getByText('1 found')).toBeVisible();

  const file = async (choice: string) => {
    await office.getByRole('button', { name: 'Export CSV' }).click();
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('menuitem', { name: choice, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^registrations-\d{4}-\d\d-\d\d\.csv$/);
    expect(download.url()).not.toMatch(/ticket|\?/);
    return readFile(await download.path(), 'utf8');
  };
  const plain = await file('Without medical information');
  expect(plain.startsWith('\uFEFFReference,Status,')).toBe(true);
  expect(plain.trim().split('\r\n')).toHaveLength(2);
  expect(plain).toContain(`,'=1+1,${lastName},`);
  expect(plain).not.toContain('Groundnuts');
  expect(await file('With medical information')).toContain(',Groundnuts,');

  await office.getByRole('button', { name: 'Export CSV' }).click();
  await office.getByRole('menuitem', { name: /^Choose columns/ }).click();
  const columns = office.getByRole('dialog', { name: 'Columns of the file' });
  await columns.getByRole('button', { name: 'Choose none' }).click();
  for (const name of ['Reference', 'Last Name']) await columns.getByLabel(name, { exact: true }).check();
  await expectClean(office, 'the columns of the file');
  const download = office.waitForEvent('download');
  await columns.getByRole('button', { name: 'Export', exact: true }).click();
  const chosen = await readFile(await (await download).path(), 'utf8');
  expect(chosen).toMatch(
    new RegExp(`^\\uFEFFReference,Last Name\\r\\nREG-\\d{4}-\\d{6,},${lastName}\\r\\n$`),
  );
  await expect(office).toHaveURL(/\/admin\/registrations\?q=/);
});
