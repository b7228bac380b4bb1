import { place } from '@institute/contract/place';
import { registrationLimits } from '@institute/contract/registrations.constants';
import { expect, test } from 'vitest';
import { ActivityEntity } from '../modules/platform/activity/activity.entity.ts';
import { RegistrationEntity } from '../modules/school/registrations/registration.entity.ts';
import { readRefusal, requireSuccess } from '../testing/app/answers.ts';
import type { AdminClient } from '../testing/app/caller.ts';
import { postTicket } from '../testing/app/downloads.ts';
import { isLive } from '../testing/app/sessions.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { readCsv } from '../testing/files/csv.ts';
import { query } from '../testing/processes/cluster.ts';

const t = await useTestApp();
const programId = (await t.given.program({ name: 'Tailoring' })).id;
const office = await t.given.account();

const ticketFor = (input: Parameters<AdminClient['registrations']['exportTicket']['mutate']>[0]) =>
  t.office.admin.registrations.exportTicket.mutate(input);

const post = (ticket: string, { path = '/api/exports/registrations', headers = {} } = {}) =>
  postTicket(t, { path, ticket }, headers);

async function download(input: Parameters<typeof ticketFor>[0]) {
  const { path, ticket } = await ticketFor(input);
  const answer = await post(ticket, { path });
  expect(answer.statusCode).toBe(200);
  const lines = answer.body.replace(/^\uFEFF/, '').split('\r\n');
  expect(lines.pop()).toBe('');
  return { answer, lines };
}

test('an export is a CSV file with the fields of the requested list', async () => {
  await t.given.registration({ programId, lastName: 'Nakató' });
  const { answer, lines } = await download({ q: 'nakato' });

  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="registrations-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Reference,Status,Submitted,First Name,Last Name,Email,Phone,/);
  expect(lines[1]).toMatch(/^REG-\d{4}-\d{6},new,"?.+"?,Ann,Nakató,ann@example\.org,/);
  expect(lines[1]).toContain(',Tailoring,2099-02-01,');
});

test('an export holds medical information only on request, and logs it', async () => {
  await t.given.registration({ programId, lastName: 'Medical', allergies: 'Groundnuts' });

  const plain = await download({ q: 'medical' });
  expect(plain.lines.join()).not.toMatch(/Groundnuts|Allergies|Asthma|Inhaler/);
  const whole = await download({ q: 'medical', withMedical: true });
  expect(whole.lines[0]).toMatch(/,Medical Conditions,Allergies,Medications$/);
  expect(whole.lines[1]).toMatch(/,Asthma,Groundnuts,Inhaler$/);

  const recorded = await t
    .em()
    .find(ActivityEntity, { type: 'export' }, { orderBy: { id: 'desc' }, limit: 2 });
  expect(recorded).toMatchObject([
    { description: 'Exported the registrations with medical information', userEmail: office.email },
    { description: 'Exported the registrations without medical information', entityType: 'registration' },
  ]);
});

test('phones are texts in groups without an apostrophe, and dates are ISO dates', async () => {
  await t.given.registration({
    programId,
    lastName: 'Grouped',
    phone: `+${place.callingCode}-700-123456`,
    emergencyPhone: '0414123456',
  });
  const { lines } = await download({
    q: 'grouped',
    columns: ['createdAt', 'phone', 'dateOfBirth', 'program', 'startDate', 'emergencyPhone'],
  });

  expect(lines[1]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d,\+\d{3} 700 123 456,2001-02-03,Tailoring,2099-02-01,\+\d{3} 414 123 456$/,
  );
});

test('the cell of somebody without an email address is empty', async () => {
  const { id } = await t.given.registration({ programId, email: '', phone: '0772 123 456' });
  const { lines } = await download({ ids: [id], columns: ['lastName', 'email', 'phone'] });
  expect(lines).toEqual(['Last Name,Email,Phone', `Example,,+${place.callingCode} 772 123 456`]);
});

test('an export holds the chosen columns and rows only', async () => {
  const chosen = await t.given.registration({ programId, lastName: 'Chosen', firstName: 'One' });
  await t.given.registration({ programId, lastName: 'Chosen', firstName: 'Two' });
  const { lines } = await download({ q: 'chosen', ids: [chosen.id], columns: ['lastName', 'reference'] });

  expect(lines).toEqual(['Reference,Last Name', `${chosen.reference},Chosen`]);
  const many = Array.from({ length: registrationLimits.chosen }, (_, place) => 2_000_000_000 + place);
  expect((await download({ ids: [...many.slice(1), chosen.id], columns: ['lastName'] })).lines).toHaveLength(
    2,
  );
  expect(await readRefusal(ticketFor({ ids: [...many, chosen.id] }))).toMatchObject({
    details: [{ path: 'ids', message: 'At most 2,000 at once: narrow the list first' }],
  });
  expect(await readRefusal(ticketFor({ columns: [] }))).toMatchObject({ details: [{ path: 'columns' }] });
});

