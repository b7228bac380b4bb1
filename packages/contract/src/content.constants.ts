export const publishStatuses = ['draft', 'published', 'scheduled'] as const;

export type PublishStatus = (typeof publishStatuses)[number];

/** Versions kept of each item. */
export const versionsKept = 20;

/** Days that a deleted item stays in the trash. */
export const trashDays = 30;
