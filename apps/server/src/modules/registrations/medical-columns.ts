import { randomUUID } from 'node:crypto';
import { type HealthField, healthFields } from '@institute/contract/registration-fields.constants';
import { LRUCache } from 'lru-cache';
import { type DataKey, type DataKeys, keyedHash, seal, unseal } from '../../crypto/data-keys.ts';
import { foldText } from '../../database/fold-text.ts';
import type { SealedColumn } from '../../database/sealed-columns.ts';

export type MedicalAnswers = Record<HealthField, string | null>;

export interface MedicalColumns {
  /** One encrypted text, so that the row does not show which questions were answered. */
  medical: string | null;
  /** Binds the text to its row. It cannot be decrypted in another row. */
  medicalId: string | null;
  medicalTerms: number[] | null;
}

type Sealed = Pick<MedicalColumns, 'medical' | 'medicalId'>;

const answersOf = (answerOf: (name: HealthField) => string | null): MedicalAnswers =>
  Object.fromEntries(healthFields.map((name) => [name, answerOf(name)])) as MedicalAnswers;
export const noAnswers = answersOf(() => null);
export const noMedical: MedicalColumns = { medical: null, medicalId: null, medicalTerms: null };

export const TRIGRAM = 3;

export function sealMedical(keys: DataKeys, answers: MedicalAnswers): MedicalColumns {
  if (!healthFields.some((name) => answers[name])) return noMedical;
  const medicalId = randomUUID();
  const text = JSON.stringify(answersOf((name) => answers[name]));
  return {
    medical: seal(keys, text, boundTo(medicalId)),
    medicalId,
    medicalTerms: trigramHashes(keys.all()[0], searchedText(answers)),
  };
}

export function openMedical(keys: DataKeys, { medical, medicalId }: Partial<Sealed>): MedicalAnswers {
  if (!medical) return noAnswers;
  const stored = JSON.parse(unseal(keys, medical, boundTo(medicalId ?? ''))) as Partial<MedicalAnswers>;
  // an answer of before a field was added does not have it
  return answersOf((name) => stored[name] ?? null);
}

const searchedText = (answers: MedicalAnswers): string =>
  foldText(healthFields.map((name) => answers[name] ?? '').join(' '));

export function trigramHashes(key: DataKey, folded: string): number[] {
  const letters = [...folded];
  const hashes = new Set<number>();
  for (let at = 0; at + TRIGRAM <= letters.length; at += 1) {
    hashes.add(hashOf(key, letters.slice(at, at + TRIGRAM).join('')));
  }
  return [...hashes];
}

/** Texts repeat the same few thousand trigrams, and a hash takes microseconds. */
const knownHashes = new LRUCache<string, number>({ max: 20_000 });

function hashOf(key: DataKey, trigram: string): number {
  const name = `${key.id} ${trigram}`;
  const known = knownHashes.get(name);
  if (known !== undefined) return known;
  const hash = keyedHash(key, trigram);
  knownHashes.set(name, hash);
  return hash;
}

const boundTo = (medicalId: string) => `registrations.medical ${medicalId}`;

const byName = ({ medical, medicalId, medicalTerms }: MedicalColumns) => ({
  medical,
  medical_id: medicalId,
  medical_terms: medicalTerms,
});

export function sealPlain(keys: DataKeys, row: Record<string, unknown>) {
  const text = (value: unknown) => (typeof value === 'string' && value ? value : null);
  return byName(
    sealMedical(keys, {
      medicalConditions: text(row.medical_conditions),
      allergies: text(row.allergies),
      medications: text(row.medications),
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
  plain: { columns: ['medical_conditions', 'allergies', 'medications'], seal: sealPlain },
};
