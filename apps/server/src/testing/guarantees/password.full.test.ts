import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { addDaysToToday, makeFeePayment } from '../app/sample-bodies.ts';
import { testPassword, useTestApp } from '../app/test-app.ts';
import { accessTable } from './access-table.ts';
import { callInputs } from './call-inputs.ts';
import { type Call, everyCall, type Input, toRequest } from './every-call.ts';
import { passwordTable, unconfirmedOwnerCalls } from './password-table.ts';

const SOURCES = join(import.meta.dirname, '../..');
const TEN_MINUTES_MS = 600_000;

/** `charge.service chargeForCourse`: the file and the function that asks. */
function findAsking(file: string): string[] {
  const text = readFileSync(join(SOURCES, file), 'utf8');
  return Array.from(
    text.matchAll(/^ .*\b(?:refuseUnconfirmedPassword|refuseLongPeopleList)\(/gm),
    ({ index }) => {
      const declared = text.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm);
      return `${basename(file, '.ts')} ${[...declared].at(-1)?.[1]}`;
    },
  );
}

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(?:testing|context)\b/.test(file),
);

test('the table has every function that asks, and no door asks', () => {
  const asking = new Set(sources.flatMap(findAsking));
  expect([...asking].sort()).toEqual(Object.keys(passwordTable).sort());
  const doors = sources.filter((file) => /\.(?:admin|routes|plugin)\.ts$/.test(file));
  expect(doors.flatMap(findAsking)).toEqual([]);
});

const t = await useTestApp();
await t.given.account();
const { id: dear } = await t.given.program({ name: 'Nursing', price: 900_000 });
const { id: cheap } = await t.given.program({ name: 'Baking', price: 300_000 });
const student = await t.given.registration({ programId: dear, startDate: addDaysToToday(0) });
await t.office.admin.registrations.decide.mutate({ id: student.id, status: 'accepted' });
const { id: webhookId } = await t.office.admin.webhooks.create.mutate({
  url: 'https://93.184.215.14/hook',
  events: ['content.changed'],
});
const sister = await t.given.registration({ programId: cheap });
const { id: movementId, receipts } = await t.office.admin.fees.record.mutate({
  ...makeFeePayment(student.id, { amount: 5000 }),
  amount: 9000,
});
const partId = receipts[0]?.partId ?? 0;
const toSister = { partId, toRegistrationId: sister.id, amount: 1000, reason: 'A sister' };
// From now on the money was somebody's
await t.office.admin.fees.move.mutate(toSister);
const { institute } = (await t.office.admin.site.get.query()).view;

const cheaper = { programId: cheap, difference: 'reverse' };
const renamed = { institute: { ...institute, name: 'Jinja College' } };
const discount = { registrationId: student.id, kind: 'discount', label: 'Sister', amount: -1000 };
const list = 'Name,Phone,Program,Owes\nOkot,0782 999 000,Baking,5000\n';
const { hash } = await t.office.admin.fees.planPeople.mutate({ text: list });
const class21 = Array.from({ length: 21 }, (_, at) => student.id + 1 + at);
const words = { text: 'It starts at ten' };
const [sms] = await t.sql<{ id: number }>(
  `insert into messages (name, email, subject, message, channel, phone)
   values ('Ann', '', 'SMS', 'When?', 'sms', '+256772000001') returning id`,
);
const { view: campaign } = await t.office.admin.newsletter.campaigns.create.mutate({
  subject: 'Open day',
  body: 'Come.',
});

/** What makes a call ask that does not always. Other calls get their usual input. */
const askingInputs: Record<string, Input> = {
  'GET /api/v1/contact-submissions': { query: {} },
  'GET /api/v1/donations': { query: {} },
  'GET /api/v1/registrations': { query: {} },
  'PUT /api/v1/registrations/:id': { params: { id: student.id }, body: cheaper },
  'PUT /api/v1/site': { body: renamed },
  'trpc contact.list': { query: {} },
  'trpc donations.list': { query: {} },
  'trpc fees.list': { query: {} },
  'trpc newsletter.subscribers.list': { query: {} },
  'trpc registrations.list': { query: {} },
  'trpc donations.exportTicket': { body: { from: '2026-01-01', to: '2026-01-31' } },
  'trpc fees.assign': { body: { movementId, parts: [{ registrationId: sister.id, amount: 500 }] } },
  'trpc fees.move': { body: toSister },
  'trpc fees.unassign': { body: { partId, reason: 'Not hers' } },
  'trpc fees.charge': { body: { ...discount, dueOn: '2026-01-02', reason: 'A sister' } },
  'trpc fees.importPeople': { body: { text: list, hash } },
  'trpc contact.answer': { body: { id: sms?.id, ...words } },
  'trpc newsletter.campaigns.start': { body: { id: campaign.id } },
  'trpc registrations.sendMessage': {
    body: { registrations: class21, channels: ['email'], subject: 'Class', ...words, key: 'a-class' },
  },
  'trpc registrations.sendSms': { body: { id: student.id, ...words } },
  'trpc registrations.changeCourse': { body: { id: student.id, ...cheaper } },
  'trpc site.update': { body: { changes: renamed } },
  'trpc trash.purge': { body: { kind: 'registration', id: 999 } },
  'trpc webhooks.update': { body: { id: webhookId, url: 'https://93.184.215.14/other' } },
};

