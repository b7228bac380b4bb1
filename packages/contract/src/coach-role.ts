export const rolePrefixes = { coach: 'Coach - ', staff: 'Staff - ', board: 'Board Member - ', other: '' };

/** Group of a coach in the admin area. A role that contains several kinds belongs to the first. */
export type CoachKind = keyof typeof rolePrefixes;

const namedKinds = ['coach', 'staff', 'board'] as const;

export const coachKinds = [...namedKinds, 'other'] as const;

const PREFIX = /^(coach|staff|board member) - /i;

/** The stored prefix decides. A role without one belongs to the kinds that its words name. */
function saysOf(role: string, kind: (typeof namedKinds)[number]): boolean {
  const prefix = PREFIX.exec(role)?.[1];
  return prefix ? prefix.toLowerCase().startsWith(kind) : role.toLowerCase().includes(kind);
}

export const coachKind = (role: string): CoachKind =>
  namedKinds.find((kind) => saysOf(role, kind)) ?? 'other';

/** A role without its stored prefix. */
export const plainRole = (role: string): string => role.replace(/^(?:(?:coach|staff|board member) - )+/i, '');

/** A role with the prefix of its kind, exactly once. */
export const storedRole = (kind: CoachKind, role: string): string =>
  kind === 'other' ? role : rolePrefixes[kind] + plainRole(role);

export const isCoach = (role: string): boolean => saysOf(role, 'coach');

export const isBoard = (role: string): boolean => saysOf(role, 'board');

export const isStaff = (role: string): boolean => saysOf(role, 'staff');

/** Choices of the office's list. */
export type CoachFilter = 'coaches' | 'staff' | 'other';

/** Whether the office's list shows a role under a choice: the board under "other", and without a choice all. */
export function passesFilter(role: string, filter: string | undefined): boolean {
  if (filter === 'coaches') return isCoach(role);
  if (filter === 'staff') return isStaff(role);
  return filter !== 'other' || !(isCoach(role) || isStaff(role));
}
