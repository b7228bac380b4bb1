import { randomUUID } from 'node:crypto';
import type { RegistrationUpdate } from '@institute/contract';
import { readReference } from '@institute/contract/reference';
import { type HealthField, healthFields } from '@institute/contract/registration-fields.constants';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type Ctx, hasRight } from '../../../context.ts';
import { type DataKey, type DataKeys, keyedHash, sealText, unsealText } from '../../../crypto/data-keys.ts';
import {
  checkDataKeys,
  type SealedColumn,
  type SealedRow,
  type Sealing,
  writeSealed,
} from '../../../crypto/sealed-columns.ts';
import { withClient } from '../../../database/client.ts';
import { underLock } from '../../../database/migrate.ts';
import { AppError } from '../../../errors.ts';
import { recordRead } from '../../platform/activity/activity.service.ts';
import type { RegistrationRow } from './registration.entity.ts';

/** What Unicode cannot decompose, each with its form in PostgreSQL's dictionary `unaccent`. */
const plainNames = new Map(
  (
    "æae ðd øo þth ßss đd ħh ıi ĸq łl ʼ' ⁄/ ŋn œoe ŧt ƀb ɓb ƃb ƈc ɖd ɗd ƌd ɛe ƒf ɠg ƕhv ɩi ɨi ƙk ƚl ɲn ƞn ƣoi ƥp ƫt ƭt ʈt ʋv ƴy ƶz ǥg " +
    "ȡd ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp ⱥa ȼc ⱦt ȿs ɀz ʉu ɇe ɉj ɍr ɏy ‘' ’' ‚, ‛' “\" ”\" ‐- ‑- ‒- –- —- ―- ×* ÷/"
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

/**
 * Same result as `lower(unaccent(…))` in the database, for texts that the database must not see. The rule of names in
 * `fold` is left out: hashes of stored answers depend on this folding.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => plainNames.get(letter) ?? letter);

export type MedicalAnswers = Record<HealthField, string | null>;

export interface MedicalColumns {
  /** One encrypted text, so that the row does not show which questions were answered. */
  medical: string | null;
  /** Binds the text to its row. It cannot be decrypted in another row. */
  medicalId: string | null;
  medicalTerms: number[] | null;
}

type SealedAnswers = Pick<MedicalColumns, 'medical' | 'medicalId'>;

const collectAnswers = (answerOf: (name: HealthField) => string | null): MedicalAnswers =>
  Object.fromEntries(healthFields.map((name) => [name, answerOf(name)])) as MedicalAnswers;

export const noAnswers = collectAnswers(() => null);

export const noMedical: MedicalColumns = { medical: null, medicalId: null, medicalTerms: null };

export const TRIGRAM = 3;

export function sealMedical(keys: DataKeys, answers: MedicalAnswers): MedicalColumns {
  if (!healthFields.some((name) => answers[name])) return noMedical;
  const medicalId = randomUUID();
  const asAnswer = JSON.stringify(collectAnswers((name) => answers[name]));
  return {
    medical: sealText(keys, asAnswer, boundTo(medicalId)),
    medicalId,
    medicalTerms: trigramHashes(keys.all()[0], searchedText(answers)),
  };
}

export function openMedical(keys: DataKeys, { medical, medicalId }: Partial<SealedAnswers>): MedicalAnswers {
  if (!medical) return noAnswers;
  const stored = JSON.parse(unsealText(keys, medical, boundTo(medicalId ?? ''))) as Partial<MedicalAnswers>;
  // An answer of before a field was added does not have it
  return collectAnswers((name) => stored[name] ?? null);
}

const searchedText = (answers: MedicalAnswers): string =>
  foldText(healthFields.map((name) => answers[name] ?? '').join(' '));

function trigramHashes(key: DataKey, folded: string): number[] {
  const letters = [...folded];
  const hashes = new Set<number>();
  for (let at = 0; at + TRIGRAM <= letters.length; at += 1) {
    hashes.add(trigramHash(key, letters.slice(at, at + TRIGRAM).join('')));
  }
  return [...hashes];
}

/** Texts repeat the same few thousand trigrams, and a hash takes microseconds. */
const hashesOfKeys = new WeakMap<DataKey, LRUCache<string, number>>();

function trigramHash(key: DataKey, trigram: string): number {
  const hashes = hashesOfKeys.get(key) ?? new LRUCache<string, number>({ max: 20_000 });
  hashesOfKeys.set(key, hashes);
  const known = hashes.get(trigram);
  if (known !== undefined) return known;
  const hash = keyedHash(key, trigram);
  hashes.set(trigram, hash);
  return hash;
}

const boundTo = (medicalId: string) => `registrations.medical ${medicalId}`;

const byName = ({ medical, medicalId, medicalTerms }: MedicalColumns) => ({
  medical,
  medical_id: medicalId,
  medical_terms: medicalTerms,
});

/** Encrypts a row from a version that stored the answers in plain text. */
export function sealPlain(keys: DataKeys, row: Record<string, unknown>) {
  const asAnswer = (value: unknown) => (typeof value === 'string' && value ? value : null);
  return byName(
    sealMedical(keys, {
      ...noAnswers,
      medicalConditions: asAnswer(row.medical_conditions),
      allergies: asAnswer(row.allergies),
      medications: asAnswer(row.medications),
    }),
  );
}

export const medicalAnswers: SealedColumn = {
  table: 'registrations',
  column: 'medical',
  words: 'health answers',
  others: ['medical_id', 'medical_terms'],
  reseal: (keys, { medical, medical_id }) =>
    byName(sealMedical(keys, openMedical(keys, { medical: String(medical), medicalId: String(medical_id) }))),
  whenErased: 'version = version + 1, updated_at = now()',
};

/** Medical information is searched by three letters or more, and contains no complete reference. */
export const looksIntoMedical = (ctx: Pick<Ctx, 'actor'>, q: string | undefined): boolean =>
  q !== undefined && hasRight(ctx, 'health') && !readReference(q) && [...foldText(q)].length >= TRIGRAM;

/** Hashes trigrams with every key, because some rows have the former key's while it is replaced. */
export const medicalHashes = (ctx: Pick<Ctx, 'actor' | 'config'>, q: string): number[][] =>
  looksIntoMedical(ctx, q) ? ctx.config.dataKeys.all().map((key) => trigramHashes(key, foldText(q))) : [];

export const shownMedical = (
  ctx: Pick<Ctx, 'actor' | 'config'>,
  row: Pick<RegistrationRow, 'medical' | 'medicalId'>,
) => (hasRight(ctx, 'health') ? openMedical(ctx.config.dataKeys, row) : undefined);

export const shownReads = (ctx: Pick<Ctx, 'actor'>, ids: number[]) => (hasRight(ctx, 'health') ? ids : null);

const recordMedicalRead = (description: string) => (ctx: Ctx, medicalOf: number[]) =>
  recordRead(ctx, { entityType: 'registration', entityId: null, description, medicalOf });

/** Records the registrations whose medical information a search has shown, but never the word. */
export const recordSearch = recordMedicalRead(
  'Searched the registrations for a word, in their health information too',
);
export const recordList = recordMedicalRead('Read a list of registrations with health information');

const isHealth = (name: string) => healthFields.some((field) => field === name);

/** The type stays, because the health fields of an update are optional. */
export const withoutHealth = <Update extends object>(update: Update): Update =>
  Object.fromEntries(Object.entries(update).filter(([name]) => !isHealth(name))) as Update;

/** Returns the names of the changed answers. */
export function changeMedical(
  { config: { dataKeys } }: Pick<Ctx, 'config'>,
  row: RegistrationRow,
  update: Partial<MedicalAnswers>,
): HealthField[] {
  const before = openMedical(dataKeys, row);
  const changed = healthFields.filter(
    (field) => update[field] !== undefined && update[field] !== before[field],
  );
  if (changed.length === 0) return [];
  const given = Object.fromEntries(changed.map((field) => [field, update[field]]));
  Object.assign(row, sealMedical(dataKeys, { ...before, ...given }));
  return changed;
}

/**
 * A caller without the right received null for the medical fields. Null sent back means no change. A text is
 * refused, because it would overwrite unseen answers.
 */
export function withoutHidden<Update extends Partial<RegistrationUpdate>>(
  ctx: Pick<Ctx, 'actor'>,
  update: Update,
): Update {
  if (hasRight(ctx, 'health')) return update;
  const details = healthFields
    .filter((field) => update[field])
    .map((path) => ({ path, message: 'This is hidden from your account' }));
  if (details.length > 0) throw medicalHidden(details);
  return withoutHealth(update);
}

export const medicalHidden = (details: AppError['details'] = []): AppError =>
  new AppError('FORBIDDEN', 'Your account may not read health information', { details });

const BATCH = 200;

/** Advisory lock. Nothing else in the database uses this key. */
const LOCK_KEY = 7_240_518_392;

interface Options {
  /**
   * False skips the check of the keys when nothing is left to encrypt. The caller then handles a missing key.
   */
  mustHaveKeys?: boolean;
}

/**
 * Checks the keys and encrypts the medical information of older versions. It may be stopped at any time; the
 * next start continues. Only one process works, the others wait.
 */
export const encryptMedical = (
  connection: pg.ClientConfig,
  sealing: Sealing,
  { mustHaveKeys = true }: Options = {},
): Promise<void> =>
  withClient(connection, 'encrypt', async (client) => {
    if (mustHaveKeys) await checkDataKeys(client, sealing);
    if (!(await isPending(client))) return;
    await underLock(connection, LOCK_KEY, async () => {
      if (!(await isPending(client))) return;
      await checkDataKeys(client, sealing);
      while (await encryptBatch(client, sealing.keys));
      // Old rows and dropped columns stay in the file until it is rewritten
      await client.query('VACUUM (FULL, ANALYZE) registrations');
      await client.query('DROP TABLE medical_to_encrypt');
    });
  });

async function isPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('public.medical_to_encrypt') IS NOT NULL AS is`);
  return rows[0].is;
}

async function encryptBatch(client: pg.Client, keys: DataKeys): Promise<boolean> {
  await client.query('BEGIN');
  const { rows } = await client.query<SealedRow>(
    'DELETE FROM medical_to_encrypt WHERE id IN (SELECT id FROM medical_to_encrypt ORDER BY id LIMIT $1) RETURNING *',
    [BATCH],
  );
  await writeSealed(
    client,
    medicalAnswers,
    rows.map((row) => ({ id: row.id, ...sealPlain(keys, row) })),
  );
  await client.query('COMMIT');
  return rows.length > 0;
}
