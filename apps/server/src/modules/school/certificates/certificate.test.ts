import { makeCertificatePath } from '@institute/contract/certificates.constants';
import { place } from '@institute/contract/place';
import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';

const t = await useTestApp();
const today = toLocalDay(new Date());
const year = today.slice(0, 4);
const programId = (await t.given.program({ name: 'Tailoring' })).id;

const certificates = () => t.office.admin.certificates;
const graduate = (fields: object = {}) => t.given.graduate({ programId, ...fields });
const read = (code: string) => t.visitor.api.certificates.get({ params: { code } });
const issued = (fields: object = {}, line: object = {}) =>
  t.given.certificate({ programId, ...fields }, line);
const messagesTo = (recipient: string) =>
  t.em().find(OutgoingMessageEntity, { recipient, kind: 'certificate-issued' }, { orderBy: { id: 'asc' } });

test('issues a certificate, tells its holder, and anybody with the code reads what the paper says', async () => {
  const { id: intakeId } = await t.given.intake({ programId });
  const { id, reference } = await graduate({
    intakeId,
    firstName: 'Łukasz',
    lastName: 'Ŋŋ',
    email: 'holder@example.org',
  });
  await t.sql('update intakes set starts_on = ? where id = ?', [addDaysToToday(-200), intakeId]);
  const line = { id, hours: 480, to: addDaysToToday(-1), from: addDaysToToday(-3), result: 'Distinction' };
  const { items } = await certificates().issue.mutate({ registrations: [line] });
  const [{ number, code } = { number: '', code: '' }] = items;
  expect(items).toMatchObject([{ registrationId: id, number: `CERT-${year}-000001` }]);
  // 59 random bits, without characters that look alike
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);

  const answer = await requireSuccess(read(code));
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.body.data).toMatchObject({
    number,
    code,
    holder: 'Łukasz Ŋŋ',
    program: 'Tailoring',
    hours: 480,
    // Whoever has an intake starts with it
    from: addDaysToToday(-200),
    to: line.to,
    result: 'Distinction',
    issuedOn: today,
    state: 'valid',
    signerName: 'Godfrey Ssebbowa',
    signerTitle: 'Director',
    secondSignerName: '',
    secondSignerTitle: '',
    reason: null,
    replacedBy: null,
    issuer: { name: 'Kampala Vocational Institute', url: t.config.publicUrl },
  });
  expect(await readData(read(` ${code.toLowerCase().replace(/.{4}/g, '$& ')}`))).toMatchObject({ number });

  const [email, ...others] = await messagesTo('holder@example.org');
  expect(others).toEqual([]);
  expect(email?.data).toEqual({ firstName: 'Łukasz', reference, number, code, program: 'Tailoring' });
  const found = await t.em().find(ActivityEntity, { entityType: 'certificate' });
  expect(found).toMatchObject([{ type: 'create', description: `Issued certificate ${number}` }]);
  expect(makeCertificatePath(code)).toBe(
    `/certificates/${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`,
  );
});

test('somebody without an email address is told by SMS', async () => {
  const { code } = await issued({ email: '', phone: '0772 000 001', firstName: 'Ann' });
  const [sms] = await messagesTo(`+${place.callingCode}772000001`);
  expect(sms).toMatchObject({ channel: 'sms', data: { firstName: 'Ann', code } });
});

