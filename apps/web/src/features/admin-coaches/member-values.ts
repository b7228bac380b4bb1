import { type Coach, coachInput } from '@institute/contract';
import { memberKind, memberKinds, plainRole, storedRole } from '@institute/contract/rules';
import * as z from 'zod';
import { typed, typedList } from '../../admin-ui/form/typed-list.ts';

/** What the form holds: the kind apart from the role, which are stored as one text. */
export const memberSchema = coachInput
  .extend({
    kind: z.enum(memberKinds),
    specialties: typedList(',', coachInput.shape.specialties.unwrap().out),
  })
  .transform(({ kind, role, ...member }) => ({ ...member, role: storedRole(kind, role) }));
export type MemberValues = (typeof memberSchema)['_zod']['input'];

export const memberValues = (member: Coach | null): MemberValues => ({
  kind: member ? memberKind(member.role) : 'coach',
  name: member?.name ?? '',
  role: member ? plainRole(member.role) : '',
  bio: member?.bio ?? '',
  specialties: typed(',', member?.specialties),
  imageUrl: member?.imageUrl ?? '',
  imageAlt: member?.imageAlt ?? '',
});
