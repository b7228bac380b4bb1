import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { registrationExamples } from '@institute/contract';
import { place } from '@institute/contract/place';
import { contactFields, type PlainFieldName } from '@institute/contract/registration-fields.constants';
import { beforeEach, expect, test } from 'vitest';
import { openEmailTransport } from '../../../messaging/email/transport.ts';
import { openSmsTransport } from '../../../messaging/sms/open-transport.ts';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { downloadPersonCopy } from '../../../testing/app/downloads.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../transaction.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { lockSmsNumber, readSmsNumber } from '../../platform/outbox/sms/sms-number.service.ts';

const email = 'canary@example.org';
const t = useTestAppPerTest();
beforeEach(async () => void (await t.given.account()));

const told = async (type: 'view' | 'purge') => {
  const rows = await t.em().find(ActivityEntity, { type }, { orderBy: { id: 'asc' } });
  return rows.map(({ description }) => description);
};

async function somebody() {
  const programId = (await t.given.program()).id;
  const fields = {
    programId,
    firstName: 'Canary',
    lastName: 'Bird',
    phone: `+${place.callingCode} 700 123 456`,
  };
  const registration = await t.given.registration({ ...fields, email: 'Canary@example.org' });
  const other = await t.given.registration({
    programId,
    emergencyName: 'Canary Aunt',
    emergencyPhone: '0700 123 456',
  });
  await t.given.message({ name: 'Canary Bird', email, message: 'Canarywords' });
  await t.given.donation({ name: 'Canary Bird', email, phone: '0700123456' });
  await t.sql(
    `update donations set status = 'successful', receipt_number = 'RCP-2026-000007', paid_at = now(), note = 'Canarynote'`,
  );
  await t.sql(`insert into subscribers (email, token, state) values (?, 'token-of-canary', 'confirmed')`, [
    email,
  ]);
  await t.sql(
    `insert into payment_notices (event, body) values ('charge', '{"email":"Canary@example.org"}')`,
  );
  return { registration, other };
}

test('finds a person by address in any case, without what they wrote', async () => {
  const { registration } = await somebody();
  const found = await t.office.admin.privacy.find.mutate({ person: 'CANARY@example.org' });
  expect(found).toMatchObject({
    registrations: [{ reference: registration.reference, name: 'Canary Bird' }],
    namedIn: [],
    messages: [{ subject: 'Fees' }],
    donations: [{ receiptNumber: 'RCP-2026-000007' }],
    subscription: 'confirmed',
    emails: 1,
  });
  expect(JSON.stringify(found)).not.toMatch(/Asthma|Canarywords/);
  expect(await told('view')).toEqual([
    "Looked up a person's data: 1 registration, 1 message, 1 donation, 1 payment notice, 1 newsletter address, 1 email",
  ]);
});

test('finds a person by phone however it is written, also as somebody to call', async () => {
  const { registration, other } = await somebody();
  expect(await t.office.admin.privacy.find.mutate({ person: '(0700) 123-456' })).toMatchObject({
    registrations: [{ reference: registration.reference }],
    namedIn: [other.reference],
    donations: [{ name: 'Canary Bird' }],
    messages: [],
  });
});

test('finds a person by a phone that is compared in international form', async () => {
  const { registration, other } = await somebody();
  await readData(
    t.office.api.registrations.update({ params: registration, body: { phone: '+44 (0)20 7946 0958' } }),
  );
  const { find } = t.office.admin.privacy;
  expect(await find.mutate({ person: '0044 20 7946 0958' })).toMatchObject({
    registrations: [{ reference: registration.reference }],
  });
  // The history of the first one still names the former phone
  expect(await find.mutate({ person: '700 123 456' })).toMatchObject({
    registrations: [],
    namedIn: [other.reference, registration.reference],
  });
});

