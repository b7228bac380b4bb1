import type { Activity } from '@institute/contract';
import type { ActivityRow } from './activity.entity.ts';

export const activityView = (row: ActivityRow): Activity => ({
  id: row.id,
  type: row.type,
  description: row.description,
  entityType: row.entityType,
  entityId: row.entityId ?? null,
  user: row.userEmail ? { email: row.userEmail } : null,
  ipAddress: row.ipAddress ?? null,
  userAgent: row.userAgent ?? null,
  createdAt: row.createdAt.toISOString(),
});
