import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { type RegistrationStatus, undoSeconds } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { startSmsOutbox } from '../../../testing/app/sms.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makeAfricasTalkingUrl } from '../../../testing/stand-ins/africas-talking-stand-in.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueMessage } from '../../platform/outbox/outbox.service.ts';
import { lockSmsNumber } from '../../platform/outbox/sms/sms-number.service.ts';
import { feeReminderMessage } from '../fees/accounts/fee-reminder.messages.ts';
import { remindOfIntakes } from './registration-notice.service.ts';

const t = await useTestApp({ SMS_URL: makeAfricasTalkingUrl('127.0.0.1:9') });
let outbox: ReturnType<typeof startSmsOutbox>;
const { registrations } = t.office.admin;
const { id: programId } = await t.given.program({ name: 'Tailoring' });
beforeEach(async () => {
  outbox = startSmsOutbox(t);
  await smsTo('withoutEmail');
});

/** The outbox contains only what follows. */
async function applied(firstName: string, phone: string, email: string | null = null) {
  const { id, reference } = await t.given.registration({
    programId,
    email,
    firstName,
    lastName: 'Applicant',
    phone,
  });
  await t.sql('delete from outgoing_messages');
  return { id, reference };
}
const decide = (id: number, status: RegistrationStatus) =>
  registrations.decide.mutate({ id, status, anyway: status === 'completed' });
const queued = async () =>
  (
    await t.sql<{ channel: string; state: string; data: { reference: string; status: string } }>(
      'select channel, state, data from outgoing_messages order by id',
    )
  ).map(({ channel, data }) => [channel, data.reference, data.status]);
async function smsTo(to: 'never' | 'withoutEmail' | 'always') {
  const { view } = await t.office.admin.site.get.query();
  await t.office.admin.site.update.mutate({ changes: { messages: { ...view.messages, smsTo: to } } });
}

test('whoever has no email is told of every status by SMS, with the place in the waiting list', async () => {
  const { id, reference } = await applied('Ann', '0772 000 001');
  for (const status of ['waiting', 'accepted'] as const) {
    await decide(id, status);
    t.wait(undoSeconds * 1000);
    await outbox.sendDue();
  }
  const link = `http://localhost:3000/s/${reference}`;
  expect(outbox.sent.map(({ to, text }) => [to, text])).toEqual([
    [
      `+${place.callingCode}772000001`,
      `Ann, your registration ${reference}: waiting list. You are number 1 on the waiting list. ${link} Reply STOP to end. - KVI`,
    ],
    [`+${place.callingCode}772000001`, `Ann, your registration ${reference}: accepted. ${link} - KVI`],
  ]);
});

test('an SMS of acceptance names the first day, the place and the program of an intake', async () => {
  const intake = await t.given.intake({ programId, startsOn: '2999-02-01', place: 'Main Hall' });
  const { id } = await applied('Ann', '0772 000 009');
  await t.office.api.registrations.update({ params: { id }, body: { intakeId: intake.id } });
  await decide(id, 'accepted');
  t.wait(undoSeconds * 1000);
  await outbox.sendDue();
  expect(outbox.sent.map(({ text }) => text)).toEqual([
    expect.stringContaining(': accepted. Starts 1 Feb 2999, Main Hall: Tailoring. http'),
  ]);
});

test.each([
  ['never', 'ann@example.org', ['email']],
  ['never', null, []],
  ['withoutEmail', 'ann@example.org', ['email']],
  ['withoutEmail', null, ['sms']],
  ['always', 'ann@example.org', ['email', 'sms']],
  ['always', null, ['sms']],
] as const)('with SMS %s and the address %s a status goes by %j', async (to, email, channels) => {
  await smsTo(to);
  const { id } = await applied('Ann', '0772 000 002', email);
  await decide(id, 'reviewing');
  expect((await queued()).map(([channel]) => channel)).toEqual(channels);
});

test('a phone that is no valid number gets no SMS', async () => {
  const { id } = await applied('Ann', '112 112');
  await decide(id, 'reviewing');
  expect(await queued()).toEqual([]);
});

test('a change in bulk sends one SMS for each registration, after Undo is over', async () => {
  await smsTo('always');
  const ann = await applied('Ann', '0772 000 003', 'family@example.org');
  const bo = await applied('Bo', '0772 000 003', 'family@example.org');
  const rows = (await registrations.choose.query({ q: 'Applicant' }))
    .filter(({ id }) => id === ann.id || id === bo.id)
    .map((row) => ({ ...row, status: 'accepted' as const }));
  const undo = await registrations.changeStatuses.mutate({ rows });
  const told = await queued();
  expect(told.map(([channel]) => channel)).toEqual(['email', 'sms', 'sms']);
  expect(told.slice(1).map(([, reference]) => reference)).toEqual([ann.reference, bo.reference]);
  await outbox.sendDue();
  expect(outbox.sent).toEqual([]);

  await registrations.undoStatuses.mutate({ rows: undo });
  expect(await queued()).toEqual([]);
  t.wait(undoSeconds * 1000);
  await outbox.sendDue();
  expect(outbox.sent).toEqual([]);
});

