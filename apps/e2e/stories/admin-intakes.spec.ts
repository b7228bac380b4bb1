import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, makeProgram, sendRegistration, stored, test } from '../story.ts';
import { expectNothingCovered, toast } from '../toasts.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string | RegExp) => dialog(page).getByLabel(name);
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true });

test.describe('intakes', () => {
  // The server refuses too few seats.
  test.use({ expectedInConsole: /Failed to load resource|Some of the fields are not right/ });

  test('an intake is made, refused with both values named, sorted, and comes back from the trash', {
    tag: '@both-widths',
  }, async ({ office, request, account, isPhone }) => {
    if (isPhone) await office.setViewportSize({ width: 360, height: 740 });
    const program = await makeProgram(request, account, { name: `Intake ${process.pid} ${Date.now()}` });
    const headers = { authorization: `Bearer ${account.token}` };
    await office.goto(`/admin/intakes?q=${encodeURIComponent(program.name)}`);
    await expect(office.getByText(/^Total Intakes: \d+$/)).toBeVisible();
    await expect(office.getByText('No intakes found matching your criteria.')).toBeVisible();

    await office.getByRole('button', { name: 'New Intake' }).click();
    await expect(dialog(office)).toHaveAccessibleName('Add New Intake');
    await save(office).click();
    await expect(field(office, /^Program/)).toHaveAttribute('aria-invalid', 'true');
    await field(office, /^Program/).selectOption(program.name);
    await field(office, /^Start Date/).fill('2027-02-01');
    await field(office, /^Apply Until/).fill('2027-02-02');
    await field(office, /^Seats/).fill('5');
    await field(office, /^Place/).fill('Main campus');
    await save(office).click();
    const dates = 'The last day to apply, 2027-02-02, is after the start, 2027-02-01';
    await expect(dialog(office).getByText(dates)).toBeVisible();
    await expectClean(office, 'refused dates of an intake');
    await field(office, /^Apply Until/).fill('2027-01-15');
    await save(office).click();
    await expect(toast(office, 'Intake created successfully')).toBeVisible();
    const name = `${program.name}, 1 Feb 2027`;
    for (const does of ['Edit', 'Class List', 'Delete']) {
      await expect(office.getByRole('button', { name: `${does} ${name}` })).toBeVisible();
    }
    await expect(office.getByText('5 places left')).toBeVisible();
    await expectClean(office, 'intakes');

    const [intake] = await stored<{ id: number }[]>(request, `/intakes?programId=${program.id}`);
    for (const firstName of ['Ann', 'Bea']) {
      const { id } = await sendRegistration(request, {
        firstName,
        programId: program.id,
        intakeId: intake?.id,
      });
      await request.put(`/api/v1/registrations/${id}`, { headers, data: { status: 'accepted' } });
    }
    const other = await request.post('/api/v1/intakes', {
      headers,
      data: { programId: program.id, startsOn: '2027-05-01', seats: 9 },
    });
    expect(other.status()).toBe(201);
    await office.getByRole('button', { name: `Edit ${name}` }).click();
    await field(office, /^Seats/).fill('1');
    await save(office).click();
    await expect(
      dialog(office).getByText('1 seats are fewer than the 2 accepted registrations'),
    ).toBeVisible();
    await expectNothingCovered(toast(office, 'Failed to save intake'));
    await field(office, /^Seats/).fill('2');
    await save(office).click();
    await expect(dialog(office)).toHaveCount(0);
    await expect(office.getByText('Full: waiting list')).toBeVisible();

    const edits = office.getByRole('button', { name: /^Edit / });
    await expect(edits).toHaveCount(2);
    if (isPhone) await office.getByLabel('Sort by').selectOption('Left, downwards');
    else {
      for (const order of ['ascending', 'descending']) {
        await office.getByRole('columnheader', { name: 'Left' }).getByRole('button').click();
        await expect(office.getByRole('columnheader', { name: 'Left' })).toHaveAttribute('aria-sort', order);
      }
    }
    await expect(office).toHaveURL(/sort=-seatsLeft/);
    await expect(edits.first()).toHaveAccessibleName(`Edit ${program.name}, 1 May 2027`);
    await office.reload();
    await expect(edits.first()).toHaveAccessibleName(`Edit ${program.name}, 1 May 2027`);

    await office.getByRole('button', { name: `Delete ${name}` }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(office, 'Intake deleted successfully')).toBeVisible();
    await expect(edits).toHaveCount(1);
    await office.goto(`/admin/trash?q=${encodeURIComponent(program.name)}`);
    await office.getByRole('button', { name: `Restore ${name}` }).click();
    await expect(toast(office, 'Intake restored successfully')).toBeVisible();
    expect(await stored<unknown[]>(request, `/intakes?programId=${program.id}`)).toHaveLength(2);
    await program.remove();
  });
});