test('all or none: each fault names its row, and no number is lost', async () => {
  const before = (await certificates().list.query({})).total;
  const first = await graduate();
  const second = await graduate();
  const third = await t.given.registration({ programId });
  const rows = [
    { id: first.id },
    { id: second.id, holder: 'A'.repeat(66) },
    { id: third.id },
    { id: 99_999 },
  ];
  expect(await readRefusal(certificates().issue.mutate({ registrations: rows }))).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    details: [
      { path: 'registrations.1', message: 'This name is longer than its line: 66 of 60 letters' },
      { path: 'registrations.2', message: 'Choose people who have completed' },
      { path: 'registrations.3', message: 'Choose people who have completed' },
    ],
  });
  expect((await certificates().list.query({})).total).toBe(before);

  const { number } = await issued();
  const { id } = await graduate();
  const { items } = await certificates().issue.mutate({ registrations: [{ id, holder: 'Ŋ'.repeat(60) }] });
  expect(Number(items[0]?.number.slice(-6))).toBe(Number(number.slice(-6)) + 1);
  const again = { registrations: [{ id: first.id }, { id }] };
  expect(await readRefusal(certificates().issue.mutate(again))).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    message: `Already issued: ${items[0]?.number}`,
    details: [{ path: 'registrations.1', message: `Already issued: ${items[0]?.number}` }],
  });
});

test.each([
  ['a day in the future', { issuedOn: addDaysToToday(2) }, 'issuedOn'],
  ['no day', { issuedOn: '2027-02-30' }, 'issuedOn'],
  ['the same person twice', { registrations: [{ id: 1 }, { id: 1 }] }, 'registrations'],
  ['nobody', { registrations: [] }, 'registrations'],
  [
    'more than 500',
    { registrations: Array.from({ length: 501 }, (_, n) => ({ id: n + 1 })) },
    'registrations',
  ],
  ['no hours', { registrations: [{ id: 1, hours: 0 }] }, 'registrations.0.hours'],
  ['a link as a name', { registrations: [{ id: 1, holder: 'see evil.example' }] }, 'registrations.0.holder'],
])('refuses %s', async (_, input, path) => {
  const asked = { registrations: [{ id: 1 }], ...input };
  expect(await readRefusal(certificates().issue.mutate(asked))).toMatchObject({
    status: 400,
    details: [{ path }],
  });
});

test('of a class that is issued at once each answer and each entry of the log names its certificate', async () => {
  const people = [await graduate(), await graduate(), await graduate()];
  const { items } = await certificates().issue.mutate({ registrations: people.map(({ id }) => ({ id })) });
  expect(items.map(({ registrationId }) => registrationId)).toEqual(people.map(({ id }) => id));
  const listed = (await certificates().list.query({ sort: 'number' })).items.slice(-3);
  expect(items).toEqual(
    listed.map(({ registrationId, id, number, code }) => ({ registrationId, id, number, code })),
  );
  const [first, second] = items;
  await certificates().correct.mutate({ id: first?.id ?? 0, holder: 'Ann', reason: 'A wrong name' });
  await certificates().withdraw.mutate({ id: second?.id ?? 0, reason: 'Issued by mistake' });
  const entries = await t
    .em()
    .find(
      ActivityEntity,
      { entityId: { $in: items.map(({ id }) => id) }, entityType: 'certificate' },
      { orderBy: { id: 'asc' } },
    );
  const [owner] = await t.sql<{ id: number }>('select id from accounts where is_owner');
  expect(entries.map(({ account, entityId, description }) => [account, entityId, description])).toEqual([
    ...items.map(({ id, number }) => [owner?.id, id, `Issued certificate ${number}`]),
    [owner?.id, first?.id, `Corrected certificate ${first?.number}`],
    [owner?.id, second?.id, `Withdrew certificate ${second?.number}`],
  ]);
});

test('numbers have a series for each year of issue', async () => {
  const first = await graduate();
  const second = await graduate();
  const { items } = await certificates().issue.mutate({
    registrations: [{ id: second.id }, { id: first.id }],
    issuedOn: '2025-12-31',
    reason: 'The school had no printer',
  });
  expect(items.map(({ registrationId, number }) => [registrationId, number])).toEqual([
    [second.id, 'CERT-2025-000001'],
    [first.id, 'CERT-2025-000002'],
  ]);
  expect(await readData(read(items[0]?.code ?? ''))).toMatchObject({ issuedOn: '2025-12-31' });
});

