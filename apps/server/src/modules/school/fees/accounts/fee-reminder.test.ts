import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { smsLimits, writeSms } from '@institute/contract/sms-template';
import { formatDate } from '@institute/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { requireSuccess } from '../../../../testing/app/answers.ts';
import { postTicket } from '../../../../testing/app/downloads.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { OutgoingMessageEntity } from '../../../platform/outbox/outgoing-message.entity.ts';
import { lockSmsNumber } from '../../../platform/outbox/sms/sms-number.service.ts';
import { feeReminderMessage } from './fee-reminder.messages.ts';
import { remindOfFees } from './fee-reminder.service.ts';

const t = await useTestApp();

beforeEach(() =>
  t.sql('truncate registrations, fee_parts, fee_movements, online_fees, outgoing_messages cascade'),
);

/** Runs the reminders of 09:00 in some days. */
const remindIn = (days: number) =>
  remindOfFees(t.jobContext(() => new Date(Date.parse(`${addDaysToToday(days)}T09:00:00+03:00`))));

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
  [field: string]: unknown;
}) {
  const { remindsOfFees = true, ...person } = fields;
  const instalments = [{ label: 'Term', amount: 300_000, dueDays: due - 30 }];
  const { id: programId } = await t.given.program({ price: 300_000, instalments });
  const intake = await t.given.intake({ programId, startsOn: addDaysToToday(30), remindsOfFees });
  const applied = await t.given.registration({ programId, intakeId: intake.id, ...person });
  await t.office.admin.registrations.decide.mutate({ id: applied.id, status: 'accepted' });
  return { ...applied, intake };
}
const context = { publicUrl: '' } as never;
/** The words of a reminder as an SMS, without its ending. */
const readSms = async (reminder: { data: object } | undefined) =>
  (await feeReminderMessage.writeSms?.(reminder?.data ?? {}, context))?.template ?? '';
const pay = (registrationId: number, amount: number) =>
  t.office.admin.fees.record.mutate(makeFeePayment(registrationId, { amount }));

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
    [false, false, true, true].map((isOverdue) => ({
      recipient: 'ann@example.org',
      channel: 'email',
      data: { reference, payCode: payCode(id), amount: 300_000, isOverdue, dueOn: addDaysToToday(7) },
    })),
  );
  const subjects = await Promise.all(
    (await reminders()).map(
      async ({ data }) => (await feeReminderMessage.writeEmail?.(data, context))?.subject,
    ),
  );
  const due = `is due on ${formatDate(addDaysToToday(7))}`;
  const today = `is due today, ${formatDate(addDaysToToday(7))}`;
  const overdue = `is overdue since ${formatDate(addDaysToToday(7))}`;
  expect(subjects).toEqual(
    [due, today, overdue, overdue].map((words) => `${formatLocalMoney(300_000)} of your fees ${words}`),
  );
});

const child = { dateOfBirth: addDaysToToday(-15 * 365), guardianName: 'Jo Example', guardianConsent: true };

test('a guardian gets the reminder of a minor, and an adult his own', async () => {
  const guardianPhone = `+${place.callingCode} 772 123 480`;
  await givenStudent({
    firstName: 'Ann',
    email: '',
    phone: `+${place.callingCode} 772 123 481`,
    ...child,
    guardianPhone,
  });
  await givenStudent({ firstName: 'Bo', email: 'bo@example.org', ...child, guardianPhone: '0772 123 482' });
  const adult = { ...child, dateOfBirth: '1990-01-01', guardianPhone };
  await givenStudent({ firstName: 'Cleo', email: '', phone: `+${place.callingCode} 772 123 483`, ...adult });
  await remindIn(0);
  const all = await reminders();
  expect(all.map(({ recipient }) => recipient).sort()).toEqual([
    `+${place.callingCode}772123480`,
    `+${place.callingCode}772123482`,
    `+${place.callingCode}772123483`,
    'bo@example.org',
  ]);
  const texts = await Promise.all(all.map(readSms));
  expect(texts[0]).toContain(
    `Fees of Ann: ${formatLocalMoney(300_000)} is due on ${formatDate(addDaysToToday(7))}`,
  );
  expect(texts.at(-1)).toContain(`${formatLocalMoney(300_000)} of your fees is due on`);
});

