export const publishStatuses = ['draft', 'published', 'scheduled'] as const;

export type PublishStatus = (typeof publishStatuses)[number];

/** Filters of the office's lists of content with drafts. `inactive` only where items can be switched off. */
export const contentStates = [...publishStatuses, 'inactive'] as const;

export type ContentState = (typeof contentStates)[number];

/** Versions kept of each item. */
export const versionsKept = 20;

/** Days that a deleted item stays in the trash. */
export const trashDays = 30;