test('a later status replaces the SMS of an earlier one, and what was delivered is not told again', async () => {
  const { id, reference } = await applied('Ann', '0772 000 004');
  await decide(id, 'reviewing');
  await decide(id, 'accepted');
  expect(await queued()).toEqual([['sms', reference, 'accepted']]);
  await outbox.sendDue();
  await t.sql(`update outgoing_messages set state = 'delivered'`);
  await decide(id, 'withdrawn');
  await decide(id, 'accepted');
  expect((await queued()).map(([, , status]) => status)).toEqual(['accepted']);
});

test('whoever registers without an email gets the reference by SMS at once, and whoever has one does not', async () => {
  const { reference } = await t.given.registration({
    programId,
    email: '',
    firstName: 'Ann',
    phone: '0772 000 005',
  });
  await t.given.registration({ programId, email: 'bo@example.org', firstName: 'Bo', phone: '0772 000 006' });
  await outbox.sendDue();
  const link = `http://localhost:3000/s/${reference}`;
  const sent = outbox.sent.filter(({ to }) => /00000[56]$/.test(to)).map(({ text }) => text);
  expect(sent).toEqual([
    `Thank you. We have your registration ${reference}. Its status: ${link} Reply STOP to end. - KVI`,
  ]);
});

test('the SMS after a registration says how many things are missing, and nothing where none is', async () => {
  const document = { kind: 'document' as const, needed: 'acceptance' as const };
  const level = { id: 'level', kind: 'choice' as const, label: 'Level', options: ['P7', 'S4'] };
  const askSets = [
    [
      level,
      { ...document, id: 'card', label: 'Identity card' },
      { ...document, id: 'slip', label: 'S4 slip', onlyIf: { ask: 'level', is: 'S4' } },
      { ...document, id: 'letter', label: 'Letter', needed: 'ifAny' as const },
    ],
    [{ ...document, id: 'letter', label: 'Letter', needed: 'ifAny' as const }],
  ];
  for (const [at, asks] of askSets.entries()) {
    const program = await t.given.program({ asks });
    await t.given.registration({ programId: program.id, email: '', phone: `0772 000 02${at}` });
  }
  await outbox.sendDue();
  const texts = outbox.sent.filter(({ to }) => /00002\d$/.test(to)).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringMatching(/\/s\/REG-\S+ 2 things are missing\. Reply STOP to end\. - KVI$/),
    expect.stringMatching(/\/s\/REG-\S+ Reply STOP to end\. - KVI$/),
  ]);
});

test('a change of the setting applies to the next registration', async () => {
  await smsTo('always');
  await t.sql('delete from outgoing_messages');
  await t.given.registration({ programId, email: 'cy@example.org', phone: '0772 000 007' });
  expect((await queued()).map(([channel]) => channel).sort()).toEqual(['email', 'email', 'sms']);
});

test('the office writes an SMS of at most two segments, and the activity does not repeat it', async () => {
  const { id, reference } = await applied('Ann', '0772 000 008');
  const send = (text: string) => registrations.sendSms.mutate({ id, text });
  await send('Bring your certificate.');
  await expect(send('x'.repeat(306))).rejects.toThrow('not right');
  await outbox.sendDue();
  expect(outbox.sent.map(({ to, text }) => [to, text])).toEqual([
    [`+${place.callingCode}772000008`, 'Bring your certificate. Reply STOP to end. - KVI'],
  ]);
  expect(await t.office.admin.messagesOut.about.query({ reference })).toMatchObject([
    { kind: 'office-sms', state: 'sent', text: 'Bring your certificate.' },
  ]);
  const { items } = await t.office.admin.activity.list.query({
    entityType: 'registration',
    limit: 1,
    offset: 0,
  });
  expect(items).toMatchObject([{ description: `Sent an SMS to the applicant of registration ${reference}` }]);

  const { id: other } = await applied('Bo', '112 112');
  await expect(registrations.sendSms.mutate({ id: other, text: 'Hello' })).rejects.toThrow(
    'no number that can',
  );
  await expect(registrations.sendSms.mutate({ id: 999_999, text: 'Hello' })).rejects.toThrow('not found');
});

