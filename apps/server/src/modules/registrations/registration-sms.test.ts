import { type RegistrationStatus, undoSeconds } from '@institute/contract/registrations.constants';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminClient } from '../../testing/caller.ts';
import { smsOutbox } from '../../testing/sms.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
let registrations: AdminClient['registrations'];
let programId: number;
let outbox: ReturnType<typeof smsOutbox>;
beforeAll(async () => {
  ({ registrations } = t.office.admin);
  ({ id: programId } = await t.given.program({ name: 'Tailoring' }));
});
beforeEach(async () => {
  outbox = smsOutbox(t);
  await smsTo('withoutEmail');
});

const execute = <Row extends object>(sql: string, values: unknown[] = []) =>
  t.db.orm.em.fork().execute<Row[]>(sql, values);
/** The outbox contains only what follows. */
async function applied(firstName: string, phone: string, email: string | null = null) {
  const { id, reference } = await t.given.registration({
    programId,
    firstName,
    lastName: 'Applicant',
    phone,
  });
  await execute('update registrations set email = ? where id = ?', [email, id]);
  await execute('delete from outgoing_messages');
  return { id, reference };
}
const decide = (id: number, status: RegistrationStatus) => registrations.decide.mutate({ id, status });
const queued = async () =>
  (
    await execute<{ channel: string; state: string; data: { reference: string; status: string } }>(
      'select channel, state, data from outgoing_messages order by id',
    )
  ).map(({ channel, data }) => [channel, data.reference, data.status]);
async function smsTo(to: 'never' | 'withoutEmail' | 'always') {
  const { view } = await t.office.admin.site.get.query();
  await t.office.admin.site.update.mutate({ changes: { messages: { ...view.messages, smsTo: to } } });
}

test('whoever has no email is told of every status by SMS, with the place in the waiting list', async () => {
  const { id, reference } = await applied('Ann', '0772 000 001');
  await decide(id, 'waiting');
  await outbox.sendDue();
  await decide(id, 'accepted');
  await outbox.sendDue();
  const link = `http://localhost:3000/s/${reference}`;
  expect(outbox.sent.map(({ to, text }) => [to, text])).toEqual([
    [
      '+256772000001',
      `Ann, your registration ${reference}: waiting list. You are number 1 on the waiting list. ${link} Reply STOP to end. - KVI`,
    ],
    ['+256772000001', `Ann, your registration ${reference}: accepted. ${link} - KVI`],
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
  await execute(`update outgoing_messages set state = 'delivered'`);
  await decide(id, 'withdrawn');
  await decide(id, 'accepted');
  expect((await queued()).map(([, , status]) => status)).toEqual(['accepted']);
});
