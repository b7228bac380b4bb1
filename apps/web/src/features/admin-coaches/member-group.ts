import type { Coach } from '@institute/contract';
import { isCoach, isStaff } from '@institute/contract/rules';

/** The board stands among the others. */
export type MemberGroup = 'coaches' | 'staff' | 'other';

const belongs: Record<MemberGroup, (role: string) => boolean> = {
  coaches: isCoach,
  staff: isStaff,
  other: (role) => !isCoach(role) && !isStaff(role),
};

type Part = { group: MemberGroup | undefined; limit: number; offset: number };

/** One page of a group of the team. */
export function membersOf<Member extends Pick<Coach, 'role'>>(
  team: Member[],
  { group, limit, offset }: Part,
) {
  const found = group ? team.filter(({ role }) => belongs[group](role)) : team;
  return { items: found.slice(offset, offset + limit), total: found.length };
}
