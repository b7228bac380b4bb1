import type { RegistrationUpdate } from '@institute/contract';
import { type HealthFieldName, healthFields } from '@institute/contract/registration-fields.constants';
import { isKeyActor } from '../../../context/actor.ts';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { recordRead } from '../../platform/activity/activity.service.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { type MedicalAnswers, openMedical, sealMedical } from './registration-medical.service.ts';

export const openVisibleMedical = (
  ctx: Pick<Ctx, 'actor' | 'config'>,
  row: Pick<RegistrationRow, 'medical' | 'medicalId'>,
) => (hasRight(ctx, 'health') ? openMedical(ctx.config.dataKeys, row) : undefined);

export const listMedicalReadIds = (ctx: Pick<Ctx, 'actor'>, ids: number[]) =>
  hasRight(ctx, 'health') ? ids : null;

const recordMedicalRead = (description: string) => (ctx: Ctx, medicalOf: number[]) =>
  recordRead(ctx, { entityType: 'registration', entityId: null, description, medicalOf });

/** Records which registrations a search of medical information has shown. The searched word is not recorded. */
export const recordMedicalSearch = recordMedicalRead(
  'Searched the registrations for a word, in their health information too',
);
export const recordMedicalList = recordMedicalRead('Read a list of registrations with health information');

const isHealthField = (name: string) => healthFields.some((field) => field === name);

/** Returns the same type, because the health fields of an update are optional. */
export const removeHealthFields = <Update extends object>(update: Update): Update =>
  Object.fromEntries(Object.entries(update).filter(([name]) => !isHealthField(name))) as Update;

/** Changes medical answers and returns the names of the changed ones. API keys may only read them. */
export function changeMedical(
  { config: { dataKeys }, actor }: Pick<Ctx, 'config' | 'actor'>,
  row: RegistrationRow,
  update: Partial<MedicalAnswers>,
): HealthFieldName[] {
  const formerAnswers = openMedical(dataKeys, row);
  const changedFields = healthFields.filter(
    (field) => update[field] !== undefined && update[field] !== formerAnswers[field],
  );
  if (changedFields.length === 0) return [];
  if (isKeyActor(actor)) throw new AppError('FORBIDDEN', 'An API key changes no health information');
  const changedAnswers = Object.fromEntries(changedFields.map((field) => [field, update[field]]));
  Object.assign(row, sealMedical(dataKeys, { ...formerAnswers, ...changedAnswers }));
  return changedFields;
}

/**
 * Callers without the right read null in the medical fields. A null that they send back changes nothing. A text is
 * refused, because it would overwrite answers that they cannot see.
 */
export function removeHiddenHealthFields<Update extends Partial<RegistrationUpdate>>(
  ctx: Pick<Ctx, 'actor'>,
  update: Update,
): Update {
  if (hasRight(ctx, 'health')) return update;
  const hiddenFieldDetails = healthFields
    .filter((field) => update[field])
    .map((path) => ({ path, message: 'This is hidden from your account' }));
  if (hiddenFieldDetails.length > 0) throw makeMedicalHiddenError(hiddenFieldDetails);
  return removeHealthFields(update);
}

export const makeMedicalHiddenError = (details: AppError['details'] = []): AppError =>
  new AppError('FORBIDDEN', 'Your account may not read health information', { details });
