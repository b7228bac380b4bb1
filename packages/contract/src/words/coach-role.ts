export const rolePrefixes = { coach: 'Coach - ', staff: 'Staff - ', board: 'Board Member - ', other: '' };

/** A role that names several kinds belongs to the first one. */
export type CoachKind = keyof typeof rolePrefixes;

const namedKinds = ['coach', 'staff', 'board'] as const;

export const coachKinds = [...namedKinds, 'other'] as const;

const PREFIX = /^(coach|staff|board member) - /i;

/** The stored prefix decides. Without a prefix, the words of the role decide. */
function namesKind(role: string, kind: (typeof namedKinds)[number]): boolean {
  const prefix = PREFIX.exec(role)?.[1];
  return prefix ? prefix.toLowerCase().startsWith(kind) : role.toLowerCase().includes(kind);
}

export const coachKind = (role: string): CoachKind =>
  namedKinds.find((kind) => namesKind(role, kind)) ?? 'other';

export const plainRole = (role: string): string => role.replace(/^(?:(?:coach|staff|board member) - )+/i, '');

/** Adds the prefix of the kind exactly once. */
export const storedRole = (kind: CoachKind, role: string): string =>
  kind === 'other' ? role : rolePrefixes[kind] + plainRole(role);

export const isCoach = (role: string): boolean => namesKind(role, 'coach');

export const isBoard = (role: string): boolean => namesKind(role, 'board');

export const isStaff = (role: string): boolean => namesKind(role, 'staff');

export type CoachFilter = 'coaches' | 'staff' | 'other';

/** Members of the board pass "other". Everybody passes without a filter. */
export function passesFilter(role: string, filter: string | undefined): boolean {
  if (filter === 'coaches') return isCoach(role);
  if (filter === 'staff') return isStaff(role);
  return filter !== 'other' || !(isCoach(role) || isStaff(role));
}
