import { type Coach, coachInput } from '@institute/contract';
import { coachKind, coachKinds, plainRole, storedRole } from '@institute/contract/coach-role';
import * as z from 'zod';
import { typedList, typedText } from '../../admin-ui/form/typed-list.ts';

/** The form has two fields for the kind and the role, which are stored as one text. */
export const coachSchema = coachInput
  .extend({
    kind: z.enum(coachKinds),
    specialties: typedList(',', coachInput.shape.specialties.unwrap().out),
  })
  .transform(({ kind, role, ...coach }) => ({ ...coach, role: storedRole(kind, role) }));
export type CoachValues = (typeof coachSchema)['_zod']['input'];

export const coachValues = (coach: Coach | null): CoachValues => ({
  kind: coach ? coachKind(coach.role) : 'coach',
  name: coach?.name ?? '',
  role: coach ? plainRole(coach.role) : '',
  bio: coach?.bio ?? '',
  specialties: typedText(',', coach?.specialties),
  imageUrl: coach?.imageUrl ?? '',
  imageAlt: coach?.imageAlt ?? '',
});
