import type { Coach } from '@institute/contract';
import { type CoachFilter, passesFilter } from '@institute/contract/coach-role';

type Query = { group: CoachFilter | undefined; limit: number; offset: number };

export function coachesOf<Row extends Pick<Coach, 'role'>>(team: Row[], { group, limit, offset }: Query) {
  const found = team.filter(({ role }) => passesFilter(role, group));
  return { items: found.slice(offset, offset + limit), total: found.length };
}