test.each([`+${place.callingCode} (0)700 123 456`, `00${place.callingCode} 700 123 456`])(
  'finds and erases somebody whose phone was stored as %s',
  async (phone) => {
    const { registration, other } = await somebody();
    await t.sql('update registrations set phone = ?, phone_international = null where id = ?', [
      phone,
      registration.id,
    ]);
    await t.sql('update registrations set emergency_phone = ? where id = ?', [phone, other.id]);
    await t.sql('update donations set phone = ?', [phone]);

    const { privacy } = t.office.admin;
    const person = '0700 123 456';
    expect(await privacy.find.mutate({ person })).toMatchObject({
      registrations: [{ reference: registration.reference }],
      namedIn: [other.reference],
      donations: [{ name: 'Canary Bird' }],
    });
    await privacy.erase.mutate({ person, confirm: person });
    expect(await t.sql('select id from registrations where phone = ?', [phone])).toEqual([]);
    expect(await t.sql('select id from registrations where emergency_phone = ?', [phone])).toEqual([]);
    expect(await t.sql('select id from donations where phone is not null')).toEqual([]);
  },
);

test('an export holds everything, and is on record with the registrations whose health answers it holds', async () => {
  const { registration } = await somebody();
  const { data: whole } = await downloadPersonCopy(t, email);
  expect(whole).toMatchObject({
    registrations: [{ allergies: 'Nuts', history: [] }],
    messages: [{ message: 'Canarywords' }],
    donations: [{ name: 'Canary Bird' }],
    subscription: { email },
    emails: [{ kind: 'registration-received' }],
  });
  expect(JSON.stringify(whole)).not.toContain('token-of-canary');
  const [entry] = await t.em().find(ActivityEntity, { type: 'export' });
  expect(entry).toMatchObject({ userEmail: 'office@example.org', medicalOf: [registration.id] });
});

test('an erasure leaves the amounts and receipts of donations, and what others have said', async () => {
  const { other } = await somebody();
  const { privacy } = t.office.admin;
  await privacy.erase.mutate({ person: email, confirm: email });
  const byPhone = `+${place.callingCode}700123456`;
  await privacy.erase.mutate({ person: byPhone, confirm: byPhone });
  expect(await t.sql('select name, amount, currency, receipt_number, email from donations')).toEqual([
    { name: 'Name erased', amount: 5, currency: 'USD', receipt_number: 'RCP-2026-000007', email: null },
  ]);
  expect(await readData(t.office.api.registrations.get({ params: { id: other.id } }))).toMatchObject({
    firstName: 'Ann',
    emergencyName: null,
    emergencyPhone: null,
  });
  expect((await told('purge'))[0]).toBe(
    "Erased a person's data: 1 registration, 1 message, 1 donation, 1 payment notice, 1 newsletter address, 1 email",
  );
  expect(await privacy.find.mutate({ person: email })).toMatchObject({ registrations: [], emails: 0 });
});

async function notice(event: string, body: object, txRef: string | null = null) {
  await t.sql('insert into payment_notices (event, tx_ref, body) values (?, ?, ?)', [
    event,
    txRef,
    JSON.stringify(body),
  ]);
  return event;
}
const noticesLeft = async () => {
  const rows = await t.sql<{ event: string }>('select event from payment_notices order by id');
  return rows.map(({ event }) => event);
};

test.each([email, `+${place.callingCode} (0)700 123-456`])(
  'the payment notices of %s are in the copy and erased, and those of others stay',
  async (person) => {
    await t.given.donation({ name: 'Canary Bird', email, phone: '0700123456' });
    const [donation] = await t.sql<{ tx_ref: string }>('select tx_ref from donations');
    const txRef = donation?.tx_ref ?? '';
    await notice('by reference', { data: { customer: { email: 'payer@example.com' } } }, txRef);
    await notice('by address', { data: { customer: { email: 'Canary@Example.org' } } });
    await notice('by number', {
      data: { customer: { phone_number: `${place.callingCode}700123456`, email: 'b@example.com' } },
    });
    await notice('in a text', { note: 'Ask Canary (canary@example.org, 0700 123 456).' });
    const others = [
      await notice('another address', { data: { customer: { email: 'the.canary@example.org' } } }, 'unknown'),
      await notice('another number', { data: { id: 2567001234567, phone: '0700 123 457' } }),
    ];

    const { privacy } = t.office.admin;
    const mine = ['in a text', 'by number', 'by address', 'by reference'];
    const { data: copy } = await downloadPersonCopy(t, person);
    expect(copy.notices.map(({ event }) => event)).toEqual(mine);
    expect(copy.notices[3]).toMatchObject({ txRef, body: expect.stringContaining('payer@example.com') });
    expect(await privacy.find.mutate({ person })).toMatchObject({ notices: 4 });
    await privacy.erase.mutate({ person, confirm: person });
    expect(await noticesLeft()).toEqual(others);
  },
);

