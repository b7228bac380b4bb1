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

/** Columns by which the log can be sorted. */
export const activityColumns = ['id', 'type', 'userEmail'] as const;

export type ActivityType = (typeof activityTypes)[number];

/** Counts of the activity log stop at this number. Older entries can be found with a filter by day. */
export const maxCountedActivities = 10_000;
