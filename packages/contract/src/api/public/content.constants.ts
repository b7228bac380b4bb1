export const publishStatuses = ['draft', 'published', 'scheduled'] as const;

export type PublishStatus = (typeof publishStatuses)[number];

/** States of items. `inactive` exists only for content that can be switched off. */
export const contentStates = [...publishStatuses, 'inactive'] as const;

export type ContentState = (typeof contentStates)[number];

export const versionsKept = 20;

export const trashDays = 30;
