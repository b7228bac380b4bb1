import { randomUUID } from 'node:crypto';
import { type HealthFieldName, healthFields } from '@institute/contract/registration-fields.constants';
import { type DataKeys, sealText, unsealText } from '../../../crypto/data-keys.ts';
import type { SealedColumn } from '../../../crypto/sealed-columns.ts';
import { foldToPlainLetters } from '../../../database/fold-text.ts';
import { hashTrigrams } from './registration-medical-search.service.ts';

export type MedicalAnswers = Record<HealthFieldName, string | null>;

export interface MedicalColumns {
  /** All answers in one encrypted text, so that the row does not show which questions were answered. */
  medical: string | null;
  /** Binds the text to its row, so that it cannot be decrypted in another row. */
  medicalId: string | null;
  medicalTerms: number[] | null;
}

type SealedAnswers = Pick<MedicalColumns, 'medical' | 'medicalId'>;

const collectAnswers = (answerOf: (name: HealthFieldName) => string | null): MedicalAnswers =>
  Object.fromEntries(healthFields.map((name) => [name, answerOf(name)])) as MedicalAnswers;

export const emptyMedicalAnswers = collectAnswers(() => null);

export const emptyMedicalColumns: MedicalColumns = { medical: null, medicalId: null, medicalTerms: null };

export function sealMedical(keys: DataKeys, answers: MedicalAnswers): MedicalColumns {
  if (!healthFields.some((name) => answers[name])) return emptyMedicalColumns;
  const medicalId = randomUUID();
  const answersJson = JSON.stringify(collectAnswers((name) => answers[name]));
  return {
    medical: sealText(keys, answersJson, makeMedicalBinding(medicalId)),
    medicalId,
    medicalTerms: hashTrigrams(keys.all()[0], joinSearchedText(answers)),
  };
}

export function openMedical(keys: DataKeys, { medical, medicalId }: Partial<SealedAnswers>): MedicalAnswers {
  if (!medical) return emptyMedicalAnswers;
  const storedAnswers = JSON.parse(
    unsealText(keys, medical, makeMedicalBinding(medicalId ?? '')),
  ) as Partial<MedicalAnswers>;
  // Answers that are older than a field lack it
  return collectAnswers((name) => storedAnswers[name] ?? null);
}

const joinSearchedText = (answers: MedicalAnswers): string =>
  foldToPlainLetters(healthFields.map((name) => answers[name] ?? '').join(' '));

const makeMedicalBinding = (medicalId: string) => `registrations.medical ${medicalId}`;

const toMedicalColumnNames = ({ medical, medicalId, medicalTerms }: MedicalColumns) => ({
  medical,
  medical_id: medicalId,
  medical_terms: medicalTerms,
});

/** Encrypts the answers of a row that an earlier version stored in plain text. */
export function sealPlainAnswers(keys: DataKeys, row: Record<string, unknown>) {
  const toAnswerOrNull = (value: unknown) => (typeof value === 'string' && value ? value : null);
  return toMedicalColumnNames(
    sealMedical(keys, {
      ...emptyMedicalAnswers,
      medicalConditions: toAnswerOrNull(row.medical_conditions),
      allergies: toAnswerOrNull(row.allergies),
      medications: toAnswerOrNull(row.medications),
    }),
  );
}

export const sealedMedicalColumn: SealedColumn = {
  table: 'registrations',
  column: 'medical',
  words: 'health answers',
  others: ['medical_id', 'medical_terms'],
  reseal: (keys, { medical, medical_id }) =>
    toMedicalColumnNames(
      sealMedical(keys, openMedical(keys, { medical: String(medical), medicalId: String(medical_id) })),
    ),
  whenErased: 'version = version + 1, updated_at = now()',
};
