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
] as const;

export type ActivityType = (typeof activityTypes)[number];