test('nothing is issued or previewed without a name, or a signer of its own institute', async () => {
  const { site } = t.office.admin;
  const { certificates: stored, institute } = (await site.get.query()).view;
  const { id } = await graduate();
  const noSignerMessage = 'Write the signer under Site › Certificates first.';
  for (const [changes, message] of [
    [{ certificates: { ...stored, signerName: '' } }, noSignerMessage],
    // The demo's signer, of an institute that is not the demo's
    [{ institute: { ...institute, name: 'Mbale Institute' } }, noSignerMessage],
    [null, "Write the institute's name first."],
  ] as const) {
    await site.update.mutate({ changes: { certificates: stored, institute } });
    if (changes) await site.update.mutate({ changes });
    // The office cannot empty a name, but a new installation has none
    else await t.sql(`update site set content = jsonb_set(content, '{institute,name}', '""')`);
    const prepared = await certificates().candidates.mutate({ ids: [id] });
    expect(prepared).toMatchObject({ people: [{ id, hasCompleted: true }], missing: { message } });
    for (const call of ['issue', 'preview'] as const) {
      const refusal = await readRefusal(certificates()[call].mutate({ registrations: [{ id }] }));
      expect(refusal).toMatchObject({ status: 400, message });
    }
  }
  await site.update.mutate({ changes: { certificates: stored, institute } });
});

test('a withdrawn certificate tells the office why and nobody else, and a new one may be issued', async () => {
  const { registrationId, id, number, code } = await issued();
  await certificates().withdraw.mutate({ id, reason: 'The exam was repeated.' });
  expect(await readData(read(code))).toMatchObject({
    state: 'withdrawn',
    withdrawnOn: today,
    reason: null,
    replacedBy: null,
  });
  expect(await readRefusal(certificates().withdraw.mutate({ id, reason: 'Again' }))).toMatchObject({
    status: 409,
    message: `Certificate ${number} is withdrawn already`,
  });
  const { items } = await certificates().issue.mutate({ registrations: [{ id: registrationId }] });
  expect(items[0]?.number).not.toBe(number);
  const { items: listed } = await certificates().list.query({ registrationId });
  expect(listed.map(({ state, reason }) => [state, reason])).toEqual([
    ['valid', null],
    ['withdrawn', 'The exam was repeated.'],
  ]);
});

test('a correction is a new certificate of today, to which the former one leads nobody', async () => {
  const email = 'corrected@example.org';
  const { id, number, code } = await issued({ email }, { hours: 40, to: addDaysToToday(-1) });
  await t.given.account();
  const wrong = certificates().correct;
  const corrected = await wrong.mutate({ id, holder: 'Ann Right', to: null, reason: 'The name was wrong.' });
  expect(await readData(read(corrected.code))).toMatchObject({
    number: corrected.number,
    holder: 'Ann Right',
    hours: 40,
    to: null,
    issuedOn: today,
    state: 'valid',
  });
  const former = await readData(read(code));
  expect(former).toMatchObject({ state: 'replaced', withdrawnOn: today, reason: null, replacedBy: null });
  expect(JSON.stringify(former)).not.toContain(corrected.code);
  expect((await messagesTo(email)).map(({ data }) => (data as { number: string }).number)).toEqual([
    number,
    corrected.number,
  ]);
  const again = wrong.mutate({ id, holder: 'Ann', reason: 'Once more' });
  expect(await readRefusal(again)).toMatchObject({
    status: 409,
    message: `Certificate ${number} is replaced already`,
  });
  const long = wrong.mutate({ id: corrected.id, holder: 'A'.repeat(61), reason: 'Longer' });
  expect(await readRefusal(long)).toMatchObject({ status: 400, details: [{ path: 'holder' }] });
  const log = await t.em().find(ActivityEntity, { entityType: 'certificate', entityId: id });
  expect(log.map(({ description }) => description)).toEqual([
    `Issued certificate ${number}`,
    `Corrected certificate ${number}`,
  ]);
});

