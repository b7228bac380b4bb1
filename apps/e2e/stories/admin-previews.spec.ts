import type { Page } from '@playwright/test';
import { writeWordPressExport } from '../../server/src/testing/files/wordpress-export.ts';
import { callOffice } from '../certificates.ts';
import { query } from '../database.ts';
import { expect, makeProgram, makeUnique, openScreen, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

// Each screen that shows what will happen before it stores it

const addDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const chooseRows = (page: Page, count: number) =>
  page.getByRole('checkbox', { name: `Select all ${count}`, exact: true }).check();
const findQuestion = (page: Page) => page.getByRole('alertdialog');

async function changeStatus(page: Page, status: string) {
  await page.getByRole('button', { name: 'Change Status' }).click();
  await page.getByRole('menuitem', { name: status }).click();
}

test.describe('with a question that the server asks', () => {
  test.use({ expectedInConsole: /status of 409|is due already than this course costs/ });

  test('a class is accepted, moved, charged, written to and certified, each after its preview', async ({
    ownersOffice: office,
    request,
    account,
  }) => {
    const lastName = uniqueWord('Previewed');
    const program = await makeProgram(request, account, {
      name: makeUnique('Carpentry'),
      price: 300_000,
      instalments: [
        { label: 'First part', amount: 100_000, dueDays: null },
        { label: 'Second part', amount: 200_000, dueDays: 30 },
      ],
    });
    const cheaper = await makeProgram(request, account, { name: makeUnique('Sanding'), price: 60_000 });
    const intakeId = await program.makeIntake();
    for (const firstName of ['Ann', 'Bea', 'Cat', 'Dan', 'Eva']) {
      const email = `${firstName}.${lastName}@example.org`.toLowerCase();
      const person = { firstName, lastName, email, dateOfBirth: '2001-02-03' };
      await sendRegistration(request, { ...person, programId: program.id, intakeId });
    }
    const list = `/admin/registrations?q=${lastName}`;

    await test.step('all are accepted', async () => {
      await office.goto(list);
      await chooseRows(office, 5);
      await changeStatus(office, 'Accepted');
      await expect(findQuestion(office)).toContainText('Set 5 registrations to Accepted?');
      await findQuestion(office).getByRole('button', { name: 'Change Status' }).click();
      await expect(office.getByText('5 registrations set to Accepted.')).toBeVisible();
    });

    await test.step('their intake starts on another day, and their due days move with it', async () => {
      await office.goto(`/admin/intakes?q=${encodeURIComponent(program.name)}`);
      await office.getByRole('button', { name: /^Edit / }).click();
      const form = office.getByRole('main');
      await form.getByLabel('Start Date').fill(addDays(-20));
      await form.getByLabel('Also move the due days of 5 people').check();
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(findToast(office, 'Intake updated successfully')).toBeVisible();
    });

    await test.step('who leaves keeps what is due already, and the rest is taken back', async () => {
      await office.goto(list);
      await office.getByRole('checkbox', { name: `Select Cat ${lastName}` }).check();
      await changeStatus(office, 'Withdrawn');
      await expect(findQuestion(office)).toContainText('Take back UGX 200,000 that is not due yet?');
      await findQuestion(office).getByRole('button', { name: 'Take Back' }).click();
      await expect(office.getByText('1 registration set to Withdrawn.')).toBeVisible();
    });

    await test.step('in the sheet of one person the rest stays owed, and that of a cheaper course is asked about', async () => {
      await office.goto(`${list}&status=accepted`);
      const sheet = office.getByRole('dialog', { name: lastName });
      await office.getByRole('button', { name: `View Eva ${lastName}` }).click();
      await sheet.getByLabel('Status').selectOption('Withdrawn');
      await sheet.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(findQuestion(office)).toContainText('Take back UGX 200,000 that is not due yet?');
      await findQuestion(office).getByRole('button', { name: 'Keep Owed' }).click();
      await expect(sheet.getByText('Saved as Withdrawn.')).toBeVisible();
      await sheet.getByRole('button', { name: 'Close' }).click();

      await office.getByRole('button', { name: `View Dan ${lastName}` }).click();
      await sheet.getByRole('button', { name: 'Change Course' }).click();
      const course = office.getByRole('dialog', { name: 'Change Course' });
      await course.getByLabel('Program').selectOption({ label: cheaper.name });
      await course.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(findQuestion(office)).toContainText('What becomes of the difference?');
      await findQuestion(office).getByRole('button', { name: 'Keep on the Account' }).click();
      await expect(findToast(office, 'The course is changed')).toBeVisible();
    });

    await test.step('the others are charged and written to', async () => {
      await office.goto(`${list}&status=accepted&program=${program.id}`);
      await chooseRows(office, 2);
      await office.getByRole('button', { name: 'Charge Selected' }).click();
      const charge = office.getByRole('dialog', { name: 'Charge 2 people' });
      await charge.getByLabel('Label').fill('Exam fee');
      await charge.getByLabel('Amount').fill('20000');
      await charge.getByRole('button', { name: 'Preview' }).click();
      await expect(charge.getByRole('region', { name: 'Preview' })).toContainText(
        '2 people, UGX 40,000 in all',
      );
      await charge.getByRole('button', { name: 'Charge 2 people' }).click();
      await expect(findToast(office, '2 people: the charge is added')).toBeVisible();

      await office.getByRole('button', { name: 'Message', exact: true }).click();
      const message = office.getByRole('dialog', { name: 'Message' });
      await message.getByLabel('Subject').fill('Exam');
      await message.getByRole('textbox', { name: 'Text' }).fill('Dear {firstName}, the exam is on Friday.');
      await expect(message.getByRole('region', { name: 'Preview' })).toContainText('the exam is on Friday.');
      await message.getByRole('button', { name: 'Send to 2 people' }).click();
      await expect(findToast(office, 'Written to files: nobody is told.')).toBeVisible();
    });

    await test.step('they are reminded, and a charge of the class is taken back', async () => {
      await office.goto(`/admin/fees?q=${lastName}`);
      await office.getByRole('button', { name: 'Remind' }).click();
      const reminder = office.getByRole('dialog', { name: 'Remind' });
      await reminder.getByLabel('Subject').fill('Fees');
      await expect(reminder.getByRole('region', { name: 'Preview' })).toContainText(
        'of your fees is due today',
      );
      await reminder.getByRole('button', { name: /^Send to \d people$/ }).click();
      await expect(findToast(office, 'Written to files: nobody is told.')).toBeVisible();

      await office.getByRole('button', { name: 'Charge a Class' }).click();
      const charge = office.getByRole('dialog', { name: 'Charge a Class' });
      await charge.getByLabel('What').selectOption('Reverse a charge');
      await charge.getByLabel('Intake').selectOption(String(intakeId));
      await charge.getByLabel('Label').fill('Exam fee');
      await charge.getByLabel('Reason').fill('No exam');
      await charge.getByRole('button', { name: 'Preview' }).click();
      await charge.getByRole('button', { name: 'Reverse for 2 people' }).click();
      await expect(findToast(office, '2 people: the charge is reversed')).toBeVisible();
    });

    await test.step('they have completed, and get certificates', async () => {
      await office.goto(`${list}&status=accepted&program=${program.id}`);
      await chooseRows(office, 2);
      await changeStatus(office, 'Completed');
      await findQuestion(office).getByRole('button', { name: 'Change Status' }).click();
      await expect(office.getByText('2 registrations set to Completed.')).toBeVisible();
      await office.goto(`${list}&status=completed`);
      await chooseRows(office, 2);
      await office.getByRole('button', { name: 'Issue Certificates' }).click();
      const issue = office.getByRole('dialog', { name: 'Issue Certificates' });
      await issue.getByLabel('Hours for all').fill('120');
      await expect(issue.getByRole('region', { name: 'Preview' }).getByRole('img')).toBeVisible();
      await issue.getByRole('button', { name: 'Issue', exact: true }).click();
      await expect(findToast(office, '2 certificates issued')).toBeVisible();
    });
    await cheaper.remove();
    await program.remove();
  });
});

test('a price changes, the cash of a day is closed, and payments under wrong lines are put right', async ({
  ownersOffice: office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Counted');
  const program = await makeProgram(request, account, { name: makeUnique('Plumbing') });
  const { id } = await sendRegistration(request, { lastName, programId: program.id });
  const headers = { authorization: `Bearer ${account.token}` };
  await request.put(`/api/v1/registrations/${id}`, { headers, data: { status: 'accepted' } });
  const today = addDays(0);
  const record = (amount: number, by: object) =>
    callOffice(request, account, 'fees.record', {
      parts: [{ registrationId: id, amount }],
      amount,
      receivedOn: today,
      ...by,
    });
  await record(30_000, { method: 'cash' });

  await test.step('the price', async () => {
    await office.goto('/admin/fees/prices');
    await office.getByRole('button', { name: `Edit ${program.name}`, exact: true }).click();
    const form = office.getByRole('dialog', { name: program.name });
    await form.getByLabel('Price').fill('95000');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(findToast(office, 'The price is changed')).toBeVisible();
    await expect(office.getByRole('row', { name: new RegExp(program.name) })).toContainText('95,000');
  });

  await test.step('the cash', async () => {
    await openScreen(office, '/admin/fees/closing');
    await office.getByRole('button', { name: `Close the cash of ${account.email}` }).click();
    const form = office.getByRole('dialog', { name: 'Close the Day' });
    await form.getByLabel('Counted').fill('30000');
    await form.getByRole('button', { name: 'Close the Day' }).click();
    await expect(findToast(office, /^Closed .* without a difference: UGX 30,000/)).toBeVisible();
  });

  await test.step('the payments', async () => {
    await record(40_000, { method: 'mtn', operatorId: `${lastName}1` });
    // As an earlier version left them: the part belongs to the second line of the statement
    await query(
      `with own as (
         insert into fee_movements (recorded_at, kind, method, operator_id, amount, received_on)
         values (now(), 'payment', 'mtn', $2::text || '2', 40000, $3) returning id)
       insert into crossed_fee_parts (part_id, movement_id)
       select fee_parts.id, own.id from own, fee_parts join fee_movements on fee_movements.id = movement_id
       where registration_id = $1 and operator_id = $2::text || '1'`,
      [id, lastName, today],
    );
    await openScreen(office, '/admin/fees/unassigned');
    const wrong = office.getByRole('table', { name: 'Payments under the wrong transaction' });
    await expect(wrong.getByRole('row', { name: new RegExp(lastName) })).toContainText(`${lastName}2`);
    await office.getByRole('button', { name: 'Put Right' }).click();
    await findQuestion(office).getByRole('button', { name: 'Put Right' }).click();
    await expect(findToast(office, '1 payment put right')).toBeVisible();
    await expect(wrong).toHaveCount(0);
  });
  await program.remove();
});

test('files of content are looked at before they are stored, and what is left out does not come', async ({
  ownersOffice: office,
  request,
}) => {
  const word = uniqueWord('Brought');
  const open = async (kind: string, name: string, text: string) => {
    await office.goto('/admin/import');
    await office.getByRole('radio', { name: kind, exact: true }).check();
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
    await office.getByLabel('File', { exact: true }).setInputFiles(file);
    await office.getByRole('button', { name: 'Preview' }).click();
    await expect(office.getByRole('region', { name: 'Preview' })).toBeVisible();
  };
  const undo = async () => {
    await office.getByRole('button', { name: 'Undo' }).click();
    await expect(office.getByText('Undone', { exact: true })).toBeVisible();
  };

  await test.step('articles of WordPress', async () => {
    const items = [1, 2].map((at) => ({
      id: at,
      title: `${word} ${at}`,
      type: 'post',
      link: `https://${word}.example/${at}/`.toLowerCase(),
      content: `<p>Text ${at}</p>`,
    }));
    const base = `https://${word}.example`.toLowerCase();
    await open('WordPress', 'site.xml', writeWordPressExport({ base, items }));
    await office.getByRole('button', { name: /^Show Posts/ }).click();
    await office.getByRole('checkbox', { name: `${word} 2` }).uncheck();
    await office.getByRole('button', { name: 'Import 1 item' }).click();
    await expect(office.getByRole('link', { name: '1 post new' })).toBeVisible();
    await undo();
  });

  await test.step('people of a table', async () => {
    await open('Team', 'team.csv', `Name,Role,Bio\n${word} One,Staff,Sews.\n${word} Two,Staff,Bakes.\n`);
    await office.getByRole('button', { name: 'Import 2 items' }).click();
    await expect(office.getByRole('link', { name: '2 team members new' })).toBeVisible();
    expect(await (await request.get('/api/v1/coaches')).text()).toContain(`${word} Two`);
    await undo();
    expect(await (await request.get('/api/v1/coaches')).text()).not.toContain(word);
  });
});

test('the demo content and deleted items come back as a whole', async ({
  ownersOffice: office,
  request,
  account,
}) => {
  const program = await makeProgram(request, account, { name: makeUnique('Deleted') });
  await program.remove();
  await office.goto(`/admin/trash?q=${encodeURIComponent(program.name)}`);
  await office.getByRole('checkbox', { name: `Select ${program.name}` }).check();
  await office.getByRole('button', { name: 'Restore selected (1)' }).click();
  await expect(findToast(office, '1 item restored')).toBeVisible();
  await program.remove();

  const readFacilities = async () => (await request.get('/api/v1/facilities')).text();
  await openScreen(office, '/admin/trash');
  await office.getByRole('button', { name: 'Remove demo content' }).click();
  await findQuestion(office).getByRole('button', { name: 'Remove' }).click();
  await expect(office.getByRole('button', { name: /^Restore demo content/ })).toBeVisible();
  expect(await readFacilities()).not.toContain('Main building');
  await office.getByRole('button', { name: /^Restore demo content/ }).click();
  await expect(office.getByRole('button', { name: 'Remove demo content' })).toBeVisible();
  expect(await readFacilities()).toContain('Main building');
});
