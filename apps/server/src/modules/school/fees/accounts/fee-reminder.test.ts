import { payCode } from '@institute/contract/fees.constants';
import { formatDate } from '@institute/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { succeeded } from '../../../../testing/answers.ts';
import { postTicket } from '../../../../testing/downloads.ts';
import { dayIn, feePayment } from '../../../../testing/given.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { transaction } from '../../../../transaction.ts';
import { OutgoingMessageEntity } from '../../../platform/outbox/outgoing-message.entity.ts';
import { lockSmsNumber } from '../../../platform/outbox/sms-number.service.ts';
import { feeReminder } from './fee.messages.ts';
import { remindOfFees } from './fee-reminder.service.ts';

const t = await useTestApp();

beforeEach(() =>
  t.sql('truncate registrations, fee_parts, fee_movements, online_fees, outgoing_messages cascade'),
);

/** Runs the reminders of 09:00 in some days. */
const remindIn = (days: number) =>
  remindOfFees(t.jobContext(() => new Date(Date.parse(`${dayIn(days)}T09:00:00+03:00`))));

interface Reminder {
  recipient: string;
  channel: string;
  data: { amount: number; isOverdue: boolean; dueOn: string };
}
const reminders = () =>
  t.sql<Reminder>(
    "select recipient, channel, data from outgoing_messages where kind = 'fee-reminder' order by id",
  );

/** Somebody who owes 300,000 on a day: `due` counts from today. */
async function givenStudent({
  due = 7,
  ...fields
}: {
  due?: number;
  email?: string;
  phone?: string;
  remindsOfFees?: boolean;
}) {
  const { remindsOfFees = true, ...person } = fields;
  const instalments = [{ label: 'Term', amount: 300_000, dueDays: due - 30 }];
  const { id: programId } = await t.given.program({ price: 300_000, instalments });
  const intake = await t.given.intake({ programId, startsOn: dayIn(30), remindsOfFees });
  const applied = await t.given.registration({ programId, intakeId: intake.id, ...person });
  await t.office.admin.registrations.decide.mutate({ id: applied.id, status: 'accepted' });
  return { ...applied, intake };
}
const pay = (registrationId: number, amount: number) =>
  t.office.admin.fees.record.mutate(feePayment(registrationId, { amount }));

test('reminds 7 days before, on the day, 7 and 21 days after, and on no other day', async () => {
  const { reference, id } = await givenStudent({ due: 7, email: 'ann@example.org' });
  const reminded: number[] = [];
  for (let day = -1; day <= 40; day += 1) {
    const before = (await reminders()).length;
    await remindIn(day);
    // The clock of the rows is that of the reminder
    if ((await reminders()).length > before) reminded.push(day);
  }
  expect(reminded).toEqual([0, 7, 14, 28]);
  expect(await reminders()).toMatchObject(
    [false, true, true, true].map((isOverdue) => ({
      recipient: 'ann@example.org',
      channel: 'email',
      data: { reference, payCode: payCode(id), amount: 300_000, isOverdue, dueOn: dayIn(7) },
    })),
  );
});

test('twice at once, again on the same day, and two registrations of one person: one message', async () => {
  await givenStudent({ email: 'ann@example.org' });
  await givenStudent({ email: 'Ann@example.org' });
  await Promise.all([remindIn(0), remindIn(0), remindIn(0)]);
  await remindIn(0);
  expect(await reminders()).toHaveLength(1);
});

test('says what is left, and nothing once it is paid', async () => {
  const { id } = await givenStudent({ email: 'ann@example.org' });
  await pay(id, 100_000);
  await remindIn(0);
  expect(await reminders()).toMatchObject([{ data: { amount: 200_000 } }]);
  await pay(id, 200_000);
  await remindIn(7);
  expect(await reminders()).toHaveLength(1);
});

