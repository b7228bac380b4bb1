export const programCategories = ['training', 'camp', 'clinic'] as const;

export type ProgramCategory = (typeof programCategories)[number];

/** Sort orders of the catalog, as the API names them. */
export const programOrderNames = { price: 'Lowest price', nextIntake: 'Starts soonest' } as const;

export type ProgramOrder = keyof typeof programOrderNames;

export const programLimits = {
  name: 200,
  description: 10000,
  duration: 100,
  schedule: 500,
  price: 9999999999.99,
} as const;

export const programPreviewLimits = { description: 150 } as const;

export const programExcerptLength = 220;

export const shareImageSize = { width: 1200, height: 630 } as const;

export const makeShareImagePath = (id: string): string => `/programs/${id}/share.jpg`;

export const programNotFound = 'Program not found';
