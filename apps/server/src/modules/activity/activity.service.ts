import type { Activity, EntityType } from '@institute/contract';
import type { ActivityType } from '@institute/contract/activity.constants';
import type { Actor, Ctx, TxCtx } from '../../context.ts';
import { noticeActivity } from '../../database/changes.ts';
import { ActivityEntity } from './activity.entity.ts';
import { activityView } from './activity.view.ts';

export interface NewActivity {
  type: ActivityType;
  entityType: EntityType;
  entityId: number | null;
  /** Names what was touched, never what a person wrote about themselves. */
  description: string;
}

/** What an entry of the activity log is written with. */
export type ActivityCtx = Pick<TxCtx, 'em' | 'origin' | 'now'> & {
  actor: Pick<Actor, 'id' | 'email'> | null;
};

/** Call it in the transaction that makes the change. */
export async function recordActivity(tx: ActivityCtx, activity: NewActivity): Promise<void> {
  const { actor, origin, now } = tx;
  await tx.em.insert(ActivityEntity, {
    ...activity,
    description: activity.description.slice(0, 500),
    account: actor?.id ?? null,
    userEmail: actor?.email ?? null,
    ...origin,
    createdAt: now(),
  });
  await noticeActivity(tx);
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
