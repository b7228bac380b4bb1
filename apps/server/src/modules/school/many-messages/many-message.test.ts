import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { undoSeconds } from '@institute/contract/registrations.constants';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import type { AdminClient } from '../../../testing/app/caller.ts';
import { downloadPersonCopy } from '../../../testing/app/downloads.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday, makeFeePayment } from '../../../testing/app/sample-bodies.ts';
import { startSmsOutbox } from '../../../testing/app/sms.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makeAfricasTalkingUrl } from '../../../testing/stand-ins/africas-talking-stand-in.ts';
import { runInTransaction } from '../../../transaction.ts';
import { lockSmsNumber } from '../../platform/outbox/sms/sms-number.service.ts';

/** Of which messages to many take half. */
const LIMIT = 10;
const t = await useTestApp({ SMS_URL: makeAfricasTalkingUrl('127.0.0.1:9'), SMS_DAILY_LIMIT: String(LIMIT) });
const DAY = 24 * 60 * 60 * 1000;
let programId: number;
let api: AdminClient['registrations'];
let keys = 0;
beforeEach(async () => {
  api = t.office.admin.registrations;
  for (const table of ['registrations', 'fee_movements', 'outgoing_messages', 'sms_numbers', 'messages'])
    await t.sql(`truncate ${table} cascade`);
  ({ id: programId } = await t.given.program({ name: 'Tailoring' }));
});

/** The outbox contains only what follows. */
async function register(
  ...people: { firstName: string; phone?: string; email?: string; [field: string]: unknown }[]
) {
  const applied = [];
  for (const person of people)
    applied.push(await t.given.registration({ programId, email: '', lastName: 'Applicant', ...person }));
  await t.sql('delete from outgoing_messages');
  return { applied, registrations: applied.map(({ id }) => id) };
}
const both: ('sms' | 'email')[] = ['sms', 'email'];
const plan = (input: Partial<Parameters<typeof api.planMessage.mutate>[0]>) =>
  api.planMessage.mutate({ registrations: [], channels: both, text: 'Class starts at ten', ...input });
const send = (input: Partial<Parameters<typeof api.sendMessage.mutate>[0]>) =>
  api.sendMessage.mutate({
    registrations: [],
    channels: both,
    text: 'Class starts at ten',
    key: `press-${++keys}`,
    ...input,
  });
const queued = () =>
  t.sql<{ channel: string; recipient: string; data: { text: string; subject?: string; reference: string } }>(
    'select channel, recipient, data from outgoing_messages order by id',
  );
const texts = async () => (await queued()).map(({ recipient, data }) => [recipient, data.text]);
const someNumbers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ firstName: `Ann ${n}`, phone: `0772 000 1${10 + n}` }));
test('writes one message to each, by email where there is an address, and says who is left out and why', async () => {
  const { registrations } = await register(
    { firstName: 'Mail', email: 'mail@example.org', phone: '0772 000 101' },
    { firstName: 'Phone', phone: '0772 000 102' },
    { firstName: 'Twice', phone: '0772 000 103' },
    { firstName: 'Twice', phone: '0772 000 103' },
    { firstName: 'Stopped', phone: '0772 000 104' },
    { firstName: 'Abroad', phone: '+44 7911 123456' },
    { firstName: 'None', phone: '112 112' },
  );
  await runInTransaction(t.jobContext(), async (tx) => {
    (await lockSmsNumber(tx, `+${place.callingCode}772000104`)).stoppedAt = tx.now();
    await tx.em.flush();
  });
  const planned = await plan({ registrations });
  expect(planned).toMatchObject({ people: 3, emails: 1, sms: 2, segments: 2, days: [2] });
  expect(planned.leftOut).toEqual(
    ['twice', 'stop', 'country', 'number'].map((reason) => ({ reason, count: 1 })),
  );
  // For a link to WhatsApp
  expect(planned.unreached.map(({ name, phone }) => [name, phone])).toEqual([
    ['Stopped Applicant', `+${place.callingCode}772000104`],
    ['Abroad Applicant', '+447911123456'],
    ['None Applicant', '112 112'],
  ]);
  expect((await plan({ registrations, channels: ['email'] })).leftOut).toEqual([
    { reason: 'email', count: 6 },
  ]);
  expect((await plan({ registrations, channels: ['sms'] })).emails).toBe(0);
  expect(await queued()).toEqual([]);

  expect(await send({ registrations })).toMatchObject({ people: 3 });
  expect(await texts()).toEqual(
    ['mail@example.org', `+${place.callingCode}772000102`, `+${place.callingCode}772000103`].map((to) => [
      to,
      'Class starts at ten',
    ]),
  );
});

