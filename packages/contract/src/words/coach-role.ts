export const rolePrefixes = { coach: 'Coach - ', staff: 'Staff - ', board: 'Board Member - ', other: '' };

/** Kinds of roles. A role that names several kinds belongs to the first of them. */
export type CoachKind = keyof typeof rolePrefixes;

const kindsWithRolePrefix = ['coach', 'staff', 'board'] as const;

export const coachKinds = [...kindsWithRolePrefix, 'other'] as const;

const ROLE_PREFIX = /^(coach|staff|board member) - /i;

/** True when a role is of this kind. The stored prefix decides, or without a prefix the words of the role. */
function isRoleOfKind(role: string, kind: (typeof kindsWithRolePrefix)[number]): boolean {
  const rolePrefix = ROLE_PREFIX.exec(role)?.[1];
  return rolePrefix ? rolePrefix.toLowerCase().startsWith(kind) : role.toLowerCase().includes(kind);
}

export const readCoachKind = (role: string): CoachKind =>
  kindsWithRolePrefix.find((kind) => isRoleOfKind(role, kind)) ?? 'other';

export const removeRolePrefix = (role: string): string =>
  role.replace(/^(?:(?:coach|staff|board member) - )+/i, '');

/** Puts the prefix of the kind before the role, exactly once. */
export const addRolePrefix = (kind: CoachKind, role: string): string =>
  kind === 'other' ? role : rolePrefixes[kind] + removeRolePrefix(role);

export const isCoachRole = (role: string): boolean => isRoleOfKind(role, 'coach');

export const isBoardRole = (role: string): boolean => isRoleOfKind(role, 'board');

export const isStaffRole = (role: string): boolean => isRoleOfKind(role, 'staff');

export type CoachFilter = 'coaches' | 'staff' | 'other';

/** True when a role passes the filter. Members of the board pass "other", and without a filter everybody passes. */
export function isRoleInFilter(role: string, filter: string | undefined): boolean {
  if (filter === 'coaches') return isCoachRole(role);
  if (filter === 'staff') return isStaffRole(role);
  return filter !== 'other' || !(isCoachRole(role) || isStaffRole(role));
}
