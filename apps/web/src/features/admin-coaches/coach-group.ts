import type { Coach } from '@institute/contract';
import { isCoach, isStaff } from '@institute/contract/coach-role';

/** The board belongs to "other". */
export type CoachFilter = 'coaches' | 'staff' | 'other';

const belongs: Record<CoachFilter, (role: string) => boolean> = {
  coaches: isCoach,
  staff: isStaff,
  other: (role) => !isCoach(role) && !isStaff(role),
};

type Query = { group: CoachFilter | undefined; limit: number; offset: number };

/** One page of a group. */
export function coachesOf<Row extends Pick<Coach, 'role'>>(team: Row[], { group, limit, offset }: Query) {
  const found = group ? team.filter(({ role }) => belongs[group](role)) : team;
  return { items: found.slice(offset, offset + limit), total: found.length };
}
