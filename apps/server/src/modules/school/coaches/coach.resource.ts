import { type CoachGroup, coachResource } from '@institute/contract';
import { isRoleInFilter, rolePrefixes } from '@institute/contract/coach-role';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { CoachEntity } from './coach.entity.ts';

export const coachesResource = declareContentResource({
  contract: coachResource,
  entity: CoachEntity,
  title: 'name',
  images: ['imageUrl'],
  listedOn: ['/', '/about', '/coaches'],
  summary: { conditions: ({ group }: { group?: CoachGroup }) => (group ? makeCoachGroupFilter(group) : {}) },
  isExported: ({ role }, category) => isRoleInFilter(role, category),
  order: 'id',
  statsKey: 'coaches',
});

/** Selects the coaches of a group by the same rule as `readCoachKind` of the contract. */
function makeCoachGroupFilter(group: CoachGroup) {
  const makeRolePrefixFilter = (prefix: string) => ({ role: { $ilike: `${prefix}%` } });
  const { other: _, ...prefixes } = rolePrefixes;
  const prefixCondition = { $or: Object.values(prefixes).map(makeRolePrefixFilter) };
  return {
    $or: [
      makeRolePrefixFilter(prefixes[group]),
      { $and: [{ $not: prefixCondition }, { role: { $ilike: `%${group}%` } }] },
    ],
  };
}
