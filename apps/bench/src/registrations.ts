import pg, { type ClientConfig } from 'pg';
import { givenKeys, parseKeys } from '../../server/src/data-keys.ts';
import { sealMedical } from '../../server/src/modules/registrations/medical-columns.ts';
import type { Bare } from './bare.ts';
import { type Comparison, compare } from './comparison.ts';
import { EACH_ID } from './load.ts';
import type { Side } from './product.ts';

/** Sent values by column. The API uses other names. */
const plain = {
  program_id: 1,
  first_name: 'Amina',
  last_name: 'Example',
  email: 'amina@example.org',
  phone: '+256 700 000 000',
  date_of_birth: '2001-02-03',
  start_date: '2027-02-01',
  emergency_name: 'Brian Example',
  emergency_phone: '0700 000 001',
  emergency_relation: 'Uncle',
  medical_conditions: 'Asthma',
  allergies: 'Nuts',
  medications: 'Inhaler',
  consent: true,
  created_at: '2027-01-01T08:00:00Z',
  updated_at: '2027-01-01T08:00:00Z',
};
const { created_at, updated_at, ...fields } = plain;

/** Stored values by column: the product stores the health answers encrypted. */
const row = stored(plain);
const columns = Object.keys(row);

function stored({ medical_conditions, allergies, medications, ...others }: typeof plain) {
  const keys = givenKeys(parseKeys(Buffer.alloc(32).toString('base64'), ',') ?? fail());
  const answers = { medicalConditions: medical_conditions, allergies, medications };
  const { medical, medicalId, medicalTerms } = sealMedical(keys, answers);
  return { ...others, medical, medical_id: medicalId, medical_terms: medicalTerms };
}

function fail(): never {
  throw new Error('The key of the comparison is wrong.');
}

const insert = {
  text: `insert into bench_registrations (${columns}) values (${columns.map((_, place) => `$${place + 1}`)}) returning id`,
  columns,
} satisfies NonNullable<Bare['insert']>;

/** Copies the table with its keys, indexes and computed columns. */
export async function copyTable(connection: ClientConfig): Promise<NonNullable<Bare['insert']>> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('create table bench_registrations (like registrations including all)');
  await client.end();
  return insert;
}

/** A whole registration, as an applicant sends it. Each is another one. */
export const registration = {
  path: '/api/v1/registrations',
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': EACH_ID },
  body: JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [camelCase(name), value])),
  ),
} as const;

export async function compareRegistrations(product: Side, bare: Side): Promise<Comparison> {
  const bareInsert = {
    path: '/rows',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bench': EACH_ID },
    body: JSON.stringify(row),
  } as const;
  return compare({
    name: '`POST /api/v1/registrations`',
    target: 0.7,
    cpuTarget: 0.4,
    product: [product, registration],
    bare: [bare, bareInsert],
  });
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
