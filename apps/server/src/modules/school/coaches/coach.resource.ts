import { type CoachGroup, coachResource } from '@institute/contract';
import { passesFilter, rolePrefixes } from '@institute/contract/coach-role';
import { contentResource } from '../../platform/content/content.resource.ts';
import { CoachEntity } from './coach.entity.ts';

export const coaches = contentResource({
  contract: coachResource,
  entity: CoachEntity,
  title: 'name',
  images: ['imageUrl'],
  listedOn: ['/', '/about', '/coaches'],
  summary: { conditions: ({ group }: { group?: CoachGroup }) => (group ? inGroup(group) : {}) },
  isExported: ({ role }, category) => passesFilter(role, category),
  order: 'id',
  statsKey: 'coaches',
});

/** The same rule as `coachKind` of the contract. */
function inGroup(group: CoachGroup) {
  const roleBegins = (prefix: string) => ({ role: { $ilike: `${prefix}%` } });
  const { other: _, ...prefixes } = rolePrefixes;
  const prefixed = { $or: Object.values(prefixes).map(roleBegins) };
  return {
    $or: [roleBegins(prefixes[group]), { $and: [{ $not: prefixed }, { role: { $ilike: `%${group}%` } }] }],
  };
}