test('disarms spreadsheet formulas and quotes separators', async () => {
  const evil = ['=HYPERLINK("https://evil.example")', '@SUM(A1)', '-2+3', '+cmd'];
  for (const emergencyRelation of evil)
    await t.given.registration({ programId, emergencyRelation, lastName: 'Formula, Ltd "x"' });
  const { lines } = await download({ q: 'formula' });
  const body = lines.join('\r\n');

  expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(body).toContain(",'@SUM(A1),");
  expect(body).toContain(",'-2+3,");
  expect(body).toContain(",'+cmd,");
  expect(body).toContain('"Formula, Ltd ""x"""');
  // Phones start with a plus, and are no formula
  expect(body.replaceAll(/,\+\d{3} \d{3} \d{3} \d{3}(?=,)/g, ',')).not.toMatch(/(^|,|\r\n)"?[=@+-]/);
});

test('a cell with any line break reads back as one cell of one row', async () => {
  const cells = ['One\ntwo', 'One\rtwo', 'One\r\ntwo, "three"'];
  const [medicalConditions, allergies, medications] = cells;
  const sent = { programId, medicalConditions, allergies, medications };
  await t.given.registration({ ...sent, lastName: 'Broken' });
  await t.given.registration({ ...sent, lastName: 'Broken' });
  const { answer } = await download({ q: 'broken', columns: ['lastName'], withMedical: true });

  const row = ['Broken', ...cells];
  expect(await readCsv(t.db.connection, answer.body)).toEqual([row, row]);
});

test('an export longer than one batch holds each row once, newest first', async () => {
  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent)
     select 'Row', 'Many' || n, 'many@example.org', '0700 000 000', true from generate_series(1, 1700) n`,
  );
  const { lines } = await download({ q: 'many@example.org' });
  const names = lines.slice(1).map((line) => line.split(',').find((cell) => cell.startsWith('Many')));

  expect(names).toHaveLength(1700);
  expect(names).toEqual(Array.from({ length: 1700 }, (_, place) => `Many${1700 - place}`));
});

test('an export leaves out deleted and filtered rows, and keeps its heading without rows', async () => {
  const { id } = await t.given.registration({ programId, lastName: 'Gone' });
  await t.given.registration({ programId, lastName: 'Gone Not' });
  const em = t.em();
  await em.nativeUpdate(RegistrationEntity, { id }, { deletedAt: new Date() });

  expect((await download({ q: 'gone' })).lines).toHaveLength(2);
  const none = await download({ q: 'gone', status: 'accepted' });
  expect(none.lines).toHaveLength(1);
});

test('an export is refused without a ticket, with a bearer, late, for another table, and from another site', async () => {
  const { path, ticket } = await ticketFor({});
  const refusal = { statusCode: 401 };
  expect(await post('')).toMatchObject(refusal);
  expect(await post(office.token)).toMatchObject(refusal);
  expect(await post(`${ticket.slice(0, -2)}AA`)).toMatchObject(refusal);
  expect(await post(ticket, { headers: { origin: 'https://evil.example' } })).toMatchObject({
    statusCode: 403,
  });
  expect(
    await t.app.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${office.token}` } }),
  ).toMatchObject(refusal);
  expect(await isLive(t, ticket)).toBe(false);

  expect((await post(ticket)).statusCode).toBe(200);
  t.wait(61_000);
  const late = await post(ticket);
  expect(late).toMatchObject(refusal);
  expect(late.json().error.message).toBe('This export has expired; start it again');
});

test('a ticket works once, whichever replica it is sent to and however quickly', async () => {
  const recorded = () => t.em().count(ActivityEntity, { type: 'export' });
  const before = await recorded();
  const replica = await t.openPages();
  const { path, ticket } = await ticketFor({});
  const answers = await Promise.all([
    post(ticket),
    post(ticket),
    postTicket({ app: replica }, { path, ticket }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);

  const { ticket: other } = await ticketFor({});
  expect((await post(other)).statusCode).toBe(200);
  const again = await postTicket({ app: replica }, { path, ticket: other });
  expect(again.statusCode).toBe(401);
  expect(again.json().error.message).toBe('This export was downloaded already; start it again');
  expect(await recorded()).toBe(before + 2);
});

test('a ticket ends with the session that asked for it', async () => {
  const guest = t.as('guest@example.org');
  const { ticket } = await guest.admin.registrations.exportTicket.mutate({});
  await requireSuccess(guest.api.session.logout());

  expect((await post(ticket)).statusCode).toBe(401);
});
