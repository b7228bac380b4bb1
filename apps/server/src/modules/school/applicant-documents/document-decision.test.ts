import { serverDocumentFaults } from '@institute/contract/applicant-documents.constants';
import { expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import { startSmsOutbox } from '../../../testing/app/sms.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { documents } = t.office.admin;

await t.signIn();
const signInAs = async (role: 'registrar' | 'office') => {
  const email = `${role}@documents.example`;
  const { user } = await t.given.account(email);
  await t.office.admin.accounts.setRole.mutate({ id: user.id, role });
  return t.as(email).admin;
};

const slip = { id: 'slip', kind: 'document' as const, label: 'S4 slip' };
const card = { id: 'card', kind: 'document' as const, label: 'Identity card', needed: 'start' as const };
const school = { id: 'school', kind: 'text' as const, label: 'Last school', needed: 'ifAny' as const };

/** Somebody who has sent the slip and answered the question. */
async function applicant(fields: object = {}) {
  const { id: programId } = await t.given.program({ asks: [slip, card, school] });
  const { id, reference } = await t.given.registration({ programId, ...fields });
  await t.sql(
    `insert into given_answers (registration_id, ask, kind, label, state, answer)
     values (?, 'slip', 'document', 'S4 slip', 'sent', null), (?, 'school', 'text', 'Last school', 'sent', 'Gayaza')`,
    [id, id],
  );
  return { id, reference, programId };
}

const view = async (id: number, ask: string) =>
  (await documents.list.query({ id })).items.find((item) => item.ask === ask);
const messagesAbout = (reference: string) =>
  t.sql(
    `select kind, channel, next_try_at > now() as waits from outgoing_messages
     where kind like 'document%' and data->>'reference' = ? order by id`,
    [reference],
  );

test('the office sees what is asked and what was given, also what is no longer asked', async () => {
  const { id, programId } = await applicant();
  const { items, ...counts } = await documents.list.query({ id });
  expect(counts).toEqual({
    asked: 3,
    given: 2,
    missing: 1,
    toLookAt: 1,
    refused: 0,
    missingForAcceptance: [],
  });
  expect(items).toMatchObject([
    { ask: 'slip', label: 'S4 slip', state: 'sent', isAsked: true },
    { ask: 'card', state: 'missing', version: null },
    { ask: 'school', state: 'sent', answer: 'Gayaza' },
  ]);
  await requireSuccess(
    t.office.api.programs.update({
      params: { id: programId },
      body: { asks: [{ ...slip, label: 'UCE slip' }] },
    }),
  );
  expect((await documents.list.query({ id })).items).toMatchObject([
    { ask: 'slip', label: 'UCE slip', isAsked: true },
    { ask: 'school', label: 'Last school', isAsked: false, answer: 'Gayaza' },
  ]);
});

test('a refusal names its reason, and Undo takes it back before anybody is told', async () => {
  const { id, reference } = await applicant();
  const version = (await view(id, 'slip'))?.version ?? 0;
  const refused = await documents.decide.mutate({
    id,
    ask: 'slip',
    version,
    verdict: 'refused',
    reason: 'blurred',
  });
  expect(await view(id, 'slip')).toMatchObject({ state: 'refused', reason: 'blurred' });
  expect(await messagesAbout(reference)).toEqual([
    { kind: 'document-refused', channel: 'email', waits: true },
  ]);
  await documents.undo.mutate({ id, ask: 'slip', version: refused.version });
  expect(await view(id, 'slip')).toMatchObject({ state: 'sent', reason: null, decidedBy: null });
  expect(await messagesAbout(reference)).toEqual([]);
});

test('nothing is decided about what nobody has seen, and Undo ends', async () => {
  const { id } = await applicant();
  const version = (await view(id, 'slip'))?.version ?? 0;
  const stale = { id, ask: 'slip', version: version + 1, verdict: 'accepted' as const };
  await expect(documents.decide.mutate(stale)).rejects.toThrow(serverDocumentFaults.newerPages);
  const { version: decided } = await documents.decide.mutate({ ...stale, version });
  t.wait(11_000);
  await expect(documents.undo.mutate({ id, ask: 'slip', version: decided })).rejects.toThrow('no longer');
  expect(await view(id, 'slip')).toMatchObject({ state: 'accepted' });
});

test('words of the office go through the gate of outgoing words', async () => {
  const { id, reference } = await applicant();
  const { documents: registrar } = await signInAs('registrar');
  const version = (await view(id, 'slip'))?.version ?? 0;
  const refuse = (words: string) =>
    registrar.decide.mutate({ id, ask: 'slip', version, verdict: 'refused', reason: 'other', words });
  await expect(refuse('Pay to 0772 555 666 first')).rejects.toThrow('is no number of the institute');
  expect(await messagesAbout(reference)).toEqual([]);
  await refuse('The stamp cannot be read.');
  expect(await messagesAbout(reference)).toMatchObject([{ kind: 'document-refused-in-words' }]);
});

test('an SMS about a child goes to the guardian', async () => {
  const outbox = startSmsOutbox(t);
  const child = {
    email: null,
    phone: '0772 111 222',
    dateOfBirth: '2012-05-01',
    guardianName: 'Ann Guardian',
    guardianPhone: '0772 333 444',
    guardianConsent: true,
  };
  const { id, reference } = await applicant(child);
  await documents.askAgain.mutate({ ids: [id] });
  t.wait(11_000);
  await outbox.sendDue();
  const reminder = outbox.sent.find(({ text }) => text.includes('1 thing is missing'));
  expect(reminder).toMatchObject({ to: expect.stringContaining('772333444') });
  expect(reminder?.text).toContain(reference);
});

test('the original at the desk settles a document, and taking it back leaves nothing', async () => {
  const { id } = await applicant();
  await documents.seen.mutate({ id, ask: 'card', isSeen: true });
  expect(await view(id, 'card')).toMatchObject({
    state: 'accepted',
    originalSeen: { by: expect.any(String) },
  });
  await documents.seen.mutate({ id, ask: 'card', isSeen: false });
  expect(await view(id, 'card')).toMatchObject({ state: 'missing', version: null });
});

test('the list finds what is missing, to look at and refused, as it is counted of each registration', async () => {
  const { id: other } = await t.given.registration();
  const { id } = await applicant();
  const find = async (sought: 'missing' | 'toLookAt' | 'refused') => {
    const { items } = await t.office.admin.registrations.list.query({ documents: sought });
    return items.map((item) => item.id);
  };
  expect(await find('missing')).toContain(id);
  expect(await find('missing')).not.toContain(other);
  expect(await find('toLookAt')).toContain(id);
  const version = (await view(id, 'slip'))?.version ?? 0;
  await documents.decide.mutate({ id, ask: 'slip', version, verdict: 'refused', reason: 'wrongPaper' });
  expect(await find('toLookAt')).not.toContain(id);
  expect(await find('refused')).toContain(id);
  expect(await documents.counts.query({ ids: [id] })).toMatchObject([{ id, refused: 1, missing: 2 }]);
});

test('no list can be narrowed to documents by who lacks the right', async () => {
  const { registrations } = await signInAs('office');
  await expect(registrations.list.query({ documents: 'missing' })).rejects.toThrow('no right');
  await expect(registrations.choose.query({ documents: 'missing' })).rejects.toThrow('no right');
});

test('programs of others read the answers, without pages', async () => {
  const { id } = await applicant();
  const key = await t.given.apiKey('documents:read');
  const items = await readData(key.api.documents.ofRegistration({ params: { id } }));
  expect(items).toMatchObject([
    { id: 'slip', state: 'sent', pages: 0, isAsked: true },
    { id: 'card', state: 'missing' },
    { id: 'school', answer: 'Gayaza' },
  ]);
});
