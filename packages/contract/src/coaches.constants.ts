/** Each group contains the coaches whose role has its prefix; of the others those whose role contains the word. */
export const coachGroups = ['board', 'staff'] as const;

export type CoachGroup = (typeof coachGroups)[number];

export const coachLimits = { name: 200, role: 200, bio: 5000, specialty: 100 } as const;

export const coachNotFound = 'Team member not found';