test('children of one phone are named in one message, each with its own sum', async () => {
  const family = { email: '', phone: `+${place.callingCode} 772 123 490` };
  const ids: string[] = [];
  for (const [firstName, paid] of [
    ['Ann', 100_000],
    ['Bo', 0],
    ['Ann', 250_000],
  ] as const) {
    const { id } = await givenStudent({ firstName, ...family });
    if (paid > 0) await pay(id, paid);
    ids.push(payCode(id));
  }
  await remindIn(8);
  await remindIn(14);
  await remindIn(14);
  const [reminder, ...rest] = await reminders();
  expect(rest).toEqual([]);
  const text = await readSms(reminder);
  const since = formatDate(addDaysToToday(7));
  for (const words of [
    `Bo: ${formatLocalMoney(300_000)} is overdue since ${since}, pay code ${ids[1]}`,
    `${formatLocalMoney(200_000)} is overdue since ${since}, pay code ${ids[0]}`,
    `${formatLocalMoney(50_000)} is overdue since ${since}, pay code ${ids[2]}`,
  ])
    expect(text).toContain(words);
  // Two of one name
  expect(text.match(/Ann \(REG-/g)).toHaveLength(2);
});

test.each([2, 3, 6])('an SMS about %i children with long names and sums is not cut', async (count) => {
  const one = {
    firstName: 'Nakibuuka Namatovu Immaculate',
    reference: 'REG-2027-000123',
    payCode: '12345678',
  };
  const sum = {
    amount: 123_456_789,
    dueOn: '2027-09-28',
    isOverdue: true,
    balance: formatLocalMoney(223_456_789),
  };
  const others = Array.from({ length: count - 1 }, (_, n) => ({
    ...one,
    ...sum,
    firstName: `Ssekitooleko Emmanuel ${n}`,
  }));
  const text = await readSms({ data: { ...one, ...sum, more: others } });
  const sms = writeSms(text, undefined, 'x'.repeat(smsLimits.ending), { saysStop: true });
  expect(sms).toMatchObject({ isCut: false, encoding: 'gsm' });
  expect(text).toContain('Ssekitooleko');
  if (count > 2) expect(text).toMatch(/And \d more\.$/);
});

test('whoever leaves is taken out of a reminder that waits, and the others stay in it', async () => {
  const family = { email: '', phone: `+${place.callingCode} 772 123 490` };
  const first = await givenStudent({ firstName: 'Ann', ...family });
  const second = await givenStudent({ firstName: 'Bo', ...family });
  await remindIn(0);
  await t.sql("update outgoing_messages set next_try_at = now() + interval '1 day'");
  const leave = (id: number) => t.office.admin.registrations.decide.mutate({ id, status: 'withdrawn' });
  await leave(first.id);
  const [left, ...rest] = await reminders();
  expect([left?.data, rest]).toMatchObject([
    { firstName: 'Bo', reference: second.reference, amount: 300_000 },
    [],
  ]);
  expect(await readSms(left)).not.toContain('Ann');
  await leave(second.id);
  expect(await reminders()).toEqual([]);
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
  const stopped = await givenStudent({
    email: 'stop@example.org',
    phone: `+${place.callingCode} 772 123 451`,
  });
  await runInTransaction(t.jobContext(), async (tx) => {
    (await lockSmsNumber(tx, `+${place.callingCode}772123451`)).stoppedAt = tx.now();
    await tx.em.flush();
  });
  const pending = await givenStudent({
    email: 'pending@example.org',
    phone: `+${place.callingCode} 772 123 452`,
  });
  await t.sql(`insert into online_fees (registration_id, tx_ref, amount) values (?, 'tx-1', 5000)`, [
    pending.id,
  ]);
  const left = await givenStudent({ email: 'left@example.org', phone: `+${place.callingCode} 772 123 453` });
  await t.office.admin.registrations.decide.mutate({ id: left.id, status: 'withdrawn' });
  const silent = await givenStudent({
    email: 'silent@example.org',
    phone: `+${place.callingCode} 772 123 454`,
    remindsOfFees: false,
  });
  await remindIn(0);
  expect(await reminders()).toEqual([]);

  const params = { id: silent.intake.id };
  await requireSuccess(t.office.api.intakes.update({ params, body: { remindsOfFees: true } }));
  await t.sql('update sms_numbers set stopped_at = null');
  await remindIn(0);
  expect((await reminders()).map(({ recipient }) => recipient)).toEqual([
    'stop@example.org',
    'silent@example.org',
  ]);
  expect(stopped.id).toBeLessThan(silent.id);
});

test('without an address the applicant gets an SMS with the pay code', async () => {
  const { id } = await givenStudent({ email: '', phone: `+${place.callingCode} 772 123 455` });
  await remindIn(7);
  expect(await reminders()).toMatchObject([{ recipient: `+${place.callingCode}772123455`, channel: 'sms' }]);
  const [reminder] = await reminders();
  const text = await readSms(reminder);
  expect(text).toContain(`of your fees is due today, ${formatDate(addDaysToToday(7))}`);
  expect(text).toContain(`Pay code ${payCode(id)}`);
});

test('where nobody wrote where to pay, reminders say whom to ask', async () => {
  const { site } = t.office.admin;
  const { fees, institute } = (await site.get.query()).view;
  await site.update.mutate({ changes: { fees: { mtnCode: '', airtelCode: '', bankAccount: '' } } });
  await givenStudent({ email: '', phone: `+${place.callingCode} 772 123 455` });
  await givenStudent({ email: 'ann@example.org', phone: `+${place.callingCode} 772 123 456` });
  await remindIn(7);
  await site.update.mutate({ changes: { fees } });
  const written = await t.em().find(OutgoingMessageEntity, { kind: feeReminderMessage.kind });
  const context = { em: t.em(), site: (await site.get.query()).view, publicUrl: '', linkToken: () => '' };
  const texts = await Promise.all(
    written.map(({ channel, data }) =>
      channel === 'sms'
        ? feeReminderMessage.writeSms?.(data, context)
        : feeReminderMessage.writeEmail?.(data, context),
    ),
  );
  expect(written.map(({ channel }) => channel)).toEqual(expect.arrayContaining(['sms', 'email']));
  for (const text of texts)
    expect(JSON.stringify(text)).toContain(`Ask the office how to pay: ${institute.phones[0]}`);
});

test('debtors have phones, class, status and per cent paid, and are filtered by status', async () => {
  const guardian = {
    guardianName: 'Jo Example',
    guardianPhone: `+${place.callingCode} 772 123 499`,
    guardianConsent: true,
  };
  const { id, intake } = await givenStudent({ phone: `+${place.callingCode} 772 123 460`, ...guardian });
  await pay(id, 100_000);
  const gone = await givenStudent({ phone: `+${place.callingCode} 772 123 461` });
  await t.office.admin.registrations.decide.mutate({ id: gone.id, status: 'withdrawn' });
  const { fees } = t.office.admin;
  const { items } = await fees.list.query({ status: 'accepted' });
  expect(items).toMatchObject([
    {
      registrationId: id,
      phone: `+${place.callingCode} 772 123 460`,
      guardianPhone: `+${place.callingCode} 772 123 499`,
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
