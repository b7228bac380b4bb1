export const activityTypes = [
  'create',
  'update',
  'delete',
  'restore',
  'purge',
  'view',
  'export',
  'login',
  'logout',
  'signup',
  'refuse',
] as const;

/** The log can be sorted by these columns. */
export const activityColumns = ['id', 'type', 'userEmail'] as const;

export type ActivityType = (typeof activityTypes)[number];

/** The count of the activity log stops at this number. A filter by day finds older entries. */
export const activityCounted = 10_000;
