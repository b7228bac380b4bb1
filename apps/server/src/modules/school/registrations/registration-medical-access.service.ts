import type { RegistrationUpdate } from '@institute/contract';
import { type HealthField, healthFields } from '@institute/contract/registration-fields.constants';
import { isKey } from '../../../context/actor.ts';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { recordRead } from '../../platform/activity/activity.service.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { type MedicalAnswers, openMedical, sealMedical } from './registration-medical.service.ts';

export const showMedical = (
  ctx: Pick<Ctx, 'actor' | 'config'>,
  row: Pick<RegistrationRow, 'medical' | 'medicalId'>,
) => (hasRight(ctx, 'health') ? openMedical(ctx.config.dataKeys, row) : undefined);

export const listVisibleReads = (ctx: Pick<Ctx, 'actor'>, ids: number[]) =>
  hasRight(ctx, 'health') ? ids : null;

const recordMedicalRead = (description: string) => (ctx: Ctx, medicalOf: number[]) =>
  recordRead(ctx, { entityType: 'registration', entityId: null, description, medicalOf });

/** Records the registrations whose medical information a search has shown, but never the word. */
export const recordMedicalSearch = recordMedicalRead(
  'Searched the registrations for a word, in their health information too',
);
export const recordMedicalList = recordMedicalRead('Read a list of registrations with health information');

const isHealthField = (name: string) => healthFields.some((field) => field === name);

/** The type stays, because the health fields of an update are optional. */
export const removeHealthFields = <Update extends object>(update: Update): Update =>
  Object.fromEntries(Object.entries(update).filter(([name]) => !isHealthField(name))) as Update;

/** Returns the names of the changed answers. API keys only read them. */
export function changeMedical(
  { config: { dataKeys }, actor }: Pick<Ctx, 'config' | 'actor'>,
  row: RegistrationRow,
  update: Partial<MedicalAnswers>,
): HealthField[] {
  const before = openMedical(dataKeys, row);
  const changed = healthFields.filter(
    (field) => update[field] !== undefined && update[field] !== before[field],
  );
  if (changed.length === 0) return [];
  if (isKey(actor)) throw new AppError('FORBIDDEN', 'An API key changes no health information');
  const changedAnswers = Object.fromEntries(changed.map((field) => [field, update[field]]));
  Object.assign(row, sealMedical(dataKeys, { ...before, ...changedAnswers }));
  return changed;
}

/**
 * A caller without the right received null for the medical fields. Null sent back means no change. A text is
 * refused, because it would overwrite unseen answers.
 */
export function removeHiddenHealthFields<Update extends Partial<RegistrationUpdate>>(
  ctx: Pick<Ctx, 'actor'>,
  update: Update,
): Update {
  if (hasRight(ctx, 'health')) return update;
  const details = healthFields
    .filter((field) => update[field])
    .map((path) => ({ path, message: 'This is hidden from your account' }));
  if (details.length > 0) throw medicalHiddenError(details);
  return removeHealthFields(update);
}

export const medicalHiddenError = (details: AppError['details'] = []): AppError =>
  new AppError('FORBIDDEN', 'Your account may not read health information', { details });