test('says beforehand why a number gets no SMS, and how an SMS to it ends', async () => {
  const state = async (phone: string) => registrations.sms.query({ id: (await applied('Nakato', phone)).id });
  expect(await state('0772 000 031')).toEqual({ refusal: null, ending: 'KVI', saysStop: true });
  expect(await state('112 112')).toMatchObject({ refusal: 'This is no number that can get an SMS' });
  expect(await state('+1 202 555 0143')).toMatchObject({ refusal: 'Numbers of this country get no SMS' });
  await runInTransaction(t.jobContext(), async (tx) => {
    (await lockSmsNumber(tx, `+${place.callingCode}772000032`)).stoppedAt = tx.now();
  });
  expect(await state('0772 000 032')).toMatchObject({
    refusal: 'This number has sent STOP and gets no SMS',
  });
});

describe('the reminder', () => {
  async function starting(days: number, firstName: string, phone: string, email: string | null = null) {
    const intake = await t.given.intake({ programId, startsOn: addDaysToToday(days) });
    const one = await t.given.registration({ programId, intakeId: intake.id, firstName, email, phone });
    await decide(one.id, 'accepted');
    return one;
  }
  const remind = (days = 0) =>
    remindOfIntakes(t.jobContext(() => new Date(Date.now() + days * 24 * 60 * 60 * 1000)));
  const reminded = () =>
    t.sql<{ channel: string; name: string }>(
      `select channel, data->>'firstName' as name from outgoing_messages where kind = 'intake-soon' order by id`,
    );

  test('goes to accepted applicants three days before their intake, once, by each of their channels', async () => {
    await smsTo('always');
    await starting(2, 'Two', '0772 000 010');
    await starting(3, 'Three', '0772 000 011', 'three@example.org');
    await starting(4, 'Four', '0772 000 012');
    const withdrawn = await starting(3, 'Withdrawn', '0772 000 013');
    await decide(withdrawn.id, 'withdrawn');
    await remind();
    await remind();
    expect(await reminded()).toEqual([
      { channel: 'email', name: 'Three' },
      { channel: 'sms', name: 'Three' },
    ]);
    await t.sql(`delete from outgoing_messages where kind <> 'intake-soon'`);
    await outbox.sendDue();
    expect(outbox.sent.map(({ text }) => text)).toEqual([
      `Three, Tailoring starts on ${formatDate(addDaysToToday(3))}. We look forward to seeing you. Reply STOP to end. - KVI`,
    ]);
  });

  test('follows when it was missed, but not for somebody accepted after its day', async () => {
    await t.sql('delete from outgoing_messages');
    await starting(6, 'Missed', '0772 000 014');
    await remind(4);
    expect((await reminded()).map(({ name }) => name)).toEqual(['Missed']);
  });

  test('is taken back while it waits, when the applicant withdraws', async () => {
    const { id } = await starting(3, 'Leaving', '0772 000 015');
    await t.sql('delete from outgoing_messages');
    await remind();
    expect((await reminded()).map(({ name }) => name)).toContain('Leaving');
    await decide(id, 'withdrawn');
    expect((await reminded()).map(({ name }) => name)).not.toContain('Leaving');
  });

  test('of fees is taken back by a withdrawal too, but not by completing the program', async () => {
    const left = await starting(3, 'Leaving', '0772 000 016');
    const completed = await starting(3, 'Completing', '0772 000 017');
    const people = [
      { firstName: 'Leaving', reference: left.reference },
      { firstName: 'Completing', reference: completed.reference },
    ];
    await t.sql('delete from outgoing_messages');
    const due = {
      payCode: '001236',
      amount: 1000,
      dueOn: '2027-02-01',
      isOverdue: false,
      balance: formatLocalMoney(1_000),
    };
    await runInTransaction(t.jobContext(), async (tx) => {
      for (const { firstName, reference } of people)
        await queueMessage(
          tx,
          feeReminderMessage.email({ recipient: 'a@example.org', data: { firstName, reference, ...due } }),
        );
    });
    await decide(left.id, 'withdrawn');
    await decide(completed.id, 'completed');
    expect(
      await t.sql(
        `select kind, data->>'firstName' as name from outgoing_messages where kind <> 'registration-status'`,
      ),
    ).toEqual([{ kind: 'fee-reminder', name: 'Completing' }]);
  });
});

test('what a change in bulk would send leaves out SMS to other countries and to numbers that said STOP', async () => {
  const ids = [
    (await applied('Ann', '0772 000 020')).id,
    (await applied('Bo', '0772 000 021')).id,
    (await applied('Cy', '+44 20 7946 0958')).id,
  ];
  await runInTransaction(t.jobContext(), async (tx) => {
    Object.assign(await lockSmsNumber(tx, `+${place.callingCode}772000021`), { stoppedAt: t.now() });
    await tx.em.flush();
  });
  const rows = (await registrations.choose.query({ q: 'Applicant' }))
    .filter(({ id }) => ids.includes(id))
    .map((row) => ({ ...row, status: 'accepted' as const }));
  expect(await registrations.previewStatuses.mutate({ rows })).toMatchObject({
    changed: 3,
    emails: 0,
    sms: 1,
  });
});
