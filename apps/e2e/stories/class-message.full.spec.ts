import { expectClean } from '../axe.ts';
import { query } from '../database.ts';
import { countPresses } from '../presses.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

test('a class of 40 is told by SMS and mail that it starts at ten, in six presses at most', async ({
  office,
  request,
}) => {
  const lastName = uniqueWord('Class');
  const { id } = await sendRegistration(request, { lastName });
  const [{ intake } = { intake: 0 }] = await query<{ intake: number }>(
    `insert into intakes (program_id, starts_on) select program_id, '2999-02-01' from registrations where id = $1
     returning id as intake`,
    [id],
  );
  await query(
    `insert into registrations (first_name, last_name, phone, phone_international, email, consent, status, intake_id, program_id)
     select 'Student ' || n, $2::text, '+2567722' || 10000 + n, '+2567722' || 10000 + n,
       case when n > 15 then lower($2::text) || n || '@example.org' end, true, 'accepted', $3, program_id
     from registrations, generate_series(1, 40) as n where id = $1::int`,
    [id, lastName, intake],
  );
  const outgoing = () =>
    query<{ channel: string; count: number }>(
      `select channel, count(*)::int as count from outgoing_messages where kind = 'message-to-many'
         and data->>'reference' in (select reference from registrations where last_name = $1)
       group by channel order by channel`,
      [lastName],
    );
  await office.goto(`/admin/intakes/${intake}/class-list`);
  const { press, type, presses, report } = countPresses();
  await press(office.getByRole('button', { name: 'Message' }));
  const dialog = office.getByRole('dialog', { name: 'Message' });
  await type(dialog.getByLabel('Subject'), 'First day');
  await type(dialog.getByRole('textbox', { name: 'Text' }), 'Class starts at ten');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('40 people: 25 emails, 15 SMS');
  await expect(preview).toContainText('Class starts at ten');
  await expectClean(office, 'the message to a class');
  await press(dialog.getByRole('button', { name: 'Send to 40 people' }));
  await expect(
    office.getByText('40 people are told in 10 seconds. No mail server: emails are written to files.'),
  ).toBeVisible();
  test.info().annotations.push({ type: 'a class of 40', description: report() });
  expect(presses()).toBeLessThanOrEqual(6);
  expect(await outgoing()).toEqual([
    { channel: 'email', count: 25 },
    { channel: 'sms', count: 15 },
  ]);

  // By the keyboard alone
  await office.getByRole('button', { name: 'Undo' }).focus();
  await office.keyboard.press('Enter');
  await expect(office.getByText('Nothing is sent')).toBeVisible();
  expect(await outgoing()).toEqual([]);
  await query('delete from registrations where last_name = $1', [lastName]);
  await query('delete from intakes where id = $1', [intake]);
});
