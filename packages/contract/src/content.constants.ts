export const publishStatuses = ['draft', 'published', 'scheduled'] as const;

export type PublishStatus = (typeof publishStatuses)[number];

/** Versions kept of each item. */
export const versionsKept = 20;
