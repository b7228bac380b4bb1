/** A group contains the coaches whose role has its prefix, and of the roles without a prefix those that contain its word. */
export const coachGroups = ['board', 'staff'] as const;

export type CoachGroup = (typeof coachGroups)[number];

export const coachLimits = { name: 200, role: 200, bio: 5000, specialty: 100 } as const;

export const coachNotFound = 'Team member not found';
