export const programCategories = ['training', 'camp', 'clinic'] as const;

export type ProgramCategory = (typeof programCategories)[number];

export const programLimits = {
  name: 200,
  description: 10000,
  duration: 100,
  schedule: 500,
  price: 9999999999.99,
} as const;

/** Characters that a card shows. */
export const programPreview = { description: 150 } as const;

/** Characters that a summary holds: at least as many as any card shows. */
export const programExcerptLength = 220;

export const programNotFound = 'Program not found';
