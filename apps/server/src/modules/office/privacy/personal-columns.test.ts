import { expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../composition/entities.ts';
import { openOrm } from '../../../database/orm.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { fillEveryTable, readEveryTable } from '../../../testing/guarantees/every-table.ts';
import { createTestDatabase } from '../../../testing/processes/cluster.ts';
import { erasePerson, exportPerson } from './person.service.ts';

const t = await useTestApp();
const email = 'canary@example.org';
const phone = '+256700123456';
const named: Record<string, string> = {
  email,
  recipient: email,
  phone_international: phone,
  body: `canary body ${email}`,
  entity_type: 'registration',
  scope: 'registrations',
};

test('erasing a person empties each personal column, and the copy holds what is written there', async () => {
  const db = await createTestDatabase();
  await fillEveryTable(db.connection, ({ name, type }) => {
    if (/phone$/.test(name)) return `'${phone}'`;
    if (/json/.test(type)) return `'{"id": 1, "a": "canary ${name}"}'`;
    return /^(?:text|varchar)$/.test(type) ? `'${named[name] ?? `canary ${name}`}'` : undefined;
  });
  const orm = openOrm(db.connection, entities);
  onTestFinished(async () => {
    await orm.close();
    await db.drop();
  });
  const { user } = await t.given.account();
  const actor = { ...confirmedOwner, ...user };
  const ctx = () => ({ ...t.jobContext(), em: orm.em.fork(), actor });
  const listHolding = async () =>
    Object.entries(await readEveryTable(db.connection)).flatMap(([table, rows]) =>
      Object.entries(rows[0] ?? {})
        .filter(([, value]) => /canary|700123456/.test(JSON.stringify(value)))
        .map(([column]) => ({ table, column })),
    );
  const before = await listHolding();
  const copy = JSON.stringify([await exportPerson(ctx(), email), await exportPerson(ctx(), phone)]);
  for (const person of [email, phone]) await erasePerson(ctx(), person);
  const after = await listHolding();
  const names = (of: typeof before) => of.map(({ table, column }) => `${table}.${column}`);
  const left = new Set(names(after));
  const erased = before.filter(({ table, column }) => !left.has(`${table}.${column}`));
  const personal = new Set(erased.map(({ table }) => table));

  // Each table or column about a person is either erased or listed here
  expect(new Set(after.map(({ table }) => table).filter((table) => !personal.has(table)))).toEqual(
    new Set([
      'access_links',
      'accounts',
      'activities',
      'alumni',
      'api_keys',
      'campaigns',
      'cash_closings',
      'cash_counts',
      'fee_confirmations',
      'control_notes',
      'fee_prints',

      'coaches',
      'content_versions',
      'data_keys',
      // No key opens it any more, and the job removes its file and then the row
      'document_pages',
      'facilities',
      'failed_starts',
      'gallery_items',
      'import_items',
      'import_pictures',
      'imports',
      'incoming_sms',
      'intakes',
      'legal_versions',
      'online_fees',
      'pages',
      'posts',
      'programs',
      'recovery_codes',
      'redirects',
      'refresh_tokens',
      'sandbox_payments',
      'schedules',
      'sessions',
      'signing_keys',
      'site',
      'sms_numbers',
      'sms_reports',
      'statement_comparisons',
      'statement_imports',
      'upload_quotas',
      'uploads',
      'webhook_deliveries',
      'webhooks',
      'written_words',
      'wrong_tries',
    ]),
  );
  const staying = Map.groupBy(
    after.filter(({ table }) => personal.has(table)),
    ({ table }) => table,
  );
  expect(
    Object.fromEntries([...staying].map(([table, of]) => [table, of.map(({ column }) => column)])),
  ).toEqual({
    certificates: [
      'number',
      'code',
      'program',
      'issuer',
      'signer_name',
      'signer_title',
      'note',
      'search',
      'result',
      'second_signer_name',
      'second_signer_title',
    ],
    // The label of an instalment is the program's
    charges: ['label', 'recorded_by'],
    donations: [
      'tx_ref',
      'receipt_number',
      'cancellation_number',
      'receipt_code',
      'search',
      'recorded_by',
      'cancelled_by',
      'provider',
    ],
    fee_movements: ['recorded_by', 'operator_id', 'bank', 'number', 'code', 'box'],
    fee_parts: ['recorded_by', 'receipt_number', 'receipt_code'],
    kept_statement_lines: ['recorded_by', 'operator_id'],
  });

  const marker = (column: string) =>
    /phone/.test(column) ? '700123456' : /^(?:email|recipient)$/.test(column) ? email : `canary ${column}`;
  expect(names(erased.filter(({ column }) => !copy.includes(marker(column))))).toEqual([
    'certificates.jws',
    'given_answers.decided_by',
    'given_answers.original_seen_by',
    // Its column `answer` has the words of that of `given_answers` here
    'idempotency_keys.key',
    'idempotency_keys.body_hash',
    'messages.search',
    'outgoing_messages.data',
    'outgoing_messages.last_error',
    'outgoing_messages.provider_id',
    'outgoing_messages.cost',
    'registrations.consent_version',
    'registrations.search',
    'subscribers.token',
    'subscribers.search',
    'subscribers.left_hash',
  ]);
});