test('a copy for somebody to call holds only what a registration says of them', async () => {
  const examplesOf = (names: readonly PlainFieldName[]) =>
    Object.fromEntries(names.map((name) => [name, registrationExamples[name]]));
  const aunt = {
    ...examplesOf(contactFields.emergency),
    emergencyName: 'Canary Aunt',
    emergencyPhone: '0700 123 456',
    emergencyRelation: 'Aunt',
  };
  const parent = {
    ...examplesOf(contactFields.guardian),
    guardianName: 'Bo Parent',
    guardianPhone: '0700 999 999',
  };
  const dateOfBirth = `${new Date().getUTCFullYear() - 10}-01-01`;
  const fields = { dateOfBirth, ...aunt, ...parent, guardianConsent: true };
  const { id, reference } = await t.given.registration(fields);
  const copyFor = async (person: string) => (await downloadPersonCopy(t, person)).data.namedIn;
  expect(await copyFor(`+${place.callingCode} 700 123456`)).toEqual([{ id, reference, ...aunt }]);
  expect(await copyFor('0700999999')).toEqual([{ id, reference, ...parent }]);

  await t.sql('update registrations set guardian_phone = emergency_phone where id = ?', [id]);
  expect(await copyFor('0700123456')).toEqual([
    { id, reference, ...aunt, ...parent, guardianPhone: '0700 123 456' },
  ]);
  expect(await copyFor('0700999999')).toEqual([]);
});

test('a guardian is taken out of the registration of the child, whose consent stays', async () => {
  const child = await t.given.registration({
    dateOfBirth: `${new Date().getUTCFullYear() - 10}-01-01`,
    guardianName: 'Canary Parent',
    guardianPhone: '0700 123 456',
    guardianConsent: true,
  });
  const { privacy } = t.office.admin;
  const person = `+${place.callingCode} 700 123456`;
  expect(await privacy.find.mutate({ person })).toMatchObject({ namedIn: [child.reference] });
  await privacy.erase.mutate({ person, confirm: person });
  expect(await readData(t.office.api.registrations.get({ params: { id: child.id } }))).toMatchObject({
    guardianName: null,
    guardianPhone: null,
    guardianConsent: true,
    emergencyName: 'Bo Example',
  });
});

test('a corrected contact is found, copied and erased in the history, and the present one stays', async () => {
  const dateOfBirth = `${new Date().getUTCFullYear() - 10}-01-01`;
  const former = { guardianName: 'Canary Parent', guardianPhone: '0700 123 456' };
  const child = await t.given.registration({ dateOfBirth, ...former, guardianConsent: true });
  const { registrations, privacy } = t.office.admin;
  const present = { guardianName: 'Bo Parent', guardianPhone: '0700 999 999' };
  await registrations.correct.mutate({ id: child.id, fields: present });
  await registrations.correct.mutate({ id: child.id, fields: { email: 'right@example.org' } });

  const person = `+${place.callingCode} 700 123456`;
  const { id, reference } = child;
  expect(await privacy.find.mutate({ person })).toMatchObject({ registrations: [], namedIn: [reference] });
  expect((await downloadPersonCopy(t, person)).data.namedIn).toEqual([{ id, reference, formerly: [former] }]);
  await privacy.erase.mutate({ person, confirm: person });
  const erase = (email: string) => privacy.erase.mutate({ person: email, confirm: email });
  await erase('ann@example.org');

  const { view, history } = await registrations.get.query({ id });
  expect(view).toMatchObject({ ...present, email: 'right@example.org' });
  expect(history.map(({ corrected }) => corrected)).toEqual([{}, {}]);
  expect(await t.sql('select type, entity_id from erasures where type = ?', ['former'])).toEqual([
    { type: 'former', entity_id: id },
  ]);
  await erase('right@example.org');
  expect(await t.sql('select id from registration_changes')).toEqual([]);
});

test('an address that has left the newsletter is found by its hash, and erased', async () => {
  const left = 'left@example.org';
  await readData(t.visitor.api.newsletter.subscribe({ body: { email: left } }));
  const [row] = await t.sql<{ token: string }>('select token from subscribers');
  await readData(t.visitor.api.newsletter.unsubscribe({ body: { token: row?.token } }));
  const { privacy } = t.office.admin;
  expect(await privacy.find.mutate({ person: left })).toMatchObject({ subscription: 'unsubscribed' });
  await privacy.erase.mutate({ person: left, confirm: left });
  expect(await t.sql('select id from subscribers')).toEqual([]);
});

