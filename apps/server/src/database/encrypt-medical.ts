import pg from 'pg';
import type { DataKeys } from '../crypto/data-keys.ts';
import { underLock } from './advisory-lock.ts';
import { checkDataKeys } from './known-keys.ts';
import { type MedicalAnswers, sealMedical } from './medical-columns.ts';

const BATCH = 200;
/** The key of the advisory lock. Nothing else on the database uses it. */
const LOCK_KEY = 7_240_518_392;

interface PlainRow {
  id: number;
  medical_conditions: string | null;
  allergies: string | null;
  medications: string | null;
}

interface Options {
  /** False skips the check of the keys when nothing is left to encrypt. The caller then handles a missing key. */
  mustHaveKeys?: boolean;
}

/**
 * Checks the keys, and encrypts what was stored before health answers were encrypted. It may be stopped at any time;
 * the next start goes on. Of processes that start together, one works and the others wait.
 */
export async function encryptMedical(
  connection: pg.ClientConfig,
  keys: DataKeys,
  { mustHaveKeys = true }: Options = {},
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'institute encrypt' });
  // if this connection is lost, the statements fail by themselves
  client.on('error', () => {});
  await client.connect();
  try {
    if (mustHaveKeys) await checkDataKeys(client, keys);
    if (!(await isPending(client))) return;
    await underLock(connection, LOCK_KEY, async () => {
      if (!(await isPending(client))) return;
      await checkDataKeys(client, keys);
      while (await encryptBatch(client, keys));
      // rows as they were, and dropped columns, stay in the file until it is written anew
      await client.query('VACUUM (FULL, ANALYZE) registrations');
      await client.query('DROP TABLE medical_to_encrypt');
    });
  } finally {
    await client.end();
  }
}

async function isPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('public.medical_to_encrypt') IS NOT NULL AS is`);
  return rows[0].is;
}

async function encryptBatch(client: pg.Client, keys: DataKeys): Promise<boolean> {
  await client.query('BEGIN');
  const { rows } = await client.query<PlainRow>(
    'DELETE FROM medical_to_encrypt WHERE id IN (SELECT id FROM medical_to_encrypt ORDER BY id LIMIT $1) RETURNING *',
    [BATCH],
  );
  await writeMedical(
    client,
    rows.map((row) => ({ id: row.id, ...sealedColumns(keys, row) })),
  );
  await client.query('COMMIT');
  return rows.length > 0;
}

/** The columns of a row, by their names in the database, from the columns that older versions had. */
export function sealedColumns(keys: DataKeys, row: Partial<Record<keyof PlainRow, unknown>>) {
  const text = (value: unknown) => (typeof value === 'string' && value ? value : null);
  const answers: MedicalAnswers = {
    medicalConditions: text(row.medical_conditions),
    allergies: text(row.allergies),
    medications: text(row.medications),
  };
  const { medical, medicalId, medicalTerms } = sealMedical(keys, answers);
  return { medical, medical_id: medicalId, medical_terms: medicalTerms };
}

/** Writes the encrypted columns of these rows, without counting it as a change of the registration. */
export async function writeMedical(
  client: Pick<pg.Client, 'query'>,
  rows: readonly ({ id: number } & ReturnType<typeof sealedColumns>)[],
): Promise<void> {
  await client.query(
    `UPDATE registrations SET medical = given.medical, medical_id = given.medical_id, medical_terms = given.medical_terms
     FROM jsonb_to_recordset($1) AS given (id int, medical text, medical_id uuid, medical_terms int[])
     WHERE registrations.id = given.id`,
    [JSON.stringify(rows)],
  );
}
