import type { Activity } from '@institute/contract';
import type { ActivityType, EntityType } from '@institute/contract/constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor, Ctx } from '../../context.ts';
import { noticeActivity } from '../../database/changes.ts';
import { ActivityEntity, type ActivityRow } from './activity.entity.ts';

export interface NewActivity {
  type: ActivityType;
  entityType: EntityType;
  entityId: number | null;
  /** Names what was touched, never what a person wrote about themselves. */
  description: string;
}

/** Written in the transaction of what it tells about. */
export async function recordActivity(
  { actor, origin, now }: Pick<Ctx, 'origin' | 'now'> & { actor: Pick<Actor, 'id' | 'email'> | null },
  em: EntityManager,
  activity: NewActivity,
): Promise<void> {
  await em.insert(ActivityEntity, {
    ...activity,
    description: activity.description.slice(0, 500),
    account: actor?.id ?? null,
    userEmail: actor?.email ?? null,
    ...origin,
    createdAt: now(),
  });
  await noticeActivity(em);
}

/** Newest first. */
export async function listActivities({ em }: Pick<Ctx, 'em'>, limit: number): Promise<Activity[]> {
  const rows = await em.find(
    ActivityEntity,
    {},
    { orderBy: { id: 'desc' }, limit, disableIdentityMap: true },
  );
  return rows.map(activityView);
}

/** Who last changed what an item holds, and when; `by` is null for the system itself. */
export interface LastChange {
  by: string | null;
  at: string;
}

export async function lastChange(
  { em }: Pick<Ctx, 'em'>,
  entityType: EntityType,
  entityId: number,
): Promise<LastChange | null> {
  const row = await em.findOne(
    ActivityEntity,
    { entityType, entityId, type: { $in: ['create', 'update', 'restore'] } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return row && { by: row.userEmail ?? null, at: row.createdAt.toISOString() };
}

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
