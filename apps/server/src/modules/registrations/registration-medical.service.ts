import type { RegistrationUpdate } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { recordRead } from '../activity/activity.service.ts';
import { matching } from '../content/search.ts';

const medicalFields = ['medicalConditions', 'allergies', 'medications'] as const;

export const mayReadMedical = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor?.mayReadMedical ?? false;

/** Finds `q` in what the caller may read. */
export const matchingWhatIsShown = (ctx: Pick<Ctx, 'actor'>, q: string) => ({
  $or: [
    matching(q),
    { reference: q.toUpperCase() },
    ...(mayReadMedical(ctx) ? [matching(q, 'medical_search')] : []),
  ],
});

/** Records that a search looked at medical information, and which registrations' it has shown; never the word. */
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

/**
 * Who cannot see medical information got null for it. When they send that back they mean no change; a text would
 * overwrite what they have never read.
 */
export function withoutHidden<Update extends Partial<RegistrationUpdate>>(
  ctx: Pick<Ctx, 'actor'>,
  update: Update,
): Update {
  if (mayReadMedical(ctx)) return update;
  const details = medicalFields
    .filter((field) => update[field])
    .map((path) => ({ path, message: 'This is hidden from your account' }));
  if (details.length > 0) throw medicalHidden(details);
  const { medicalConditions: _, allergies: __, medications: ___, ...rest } = update;
  return rest as Update;
}

export const medicalHidden = (details: AppError['details'] = []): AppError =>
  new AppError('FORBIDDEN', 'Your account may not read health information', { details });
