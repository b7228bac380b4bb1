import type { RegistrationUpdate } from '@institute/contract';
import { healthFields } from '@institute/contract/registration-fields.constants';
import { type Ctx, hasTypedPassword, isKey, passwordCounts } from '../../context.ts';
import { foldText } from '../../database/fold-text.ts';
import { AppError } from '../../errors.ts';
import { recordRead } from '../activity/activity.service.ts';
import { type MedicalAnswers, openMedical, sealMedical, TRIGRAM, trigramHashes } from './medical-columns.ts';
import type { RegistrationRow } from './registration.entity.ts';

export const mayReadMedical = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor?.mayReadMedical ?? false;

const reference = /^reg-\d{4}-\d{6,10}$/i;

/** Medical information contains no complete reference. */
export const isReference = (q: string): boolean => reference.test(q);

/** Medical information is searched by three letters or more. */
export const looksIntoMedical = (ctx: Pick<Ctx, 'actor'>, q: string | undefined): boolean =>
  q !== undefined && mayReadMedical(ctx) && !isReference(q) && [...foldText(q)].length >= TRIGRAM;

/**
 * Hashes of the text's trigrams with every key, because some rows have hashes of the former key while it is
 * replaced.
 */
export const medicalHashes = (ctx: Pick<Ctx, 'actor' | 'config'>, q: string): number[][] =>
  looksIntoMedical(ctx, q) ? ctx.config.dataKeys.all().map((key) => trigramHashes(key, foldText(q))) : [];

/** True for a session without a recent password. An API key needs its scope instead. */
export const lacksPassword = (ctx: Pick<Ctx, 'actor' | 'now'>): boolean =>
  !isKey(ctx.actor) && !hasTypedPassword(ctx, passwordCounts.longList);

export const withoutMedical = <C extends Pick<Ctx, 'actor'>>(ctx: C): C => ({
  ...ctx,
  actor: ctx.actor && { ...ctx.actor, mayReadMedical: false },
});

export const shownMedical = (
  ctx: Pick<Ctx, 'actor' | 'config'>,
  row: Pick<RegistrationRow, 'medical' | 'medicalId'>,
): MedicalAnswers | undefined => (mayReadMedical(ctx) ? openMedical(ctx.config.dataKeys, row) : undefined);

export const shownOf = (ctx: Pick<Ctx, 'actor'>, ids: number[]): number[] | null =>
  mayReadMedical(ctx) ? ids : null;

/** Records the registrations whose medical information a search has shown, but never the word. */
export const recordSearch = (ctx: Ctx, shown: number[]): Promise<void> =>
  recordRead(ctx, {
    entityType: 'registration',
    entityId: null,
    description: 'Searched the registrations for a word, in their health information too',
    medicalOf: shown,
  });

export const recordList = (ctx: Ctx, shown: number[]): Promise<void> =>
  recordRead(ctx, {
    entityType: 'registration',
    entityId: null,
    description: 'Read a list of registrations with health information',
    medicalOf: shown,
  });

const isHealth = (name: string) => healthFields.some((field) => field === name);

export const withoutHealth = (update: object): object =>
  Object.fromEntries(Object.entries(update).filter(([name]) => !isHealth(name)));

export function changeMedical(
  { config: { dataKeys } }: Pick<Ctx, 'config'>,
  row: RegistrationRow,
  update: Partial<MedicalAnswers>,
): void {
  const before = openMedical(dataKeys, row);
  const changed = healthFields.filter(
    (field) => update[field] !== undefined && update[field] !== before[field],
  );
  if (changed.length === 0) return;
  const given = Object.fromEntries(changed.map((field) => [field, update[field]]));
  Object.assign(row, sealMedical(dataKeys, { ...before, ...given }));
}

/**
 * A caller without the right received null for the medical fields. Null sent back means no change. A text is
 * refused, because it would overwrite unseen answers.
 */
export function withoutHidden<Update extends Partial<RegistrationUpdate>>(
  ctx: Pick<Ctx, 'actor'>,
  update: Update,
): Update {
  if (mayReadMedical(ctx)) return update;
  const details = healthFields
    .filter((field) => update[field])
    .map((path) => ({ path, message: 'This is hidden from your account' }));
  if (details.length > 0) throw medicalHidden(details);
  const { medicalConditions: _, allergies: __, medications: ___, ...rest } = update;
  return rest as Update;
}

export const medicalHidden = (details: AppError['details'] = []): AppError =>
  new AppError('FORBIDDEN', 'Your account may not read health information', { details });
