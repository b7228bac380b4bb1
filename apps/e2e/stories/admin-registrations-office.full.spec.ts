import { readFile } from 'node:fs/promises';
import { programLimits } from '@institute/contract/programs.constants';
import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { issueCertificate } from '../certificates.ts';
import { expect, failedCall, makeProgram, readPublic, sendRegistration, test, uniqueWord } from '../story.ts';
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
    await expectClean(list, 'class list');
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

/** Changes only the answer, because stored rows of this number or length would appear in other stories' lists. */
const changeAnswer = (
  office: Page,
  list: string,
  change: (page: { items: object[]; total: number }) => void,
) =>
  office.route(new RegExp(`/api/trpc/${list}\\.list`), async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    change(body.result.data);
    await route.fulfill({ response: answer, json: body });
  });

test('a page shows 20, 50 or 100 rows, and Tab goes from row to row', async ({ office, request }) => {
  await sendRegistration(request, { firstName: 'Grace', lastName: own() });
  await changeAnswer(office, 'registrations', (page) => {
    const [row] = page.items;
    page.total = 70;
    page.items = Array.from({ length: 70 }, (_, n) => ({ ...row, id: n + 1, firstName: `N${n}` }));
  });
  await office.goto('/admin/registrations');
  await expect(office.getByText('Page 1 of 4')).toBeVisible();
  const size = office.getByLabel('Rows per page');
  await expect(size.getByRole('option')).toHaveText(['20', '50', '100']);
  await size.selectOption('100');
  await expect(office).toHaveURL(/size=100/);
  const views = office.getByRole('table', { name: 'Registrations' }).getByRole('button', { name: /^View/ });
  await expect(views).toHaveCount(70);

  await views.first().focus();
  // Each row has a checkbox and two buttons.
  for (let press = 0; press < 3 * 69; press += 1) await office.keyboard.press('Tab');
  await expect(views.last()).toBeFocused();
  await expect(views.last()).toBeInViewport();
});

// Longer than any of these fields may be, without a place to break a line
const long = 'W'.repeat(1000);

const longest: Record<string, object> = {
  alumni: { name: long, position: long, currentTeam: long, achievements: [long] },
  programs: { name: long, duration: long, schedule: long, price: programLimits.price },
  posts: { title: long, excerpt: long },
  facilities: {
    name: long,
    description: long,
    features: Array(3).fill(long),
    equipment: Array(3).fill(long),
  },
  registrations: {
    ...{ firstName: long, lastName: long, isDuplicate: true, email: long, phone: '0'.repeat(40) },
    program: { id: 1, name: long },
    startDate: '2099-09-30',
    status: 'withdrawn',
  },
  newsletter: { email: long },
  certificates: { holder: long, program: long },
};

test('the tables of an office screen of 1280 px fit beside the sidebar', async ({
  office,
  request,
  account,
}) => {
  expect((await readPublic<object[]>(request, '/alumni')).length).toBeGreaterThan(0);
  await sendRegistration(request, { firstName: 'Grace', lastName: own() });
  await request.post('/api/v1/newsletter/subscribe', { data: { email: `${own()}@example.org` } });
  await issueCertificate(request, account);
  for (const [screen, row] of Object.entries(longest)) {
    const list = screen === 'newsletter' ? 'newsletter.subscribers' : screen;
    await changeAnswer(office, list, ({ items: [first] }) => Object.assign(first ?? {}, row));
  }
  await office.goto('/admin/about');
  for (const screen of Object.keys(longest)) {
    await office.locator(`aside a[href="/admin/${screen}"]`).click();
    await expect(office).toHaveURL(new RegExp(`/admin/${screen}$`));
    await expect(office.getByRole('columnheader', { name: 'Actions' })).toBeVisible();
    await expect(office.getByTestId('skeleton')).toHaveCount(0);
    await expect(
      office
        .getByRole('cell')
        .filter({ hasText: 'W'.repeat(50) })
        .first(),
    ).toBeVisible();
    const overflow = () =>
      office
        .locator('table')
        .evaluate(
          (table) => (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0),
        );
    await expect.poll(overflow, screen).toBeLessThanOrEqual(0);
  }
});
