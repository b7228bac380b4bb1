import type { Coach, CoachSummary } from '@institute/contract';
import { rolePrefixes } from '@institute/contract/coach-role';
import type { CoachGroup } from '@institute/contract/content.constants';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { CoachRow } from './coach.entity.ts';

export const coachView = (row: CoachRow): Coach => ({
  ...storedView(row),
  name: row.name,
  role: row.role,
  bio: row.bio,
  specialties: row.specialties,
  imageUrl: row.imageUrl ?? null,
  imageAlt: row.imageAlt ?? null,
});

export const coachSummary = summaryOf<CoachRow>()(
  ['id', 'name', 'role', 'bio', 'specialties', 'imageUrl', 'imageAlt'],
  (row): CoachSummary => ({
    id: row.id,
    name: row.name,
    role: row.role,
    bio: row.bio,
    specialties: row.specialties,
    imageUrl: row.imageUrl ?? null,
    imageAlt: row.imageAlt ?? null,
  }),
  { narrowed: ({ group }: { group?: CoachGroup }) => (group ? inGroup(group) : {}) },
);

/** The same rule as `coachKind` of the contract. */
function inGroup(group: CoachGroup) {
  const begins = (prefix: string) => ({ role: { $ilike: `${prefix}%` } });
  const { other: _, ...prefixes } = rolePrefixes;
  const prefixed = { $or: Object.values(prefixes).map(begins) };
  return {
    $or: [begins(prefixes[group]), { $and: [{ $not: prefixed }, { role: { $ilike: `%${group}%` } }] }],
  };
}
