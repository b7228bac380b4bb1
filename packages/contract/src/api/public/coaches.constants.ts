/** A role belongs to a group by its prefix, else by the group's word in it. */
export const coachGroups = ['board', 'staff'] as const;

export type CoachGroup = (typeof coachGroups)[number];