const toTableName = ({ isAdmin, name, method, path }: Call) =>
  isAdmin ? `trpc ${name}` : `${method} ${path}`;

async function readRefusalCode(call: Call, token: string): Promise<string | undefined> {
  const { headers, ...request } = toRequest(call, askingInputs[toTableName(call)] ?? callInputs(call));
  const authorization = `Bearer ${token}`;
  const answer = await t.app.inject({ ...request, headers: { ...headers, authorization } });
  const { error } = answer.json();
  return call.isAdmin ? error?.data.apiError.code : error?.code;
}

const confirmedCalls = Object.values(passwordTable).flat();
const { anyone, secret, hidden, wrongMethod, ...office } = accessTable;
/** Calls that ask for the password themselves, or never end. */
const leftOut = ['trpc account.changePassword', 'trpc account.confirmPassword', 'trpc stats.changes'];
const isDeletion = ({ name }: Call) => /remove|purge|erase|setActive|endSessions/.test(name);
const guarded = everyCall
  .filter(
    (call) =>
      Object.values(office).flat().includes(toTableName(call)) && !leftOut.includes(toTableName(call)),
  )
  .sort((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));

/** One more than a page of the office lists without the password. */
async function fillLists(): Promise<void> {
  await t.sql(
    `insert into messages (name, email, subject, message)
     select 'Ann ' || n, 'ann@example.org', 'Fees', 'How much?' from generate_series(1, 101) as n`,
  );
  await t.sql(
    `insert into donations (name, email, currency, amount, tx_ref, is_test)
     select 'Ann ' || n, 'ann@example.org', 'UGX', 5000, 'DON-' || n, false from generate_series(1, 101) as n`,
  );
  await t.sql(
    `insert into registrations (program_id, first_name, last_name, email, phone, start_date, consent, status)
     select ${cheap}, 'Ann', 'Example', n || '@example.org', '07001234' || n, current_date, true, 'new'
     from generate_series(10, 109) as n`,
  );
  // Somebody of an earlier list
  await t.sql(
    `insert into registrations (program_id, first_name, last_name, phone, consent, status, stored_by_office)
     values (${cheap}, 'Grace', 'Akello', '0772 123 456', false, 'accepted', true)`,
  );
  await t.sql(
    `insert into charges (registration_id, kind, label, amount, due_on, created_at)
     select id, 'extra', 'Kit', 5000, current_date, now() from registrations`,
  );
  await t.sql(
    `insert into written_words (writer, people, created_at) select 'account ' || id, 20, now() from accounts`,
  );
  await t.sql(
    `insert into subscribers (email, state, token) select n || '@example.org', 'confirmed', n from generate_series(1, 101) as n`,
  );
}

test('the calls of the access table that ask are those of the table, in REST and tRPC', async () => {
  await fillLists();
  const { token } = await t.signIn();
  t.wait(TEN_MINUTES_MS);
  const asked: string[] = [];
  for (const call of guarded)
    if ((await readRefusalCode(call, token)) === 'PASSWORD_REQUIRED') asked.push(toTableName(call));
  expect(asked.sort()).toEqual(confirmedCalls.toSorted());
});

test('whatever only owners change asks, but for what gives nothing away', () => {
  const changes = guarded.filter(({ method }) => method !== 'GET').map(toTableName);
  const owners = accessTable.owner.filter((name) => changes.includes(name));
  expect(owners.filter((name) => !confirmedCalls.includes(name)).sort()).toEqual(unconfirmedOwnerCalls);
});

test('a typed password opens all of them', async () => {
  const { token } = await t.signIn();
  t.wait(TEN_MINUTES_MS);
  await t.withToken(token).admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  for (const call of guarded.filter((one) => confirmedCalls.includes(toTableName(one)))) {
    expect([toTableName(call), await readRefusalCode(call, token)]).not.toContain('PASSWORD_REQUIRED');
  }
});

test('an API key copies long lists, and a browser reads fifty people without its password', async () => {
  const program = await t.given.apiKey('registrations:read', 'messages:read', 'donations:read');
  const browser = t.withToken((await t.signIn()).token);
  t.wait(TEN_MINUTES_MS);
  for (const { send } of [program, browser]) {
    const query = send === browser.send ? '?limit=50' : '';
    for (const path of ['/registrations', '/contact-submissions', '/donations'])
      expect([path, (await send('GET', path + query)).status]).toEqual([path, 200]);
  }
  expect((await browser.admin.registrations.list.query({ limit: 100 })).items.length).toBeGreaterThan(50);
});