test('fills in the placeholders, shows the longest message, and refuses what it does not know', async () => {
  const { id: intakeId } = await t.given.intake({ programId, startsOn: '2999-02-01', place: 'Hall A' });
  const { registrations } = await register(
    { firstName: 'Bo', phone: '0772 000 101', intakeId },
    { firstName: 'Annamaria', email: 'ann@example.org', intakeId },
  );
  const text = '{firstName}, {program} starts on {startsOn} in {place}.';
  const filled = 'Annamaria, Tailoring starts on 1 Feb 2999 in Hall A.';
  const { longest } = await plan({ registrations, text });
  expect(longest).toMatchObject({ name: 'Annamaria Applicant', channel: 'email', text: filled });
  expect((await plan({ registrations, text, channels: ['sms'] })).longest).toMatchObject({
    text: `${filled} Reply STOP to end. - KVI`,
    segments: 1,
  });
  await send({ registrations: { intakeId }, text, subject: 'To {firstName}' });
  expect((await queued()).map(({ data }) => [data.subject, data.text])).toEqual([
    [undefined, filled.replace('Annamaria', 'Bo')],
    ['To Annamaria', filled],
  ]);
  expect(await readRefusal(plan({ registrations, text: 'Dear {name}' }))).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [
      { path: 'text', message: expect.stringContaining('no placeholder {name}. There are {firstName}') },
    ],
  });
  const tooLong = { registrations, channels: ['sms'] as 'sms'[], text: 'word '.repeat(80) };
  expect(await readRefusal(send(tooLong))).toMatchObject({
    details: [{ path: 'text', message: 'This is longer than two SMS for Bo Applicant' }],
  });
});

test('an SMS about a minor goes to the guardian, and one about an adult to the adult', async () => {
  const guardian = { guardianName: 'Sarah', guardianPhone: '0772 000 200', guardianConsent: true };
  const { registrations } = await register(
    { firstName: 'Child', phone: '0772 000 201', dateOfBirth: addDaysToToday(-15 * 365), ...guardian },
    { firstName: 'Adult', phone: '0772 000 202', dateOfBirth: '1990-01-01', ...guardian },
  );
  await send({ registrations });
  expect((await queued()).map(({ recipient }) => recipient)).toEqual([
    `+${place.callingCode}772000200`,
    `+${place.callingCode}772000202`,
  ]);
});

test('children of one family get their own texts, and the same text reaches the phone once', async () => {
  const { registrations } = await register(
    { firstName: 'Ann', phone: '0772 000 101' },
    { firstName: 'Bo', phone: '0772 000 101' },
  );
  expect(await plan({ registrations, text: 'Dear {firstName}' })).toMatchObject({ sms: 2 });
  expect(await plan({ registrations })).toMatchObject({ sms: 1, leftOut: [{ reason: 'twice', count: 1 }] });
});

test('all wait ten seconds, in which whoever sent them takes all of them back', async () => {
  const outbox = startSmsOutbox(t);
  const { registrations } = await register(...someNumbers(3));
  const { id } = await send({ registrations });
  await outbox.sendDue();
  expect([outbox.sent, await queued()]).toMatchObject([[], { length: 3 }]);
  const stranger = t.as('other@example.org').admin.registrations;
  expect(await readRefusal(stranger.undoMessage.mutate({ id }))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await api.undoMessage.mutate({ id })).toEqual({ id });
  expect(await queued()).toEqual([]);
  expect(await readRefusal(api.undoMessage.mutate({ id }))).toMatchObject({ code: 'CONFLICT' });

  const late = await send({ registrations });
  t.wait(undoSeconds * 1000);
  expect(await readRefusal(api.undoMessage.mutate({ id: late.id }))).toMatchObject({ code: 'CONFLICT' });
  await outbox.sendDue();
  expect(outbox.sent).toHaveLength(3);
});

test('nothing is taken back once one of them is under way', async () => {
  const { registrations } = await register(...someNumbers(2));
  const { id } = await send({ registrations });
  await t.sql(
    `update outgoing_messages set tries = 1, next_try_at = ? where id = (select min(id) from outgoing_messages)`,
    [new Date(t.now().getTime() + 50_000)],
  );
  expect(await readRefusal(api.undoMessage.mutate({ id }))).toMatchObject({ code: 'CONFLICT' });
  expect(await queued()).toHaveLength(2);
});

test('a second press with the same key sends nothing twice, also at the same moment', async () => {
  const { registrations } = await register(...someNumbers(2));
  const press = () => send({ registrations, key: 'one-dialog' });
  const answers = await Promise.all([press(), press()]);
  answers.push(await press());
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await queued()).toHaveLength(2);
});

test('what the day has no SMS for goes out on the next days, in the order of the people', async () => {
  const outbox = startSmsOutbox(t, { smsDailyLimit: LIMIT });
  const { registrations } = await register(...someNumbers(8));
  expect((await plan({ registrations })).days).toEqual([5, 3]);
  await send({ registrations });
  // Another class comes after the first
  const more = await t.given.registration({ programId, email: '', phone: '0772 000 199' });
  await t.sql(`delete from outgoing_messages where kind = 'registration-received'`);
  expect((await plan({ registrations: [more.id] })).days).toEqual([0, 1]);
  t.wait(undoSeconds * 1000);
  await outbox.sendDue();
  expect(outbox.sent).toHaveLength(5);
  t.wait(DAY);
  await outbox.sendDue();
  expect(outbox.sent.map(({ to }) => to)).toEqual(
    someNumbers(8).map(({ phone }) => `+${place.callingCode}${phone.replaceAll(' ', '').slice(1)}`),
  );
});

