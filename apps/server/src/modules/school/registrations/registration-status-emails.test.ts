import { type RegistrationStatus, undoSeconds } from '@institute/contract/registrations.constants';
import { expect, test } from 'vitest';
import { retryRulesByWork } from '../../../composition/background.ts';
import type { EmailContext } from '../../../messaging/email/email.ts';
import { claimEmail } from '../../../testing/app/claim-email.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { failMessage, markMessageSent } from '../../platform/outbox/sending.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { registrationStatusMessage } from './registration.messages.ts';

const t = await useTestApp();
const { registrations } = t.office.admin;
const { id: programId } = await t.given.program();

/** The outbox contains only what follows. */
async function given(email: string, ...firstNames: string[]) {
  const applied = [];
  for (const firstName of firstNames) {
    applied.push(await t.given.registration({ programId, email, firstName, lastName: 'Applicant' }));
  }
  await t.sql('delete from outgoing_messages');
  return applied.map(({ id, reference }) => ({ id, reference }));
}
const decide = (id: number, status: RegistrationStatus) => registrations.decide.mutate({ id, status });
async function decideAll(ids: readonly number[], status: RegistrationStatus) {
  const rows = (await registrations.choose.query({ q: 'Applicant' })).filter(({ id }) => ids.includes(id));
  return registrations.changeStatuses.mutate({ rows: rows.map((row) => ({ ...row, status })) });
}

interface Queued {
  id: number;
  recipient: string;
  data: { firstName: string; reference: string; status: string; place?: number; more?: object[] };
}
const queued = () =>
  t.sql<Queued>(`select id, recipient, data from outgoing_messages where state <> 'sent' order by id`);
const statuses = async () => (await queued()).map(({ data }) => data.status);
const outbox = () => ({ em: t.em(), now: t.now });
/** After Undo is over. */
async function claimed() {
  t.wait(undoSeconds * 1000);
  const email = await claimEmail(outbox());
  if (!email) throw new Error('No email is due');
  return email;
}
async function sendAll() {
  t.wait(undoSeconds * 1000);
  for (let email = await claimEmail(outbox()); email; email = await claimEmail(outbox())) {
    await markMessageSent(outbox(), email);
  }
}

test('a decision replaces the email of an earlier bulk action, and the others whom it names are told', async () => {
  const [ann, bo, cy] = await given('family@example.org', 'Ann', 'Bo', 'Cy');
  const ids = [ann, bo, cy].map((one) => one?.id ?? 0);
  await decideAll(ids, 'accepted');
  await decide(ann?.id ?? 0, 'rejected');

  expect(await queued()).toMatchObject([
    {
      data: {
        firstName: 'Bo',
        reference: bo?.reference,
        status: 'accepted',
        more: [{ reference: cy?.reference, status: 'accepted' }],
      },
    },
    { data: { firstName: 'Ann', reference: ann?.reference, status: 'rejected' } },
  ]);
  await decide(cy?.id ?? 0, 'withdrawn');
  const told = (await queued()).map(({ data }) => [data.firstName, data.status, data.more ?? []]);
  expect(told).toEqual([
    ['Bo', 'accepted', []],
    ['Ann', 'rejected', []],
    ['Cy', 'withdrawn', []],
  ]);
});

test.each(['waiting', 'parked'])('a decision replaces an email that failed and is %s', async (state) => {
  const [{ id } = { id: 0 }] = await given('down@example.org', 'Di');
  await decide(id, 'accepted');
  if (state === 'parked') await t.sql('update outgoing_messages set tries = 2');
  const email = await claimed();
  const refusal = Object.assign(new Error('No'), { responseCode: 550 });
  await failMessage(outbox(), retryRulesByWork.email, email, refusal);
  await decide(id, 'rejected');
  expect(await statuses()).toEqual(['rejected']);
  await expect(t.office.admin.messagesOut.sendAgain.mutate({ id: email.id })).rejects.toThrow(
    'no such message',
  );
});