test('a registration stays completed while its certificate is valid, one by one and in bulk', async () => {
  const { registrationId, id, number } = await issued({ lastName: 'Staying' });
  const { id: other } = await graduate({ lastName: 'Staying' });
  const { registrations } = t.office.admin;
  const refusal = { status: 409, code: 'CONFLICT', message: `Withdraw certificate ${number} first` };
  const back = () =>
    t.office.api.registrations.update({ params: { id: registrationId }, body: { status: 'accepted' } });
  expect(await readRefusal(back())).toMatchObject(refusal);

  const rows = (await registrations.choose.query({ q: 'Staying' })).map((row) => ({
    ...row,
    status: 'accepted' as const,
  }));
  expect(await registrations.previewStatuses.mutate({ rows })).toMatchObject({
    changed: 1,
    left: [{ reason: 'certified', count: 1 }],
  });
  const undone = await registrations.changeStatuses.mutate({ rows });
  expect(undone.map((row) => row.id)).toEqual([other]);
  await certificates().withdraw.mutate({ id, reason: 'A mistake' });
  await requireSuccess(back());
});

test('Undo of a completion is refused once there is a certificate', async () => {
  const { id } = await t.given.registration({ programId, lastName: 'Undone' });
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } }));
  const { registrations } = t.office.admin;
  const rows = (await registrations.choose.query({ q: 'Undone' })).map((row) => ({
    ...row,
    status: 'completed' as const,
  }));
  const undo = await registrations.changeStatuses.mutate({ rows });
  const { items } = await certificates().issue.mutate({ registrations: [{ id }] });
  expect(await readRefusal(registrations.undoStatuses.mutate({ rows: undo }))).toMatchObject({
    status: 409,
    message: `Withdraw certificate ${items[0]?.number} first`,
  });
});

test('the list finds by name, number and code, and filters by program and state', async () => {
  const other = await t.given.program({ name: 'Baking' });
  const mine = await issued({ programId: other.id, firstName: 'Findable', lastName: 'Kyaŋŋa' });
  const ids = async (query: object) => (await certificates().list.query(query)).items.map(({ id }) => id);
  const { number, code, id } = mine;
  for (const q of [
    'kyanga',
    number,
    number.replaceAll('-', ' '),
    code,
    makeCertificatePath(code).slice(14),
  ]) {
    expect(await ids({ q })).toEqual([id]);
  }
  expect(await ids({ programId: other.id })).toEqual([id]);
  expect(await ids({ programId: other.id, state: 'withdrawn' })).toEqual([]);
  const { items } = await certificates().list.query({ sort: 'holder', limit: 100 });
  const names = items.map(({ holder }) => holder ?? '');
  expect(items.length).toBeGreaterThan(3);
  expect(names.indexOf('Findable Kyaŋŋa')).toBeGreaterThan(-1);
});

test('unknown codes are one answer, and wrong ones are limited as those of receipts', async () => {
  expect(await readRefusal(read('2222-2222-2222'))).toMatchObject({
    status: 404,
    message: 'We issued no certificate with this code.',
  });
  expect(await readRefusal(read('%00'))).toMatchObject({ status: 404 });
});

test('who is chosen is listed by name, with the certificate that a person already has', async () => {
  const { registrationId, number } = await issued({ firstName: 'Zoe', lastName: 'Last' });
  const other = await t.given.registration({ programId, firstName: 'Amy', lastName: 'First' });
  const chosen = [registrationId, other.id, 99_999];
  expect(await certificates().candidates.mutate({ ids: chosen })).toEqual({
    missing: null,
    people: [
      {
        id: other.id,
        version: 1,
        name: 'Amy First',
        reference: other.reference,
        hasCompleted: false,
        certificate: null,
        startsOn: null,
        balance: 0,
      },
      {
        id: registrationId,
        version: 3,
        name: 'Zoe Last',
        reference: expect.any(String),
        hasCompleted: true,
        certificate: number,
        startsOn: null,
        balance: expect.any(Number),
      },
    ],
  });
});
