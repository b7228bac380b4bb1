export const alumniCategories = ['professional', 'college', 'youth'] as const;

export type AlumniCategory = (typeof alumniCategories)[number];

export const alumniLimits = {
  name: 200,
  position: 200,
  currentTeam: 200,
  yearMin: 1950,
  yearsAhead: 10,
} as const;
