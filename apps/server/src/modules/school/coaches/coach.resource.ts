import { type CoachGroup, coachResource } from '@institute/contract';
import { isInFilter, rolePrefixes } from '@institute/contract/coach-role';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { CoachEntity } from './coach.entity.ts';

export const coaches = declareContentResource({
  contract: coachResource,
  entity: CoachEntity,
  title: 'name',
  images: ['imageUrl'],
  listedOn: ['/', '/about', '/coaches'],
  summary: { conditions: ({ group }: { group?: CoachGroup }) => (group ? whereGroup(group) : {}) },
  isExported: ({ role }, category) => isInFilter(role, category),
  order: 'id',
  statsKey: 'coaches',
});

/** Selects the coaches of a group by the same rule as `readCoachKind` of the contract. */
function whereGroup(group: CoachGroup) {
  const whereRoleBegins = (prefix: string) => ({ role: { $ilike: `${prefix}%` } });
  const { other: _, ...prefixes } = rolePrefixes;
  const prefixCondition = { $or: Object.values(prefixes).map(whereRoleBegins) };
  return {
    $or: [
      whereRoleBegins(prefixes[group]),
      { $and: [{ $not: prefixCondition }, { role: { $ilike: `%${group}%` } }] },
    ],
  };
}