test('erasing asks for the same address again, and strangers stay', async () => {
  const { registration } = await somebody();
  const wrong = t.office.admin.privacy.erase.mutate({ person: email, confirm: 'canary@example.com' });
  expect(await readRefusal(wrong)).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'confirm' }],
  });
  await t.office.admin.privacy.erase.mutate({ person: 'nobody@example.org', confirm: 'nobody@example.org' });
  expect(await readData(t.office.api.registrations.get({ params: { id: registration.id } }))).toMatchObject({
    lastName: 'Bird',
  });
});

test('erasing a person takes the SMS and keeps the STOP, and leaves those of the family on the same phone', async () => {
  const { id: programId } = await t.given.program();
  const family = { programId, email: '', phone: '0772 123 456' };
  const ann = await t.given.registration({ ...family, firstName: 'Ann' });
  const bo = await t.given.registration({ ...family, firstName: 'Bo' });
  const number = `+${place.callingCode}772123456`;
  await t.office.admin.registrations.sendSms.mutate({ id: bo.id, text: 'Come on Monday.' });
  await runInTransaction(t.jobContext(), async (tx) => {
    Object.assign(await lockSmsNumber(tx, number), { stoppedAt: t.now(), thankedAt: t.now() });
    await tx.em.flush();
  });
  const sms = () =>
    t.sql(`select data->>'reference' as "of" from outgoing_messages where channel = 'sms' order by id`);
  expect(await sms()).toEqual([{ of: ann.reference }, { of: bo.reference }, { of: bo.reference }]);

  await readData(t.office.api.registrations.remove({ params: { id: ann.id } }));
  await t.office.admin.trash.purge.mutate({ kind: 'registration', id: ann.id });
  expect(await sms()).toEqual([{ of: bo.reference }, { of: bo.reference }]);

  const { privacy } = t.office.admin;
  const { emails } = (await downloadPersonCopy(t, '0772123456')).data;
  expect(emails).toMatchObject([
    { kind: 'office-sms', text: 'Come on Monday.' },
    { kind: 'registration-received' },
  ]);
  await privacy.erase.mutate({ person: '0772123456', confirm: '0772123456' });
  expect(await sms()).toEqual([]);
  expect(await readSmsNumber(t.jobContext(), number)).toMatchObject({ isStopped: true });
});

test('a copy for an address holds the SMS about its registrations, with the words of the office', async () => {
  const { registration } = await somebody();
  await t.office.admin.registrations.sendSms.mutate({ id: registration.id, text: 'Come on Monday.' });
  const { emails } = (await downloadPersonCopy(t, email)).data;
  expect(emails).toMatchObject([
    { kind: 'office-sms', text: 'Come on Monday.' },
    { kind: 'registration-received' },
  ]);
});

test('erasing a person removes the files of emails and SMS that were not sent by a server', async () => {
  const { registration, other } = await somebody();
  for (const { id } of [registration, other])
    await t.office.admin.registrations.sendSms.mutate({ id, text: 'Come on Monday.' });
  const mail = openEmailTransport(t.config, 1);
  const sms = openSmsTransport(t.config);
  const rows = await t.em().find(OutgoingMessageEntity, {}, { orderBy: { id: 'asc' } });
  for (const { id, channel, createdAt, recipient } of rows) {
    const to = recipient ?? 'office@example.org';
    if (channel === 'sms') await sms.send({ id, createdAt, to, text: 'Hello' });
    else await mail.deliver(id, { from: to, to, text: 'Hello' });
  }
  const files = () => ['mail', 'sms'].flatMap((folder) => readdirSync(join(t.config.dataDir, folder)));
  expect(files()).toHaveLength(rows.length);

  await t.office.admin.privacy.erase.mutate({ person: email, confirm: email });
  const left = await t.em().find(OutgoingMessageEntity, {}, { orderBy: { channel: 'asc', id: 'asc' } });
  expect(left.length).toBeLessThan(rows.length);
  expect(files().map((name) => Number.parseInt(name, 10))).toEqual(left.map(({ id }) => id));
});
