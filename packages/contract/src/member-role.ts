const rolePrefixes = { coach: 'Coach - ', staff: 'Staff - ', board: 'Board Member - ', other: '' };

/** Who of the team somebody is, as the office sorts them; a role that names several kinds is of the first. */
export type MemberKind = keyof typeof rolePrefixes;

const namedKinds = ['coach', 'staff', 'board'] as const;

export const memberKinds = [...namedKinds, 'other'] as const;

const saysOf = (role: string, kind: string) => role.toLowerCase().includes(kind);

export const memberKind = (role: string): MemberKind =>
  namedKinds.find((kind) => saysOf(role, kind)) ?? 'other';

/** A role without the prefix that it is stored with. */
export const plainRole = (role: string): string => role.replace(/^(?:(?:coach|staff|board member) - )+/i, '');

/** A role as it is stored: the prefix of its kind stands before it, and stands there once. */
export const storedRole = (kind: MemberKind, role: string): string =>
  kind === 'other' ? role : rolePrefixes[kind] + plainRole(role);

export const isCoach = (role: string): boolean => saysOf(role, 'coach');

export const isBoard = (role: string): boolean => saysOf(role, 'board');

export const isStaff = (role: string): boolean => saysOf(role, 'staff');
