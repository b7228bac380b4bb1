import type { Client } from 'pg';
import { loadKeys } from '../../crypto/data-keys.ts';
import { writeSealedTexts } from '../../crypto/sealed-columns.ts';
import {
  sealedMedicalColumn,
  sealPlainAnswers,
} from '../../modules/school/registrations/registration-medical.service.ts';

const first =
  'Amina Brian Grace Kato Wasswa Babirye Moses Sarah Joseph Esther Ivan Juliet Ronald Patience Denis Irene Peter Winnie Samuel Zaïnab Faith Apio';
const last =
  'Nakato Okello Mukasa Namuli Kizza Ssempala Nabirye Otim Achieng Tumusiime Byaruhanga Lubega Nansubuga Opio Akello Wandera Musoke Ouma Nalwoga';
const illnesses = ['Asthma', 'Epilepsy', 'Diabetes', 'High blood pressure', 'Sickle cell'];
const BATCH = 1000;

/** SQL that takes one of the words, which may be given in one text. */
function pickWord(given: string | string[], n: string): string {
  const words = typeof given === 'string' ? given.split(' ') : given;
  return `(array[${words.map((word) => `'${word}'`).join()}])[1 + (${n}) % ${words.length}]`;
}

/**
 * Creates the same rows each time, and analyzes the table as autovacuum would.
 * 100,000 registrations stand for ten years.
 */
export async function seedRegistrations(
  client: Client,
  dataDir: string,
  before: number,
  amount: number,
): Promise<void> {
  const keys = loadKeys(dataDir);
  await client.query(`
    insert into registrations (
      program_id, first_name, last_name, email, phone, date_of_birth, start_date, emergency_name, emergency_phone,
      emergency_relation, consent, status, created_at, updated_at
    )
    select 1 + n % 5, first, last, lower(first || '.' || last) || n || ${pickWord('@gmail.com @yahoo.com @example.org @outlook.com', 'n')},
      '+256 7' || lpad((n * 7919::bigint % 100000000)::text, 8, '0'), date '1990-01-01' + n % 6000, date '2027-02-01' + n % 700,
      ${pickWord(first, 'n * 13')} || ' ' || last, '07' || lpad((n * 104729::bigint % 100000000)::text, 8, '0'),
      ${pickWord('Mother Father Aunt Uncle Guardian', 'n')},
      true, ${pickWord('new reviewing accepted rejected withdrawn', 'n % 13')}, made, made
    from (
      select n, ${pickWord(first, 'n * 31')} as first, ${pickWord(last, 'n * 17 + n / 20')} as last,
        timestamptz '2017-01-01' + n * interval '50 minutes' as made
      from generate_series(${before + 1}, ${amount}) n
    ) samples`);
  for (let from = before + 5; from <= amount; from += 5 * BATCH) {
    const { rows } = await client.query(
      `select n as id, ${pickWord(illnesses, 'n % 7')} as medical_conditions,
         case when n % 10 = 0 then 'Groundnuts and dust' end as allergies,
         case when n % 20 = 0 then 'Inhaler twice a day' when n % 5000 = 15 then 'Insulin' end as medications
       from generate_series($1::int, $2::int, 5) n`,
      [from, Math.min(amount, from + 5 * BATCH - 1)],
    );
    const sealed = rows.map((row) => ({ id: row.id, ...sealPlainAnswers(keys, row) }));
    await writeSealedTexts(client, sealedMedicalColumn, sealed);
  }
  await client.query('vacuum analyze registrations');
}
