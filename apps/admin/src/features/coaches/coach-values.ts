import { type Coach, type CoachInput, coachInput } from '@institute/contract';
import { coachKind, coachKinds, plainRole, storedRole } from '@institute/contract/coach-role';
import * as z from 'zod';

/** The form has two fields, kind and role, which are stored as one text. */
export const coachSchema = coachInput
  .extend({
    kind: z.enum(coachKinds),
  })
  .transform(({ kind, role, ...coach }) => ({ ...coach, role: storedRole(kind, role) }));
export type CoachValues = (typeof coachSchema)['_zod']['input'];

export const coachValues = (coach: Coach | null): CoachValues => ({
  kind: coach ? coachKind(coach.role) : 'coach',
  name: coach?.name ?? '',
  role: coach ? plainRole(coach.role) : '',
  bio: coach?.bio ?? '',
  specialties: coach?.specialties ?? [],
  imageUrl: coach?.imageUrl ?? '',
  imageAlt: coach?.imageAlt ?? '',
});

/**
 * Keeps a stored role that the user did not change, because another prefix could move the coach to another
 * group.
 */
export const keepRole = (input: CoachInput, stored: Coach | null): CoachInput =>
  stored && input.role === storedRole(coachKind(stored.role), plainRole(stored.role))
    ? { ...input, role: stored.role }
    : input;