test('at most 1,000 people get a message at once', async () => {
  const { applied } = await register({ firstName: 'Ann', phone: '0772 000 101' });
  await t.sql(
    `insert into registrations (first_name, last_name, phone, consent, program_id)
     select 'Ann', n::text, '0772', true, program_id from registrations, generate_series(1, 1000) as n where id = ?`,
    [applied[0]?.id],
  );
  expect(await readRefusal(plan({ registrations: {} }))).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'At most 1,000 at once: narrow the list first',
  });
});

test('the message stands in the history of each person, and an erasure takes it', async () => {
  const { applied } = await register(
    { firstName: 'Ann', email: 'ann@example.org' },
    { firstName: 'Bo', phone: '0772 000 102' },
  );
  await send({ registrations: applied.map(({ id }) => id), text: 'Dear {firstName}' });
  const [ann] = applied;
  expect(await t.office.admin.messagesOut.about.query({ reference: ann?.reference ?? '' })).toMatchObject([
    { kind: 'message-to-many', channel: 'email', text: 'Dear Ann' },
  ]);
  const person = 'ann@example.org';
  expect((await downloadPersonCopy(t, person)).data.emails).toMatchObject([{ text: 'Dear Ann' }]);
  await t.office.admin.privacy.erase.mutate({ person, confirm: person });
  expect(await texts()).toEqual([[`+${place.callingCode}772000102`, 'Dear Bo']]);
});

test('a text about fees goes to those who owe, and only an account with that right may write it', async () => {
  const owing = await t.given.student({ email: 'owes@example.org' });
  const paid = await t.given.student({ email: 'paid@example.org', phone: '0772 000 102' });
  await t.office.admin.fees.record.mutate({
    parts: [{ registrationId: paid.id, amount: 900_000 }],
    amount: 900_000,
    method: 'cash',
    receivedOn: addDaysToToday(0),
  });
  await t.sql('delete from outgoing_messages');
  const text = '{balance} by {due}, pay code {payCode}';
  const planned = await plan({ registrations: [owing.id, paid.id], text });
  const filled = `${formatLocalMoney(900_000)} by ${formatDate(addDaysToToday(0))}, pay code ${payCode(owing.id)}`;
  expect(planned).toMatchObject({
    people: 1,
    longest: { text: filled },
    leftOut: [{ reason: 'settled', count: 1 }],
  });
  await send({ registrations: { state: 'owing' }, text });
  expect(await texts()).toEqual([['owes@example.org', filled]]);

  // Of a class each gets his own sum, and nobody is told of a debt that is not due
  const sister = await t.given.student({ email: '', phone: '0772 000 103' });
  const later = await t.given.student({ email: '', phone: '0772 000 103', startDate: addDaysToToday(40) });
  await t.given.payment(makeFeePayment(sister.id, { amount: 300_000 }));
  await t.sql('delete from outgoing_messages');
  const overdue = {
    registrations: [owing.id, sister.id, later.id],
    text: '{overdue} since {due}, {balance}',
  };
  expect((await plan(overdue)).leftOut).toEqual([{ reason: 'notOverdue', count: 1 }]);
  await send(overdue);
  const today = formatDate(addDaysToToday(0));
  expect(await texts()).toEqual([
    ['owes@example.org', `${formatLocalMoney(900_000)} since ${today}, ${formatLocalMoney(900_000)}`],
    [
      `+${place.callingCode}772000103`,
      `${formatLocalMoney(600_000)} since ${today}, ${formatLocalMoney(600_000)}`,
    ],
  ]);
  await t.sql('delete from outgoing_messages');
  // The clock of the product may be at a later day
  const owes =
    toLocalDay(t.now()) > addDaysToToday(0) ? `is overdue since ${today}` : `is due today, ${today}`;
  await send({ ...overdue, registrations: [owing.id, later.id], text: '{dues}.' });
  expect(await texts()).toEqual([
    ['owes@example.org', `${formatLocalMoney(900_000)} of your fees ${owes}.`],
    [
      `+${place.callingCode}772000103`,
      `${formatLocalMoney(900_000)} of your fees is due on ${formatDate(addDaysToToday(40))}.`,
    ],
  ]);

  const { user } = await t.given.account('teacher@example.org');
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: listRightsBut('fees') });
  const teacher = t.as('teacher@example.org').admin.registrations;
  const input = { registrations: [owing.id], channels: both, text: 'Pay code {payCode}' };
  for (const refused of [
    () => teacher.planMessage.mutate(input),
    () => teacher.sendMessage.mutate({ ...input, key: 'fees' }),
    () => teacher.planMessage.mutate({ ...input, registrations: { state: 'owing' }, text: 'Hello' }),
  ])
    expect(await readRefusal(refused())).toMatchObject({ code: 'FORBIDDEN' });

  await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'bursar' });
  expect(await teacher.planMessage.mutate(input)).toMatchObject({ people: 1 });
  const plain = teacher.planMessage.mutate({ ...input, text: 'Hello' });
  expect(await readRefusal(plain)).toMatchObject({ code: 'FORBIDDEN' });
});
