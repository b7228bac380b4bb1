/** A role belongs to a group by its prefix, else by the group's word in it. */
export const coachGroups = ['board', 'staff'] as const;

export type CoachGroup = (typeof coachGroups)[number];

export const coachLimits = { name: 200, role: 200, bio: 5000, specialty: 100 } as const;

export const coachNotFound = 'Team member not found';