test('after an email that is being sent the next one waits for its end, and it is not tried again', async () => {
  const [{ id } = { id: 0 }] = await given('slow@example.org', 'Ed');
  await decide(id, 'accepted');
  const first = await claimed();
  await decide(id, 'rejected');
  expect(await claimEmail(outbox())).toBeNull();
  await failMessage(outbox(), retryRulesByWork.email, first, new Error('Later'));

  t.wait(60_000);
  expect((await claimed()).data).toMatchObject({ status: 'rejected' });
  expect(await claimEmail(outbox())).toBeNull();
});

test('nobody is told again of the status that they know', async () => {
  const [{ id } = { id: 0 }] = await given('known@example.org', 'Flo');
  await decide(id, 'reviewing');
  await sendAll();
  await decideAll([id], 'accepted');
  await decide(id, 'rejected');
  await decide(id, 'reviewing');
  expect(await queued()).toEqual([]);
});

test('who is put back on the waiting list by a decision is told the new place', async () => {
  const [ann, bo] = await given('queue@example.org', 'Ann', 'Bo');
  for (const one of [ann, bo]) {
    await decide(one?.id ?? 0, 'waiting');
    t.wait(1000);
  }
  await sendAll();
  await decide(ann?.id ?? 0, 'accepted');
  await decide(ann?.id ?? 0, 'waiting');
  expect(await queued()).toMatchObject([{ data: { status: 'waiting', place: 2 } }]);
});

test('an Undo tells the status of which the undone change had taken the email back', async () => {
  const [{ id } = { id: 0 }] = await given('undo@example.org', 'Gil');
  await decideAll([id], 'accepted');
  const changed = await decideAll([id], 'rejected');
  expect(await statuses()).toEqual(['rejected']);
  const redo = await registrations.undoStatuses.mutate({ rows: changed });
  expect(await statuses()).toEqual(['accepted']);
  await registrations.undoStatuses.mutate({ rows: redo });
  expect(await statuses()).toEqual(['rejected']);
});

test('an Undo for one of several applicants with the same address leaves the others their email', async () => {
  const [ann, bo] = await given('pair@example.org', 'Ann', 'Bo');
  const changed = await decideAll([ann?.id ?? 0, bo?.id ?? 0], 'accepted');
  await registrations.undoStatuses.mutate({ rows: changed.filter(({ id }) => id === ann?.id) });
  expect(await queued()).toMatchObject([{ data: { reference: bo?.reference, status: 'accepted' } }]);
});

test('a change of one status waits for its Undo, which then tells nobody', async () => {
  const [ann] = await given('undo@example.org', 'Ann');
  const id = ann?.id ?? 0;
  const { undo } = await decide(id, 'reviewing');
  expect(undo).toMatchObject({ id, status: 'new' });
  expect(await claimEmail(outbox())).toBeNull();
  await registrations.undoStatuses.mutate({ rows: undo ? [undo] : [] });
  expect(await queued()).toEqual([]);
  expect((await registrations.decide.mutate({ id, note: 'Called' })).undo).toBeNull();

  await decide(id, 'rejected');
  expect((await claimed()).recipient).toBe('undo@example.org');
});

test('an acceptance names the program, the first day and the place', async () => {
  const program = await t.given.program({ name: 'Weaving' });
  const { id: intakeId } = await t.given.intake({
    programId: program.id,
    startsOn: '2999-02-01',
    place: 'Main Hall',
  });
  const { reference } = await t.given.registration({ programId: program.id, intakeId });
  const { view: site } = await getSite({ em: t.em() });
  const context = { em: t.em(), site, publicUrl: 'https://institute.example' } as EmailContext;
  const factsOf = async (status: RegistrationStatus) =>
    (await registrationStatusMessage.writeEmail?.({ firstName: 'Ann', reference, status }, context))?.facts;
  const stated = [
    ['Reference', reference],
    ['Status', 'accepted'],
  ];
  expect(await factsOf('accepted')).toEqual([
    ...stated,
    ['Program', 'Weaving'],
    ['First day', '1 Feb 2999'],
    ['Place', 'Main Hall'],
  ]);
  expect(await factsOf('rejected')).toHaveLength(stated.length);
});