test('none to a number that said STOP, whose payment is pending, who left or whose intake is silent', async () => {
  const stopped = await givenStudent({ email: 'stop@example.org', phone: '+256 772 123 451' });
  await transaction(t.jobContext(), async (tx) => {
    (await lockSmsNumber(tx, '+256772123451')).stoppedAt = tx.now();
    await tx.em.flush();
  });
  const pending = await givenStudent({ email: 'pending@example.org', phone: '+256 772 123 452' });
  await t.sql(`insert into online_fees (registration_id, tx_ref, amount) values (?, 'tx-1', 5000)`, [
    pending.id,
  ]);
  const left = await givenStudent({ email: 'left@example.org', phone: '+256 772 123 453' });
  await t.office.admin.registrations.decide.mutate({ id: left.id, status: 'withdrawn' });
  const silent = await givenStudent({
    email: 'silent@example.org',
    phone: '+256 772 123 454',
    remindsOfFees: false,
  });
  await remindIn(0);
  expect(await reminders()).toEqual([]);

  const params = { id: silent.intake.id };
  await succeeded(t.office.api.intakes.update({ params, body: { remindsOfFees: true } }));
  await t.sql('update sms_numbers set stopped_at = null');
  await remindIn(0);
  expect((await reminders()).map(({ recipient }) => recipient)).toEqual([
    'stop@example.org',
    'silent@example.org',
  ]);
  expect(stopped.id).toBeLessThan(silent.id);
});

test('without an address the applicant gets an SMS with the pay code', async () => {
  const { id } = await givenStudent({ email: '', phone: '+256 772 123 455' });
  await remindIn(7);
  expect(await reminders()).toMatchObject([{ recipient: '+256772123455', channel: 'sms' }]);
  const { writeSms } = await import('../../../../composition/messages.ts');
  const [reminder] = await reminders();
  const text = await writeSms('fee-reminder', reminder?.data ?? {}, {} as never);
  expect(JSON.stringify(text)).toContain(`of your fees was due on ${formatDate(dayIn(7))}`);
  expect(JSON.stringify(text)).toContain(`Pay code ${payCode(id)}`);
});

test('where nobody wrote where to pay, reminders say whom to ask', async () => {
  const { site } = t.office.admin;
  const { fees, institute } = (await site.get.query()).view;
  await site.update.mutate({ changes: { fees: { mtnCode: '', airtelCode: '', bankAccount: '' } } });
  await givenStudent({ email: '', phone: '+256 772 123 455' });
  await givenStudent({ email: 'ann@example.org', phone: '+256 772 123 456' });
  await remindIn(7);
  await site.update.mutate({ changes: { fees } });
  const written = await t.em().find(OutgoingMessageEntity, { kind: feeReminder.kind });
  const context = { em: t.em(), site: (await site.get.query()).view, publicUrl: '', linkToken: () => '' };
  const texts = await Promise.all(
    written.map(({ channel, data }) =>
      channel === 'sms' ? feeReminder.writeSms?.(data, context) : feeReminder.writeEmail?.(data, context),
    ),
  );
  expect(written.map(({ channel }) => channel)).toEqual(expect.arrayContaining(['sms', 'email']));
  for (const text of texts)
    expect(JSON.stringify(text)).toContain(`Ask the office how to pay: ${institute.phones[0]}`);
});

test('debtors have phones, class, status and per cent paid, and are filtered by status', async () => {
  const guardian = { guardianName: 'Jo Example', guardianPhone: '+256 772 123 499', guardianConsent: true };
  const { id, intake } = await givenStudent({ phone: '+256 772 123 460', ...guardian });
  await pay(id, 100_000);
  const gone = await givenStudent({ phone: '+256 772 123 461' });
  await t.office.admin.registrations.decide.mutate({ id: gone.id, status: 'withdrawn' });
  const { fees } = t.office.admin;
  const { items } = await fees.list.query({ status: 'accepted' });
  expect(items).toMatchObject([
    {
      registrationId: id,
      phone: '+256 772 123 460',
      guardianPhone: '+256 772 123 499',
      startsOn: intake.startsOn,
      status: 'accepted',
    },
  ]);
  expect((await fees.list.query({ status: 'withdrawn' })).items.map((one) => one.registrationId)).toEqual([
    gone.id,
  ]);
  const { body } = await postTicket(t, await fees.exportTicket.mutate({ status: 'accepted' }));
  const [headings, line, ...rest] = body.trim().split('\r\n');
  expect(headings).toContain('Phone,Guardian Phone,Program,Start Date,Status,Charged,Paid,Paid (%)');
  expect(line).toContain(`${intake.startsOn},accepted,300000,100000,33,200000`);
  expect(rest).toEqual([]);
});
