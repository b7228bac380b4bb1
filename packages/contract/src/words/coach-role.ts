export const rolePrefixes = { coach: 'Coach - ', staff: 'Staff - ', board: 'Board Member - ', other: '' };

/** A role that names several kinds belongs to the first one. */
export type CoachKind = keyof typeof rolePrefixes;

const namedKinds = ['coach', 'staff', 'board'] as const;

export const coachKinds = [...namedKinds, 'other'] as const;

const ROLE_PREFIX = /^(coach|staff|board member) - /i;

/** The stored prefix decides. Without a prefix, the words of the role decide. */
function isNamingKind(role: string, kind: (typeof namedKinds)[number]): boolean {
  const prefix = ROLE_PREFIX.exec(role)?.[1];
  return prefix ? prefix.toLowerCase().startsWith(kind) : role.toLowerCase().includes(kind);
}

export const readCoachKind = (role: string): CoachKind =>
  namedKinds.find((kind) => isNamingKind(role, kind)) ?? 'other';

export const removeRolePrefix = (role: string): string =>
  role.replace(/^(?:(?:coach|staff|board member) - )+/i, '');

/** Adds the prefix of the kind exactly once. */
export const addRolePrefix = (kind: CoachKind, role: string): string =>
  kind === 'other' ? role : rolePrefixes[kind] + removeRolePrefix(role);

export const isCoach = (role: string): boolean => isNamingKind(role, 'coach');

export const isBoard = (role: string): boolean => isNamingKind(role, 'board');

export const isStaff = (role: string): boolean => isNamingKind(role, 'staff');

export type CoachFilter = 'coaches' | 'staff' | 'other';

/** Members of the board pass "other". Everybody passes without a filter. */
export function isInFilter(role: string, filter: string | undefined): boolean {
  if (filter === 'coaches') return isCoach(role);
  if (filter === 'staff') return isStaff(role);
  return filter !== 'other' || !(isCoach(role) || isStaff(role));
}
