import { type Activity, type EntityType, entities, entityTypes } from '@institute/contract';
import type { ActivityType } from '@institute/contract/activity.constants';
import { maySee, needs } from '@institute/contract/rights.constants';
import type { Actor } from '../../../context/actor.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { ACTIVITY_CHANNEL, notifyActivityListeners } from '../../../database/changes.ts';
import { type InsertStatement, makeRowInsert } from '../../../database/insert-all.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { ActivityEntity, type ActivityRow } from './activity.entity.ts';

const ACTIVITY_KEPT_YEARS = 2;

export interface NewActivity {
  type: ActivityType;
  entityType: EntityType;
  entityId: number | null;
  /** The text names the item. It must not contain personal data of visitors. */
  description: string;
  /**
   * Ids of the registrations whose health answers are in the response. Empty when a search only looked for a word in
   * health answers. Null or absent in all other cases.
   */
  medicalOf?: number[] | null;
}

export type ActivityCtx = Pick<TxCtx, 'em' | 'origin' | 'now'> & {
  actor: Pick<Actor, 'id' | 'email'> | null;
};

/** Call it in the transaction that makes the change. */
export async function recordActivity(tx: ActivityCtx, activity: NewActivity): Promise<number> {
  const id = await tx.em.insert(ActivityEntity, makeActivityFields(tx, activity));
  await notifyActivityListeners(tx);
  return id;
}

export async function recordActivities(tx: ActivityCtx, activities: readonly NewActivity[]): Promise<void> {
  for (const activityBatch of splitIntoBatches(activities)) {
    await tx.em.insertMany(
      ActivityEntity,
      activityBatch.map((activity) => makeActivityFields(tx, activity)),
    );
  }
  await notifyActivityListeners(tx);
}

/** Makes the row for `insertAllInOneStatement`. The caller notifies the dashboards after the commit. */
export const makeActivity = (
  ctx: Omit<ActivityCtx, 'em'> & Pick<Ctx, 'em'>,
  activity: NewActivity,
): InsertStatement => makeRowInsert(ctx, ActivityEntity, makeActivityFields(ctx, activity));

const makeActivityFields = (ctx: Omit<ActivityCtx, 'em'>, activity: NewActivity) => ({
  ...activity,
  description: activity.description.slice(0, 500),
  ...readOriginFields(ctx),
});

/** A repeated read by the same caller and device is not recorded within this time. */
const READ_INTERVAL_MS = 5 * 60 * 1000;

type ReadActivity = Omit<NewActivity, 'type'> & Partial<Pick<NewActivity, 'type'>>;

/** Records that an account or an API key made a call that it may not make. */
export const recordRefusedCall = (ctx: Parameters<typeof recordRead>[0], call: string): Promise<void> =>
  recordRead(ctx, {
    type: 'refuse',
    entityType: 'account',
    entityId: ctx.actor?.id ?? null,
    description: `Refused: ${call}`,
  });

/**
 * The check and the insert are one statement, so that a read is hardly slower. A repeated read is not stored, so that
 * a polling program writes little.
 */
export async function recordRead(
  ctx: Pick<Ctx, 'em' | 'actor' | 'origin' | 'now'>,
  { type = 'view', entityType, entityId, description, medicalOf = null }: ReadActivity,
): Promise<void> {
  const { account, userEmail, ipAddress, userAgent, createdAt: now } = readOriginFields(ctx);
  const intervalStart = new Date(now.getTime() - READ_INTERVAL_MS);
  const medicalIdsArray = medicalOf && `{${medicalOf}}`;
  await ctx.em.execute(
    `with entry as (
       insert into activities
         (type, entity_type, entity_id, description, medical_of,
          account_id, user_email, ip_address, user_agent, created_at)
       select ?, ?, ?::int, ?, ?::int[], ?::int, ?, ?, ?, ?::timestamptz
       where not exists (
         select from activities
         where ${account === null ? 'account_id is null and user_email = ?' : 'account_id = ?'} and type = ? and entity_type = ? and entity_id is not distinct from ?
           and description = ? and coalesce(medical_of, '{}') @> coalesce(?::int[], '{}')
           and ip_address is not distinct from ? and user_agent is not distinct from ?
           and created_at between ? and ?)
       returning id)
     select pg_notify('${ACTIVITY_CHANNEL}', '') from entry`,
    [
      type,
      entityType,
      entityId,
      description,
      medicalIdsArray,
      account,
      userEmail,
      ipAddress,
      userAgent,
      now,
      account ?? userEmail,
      type,
      entityType,
      entityId,
      description,
      medicalIdsArray,
      ipAddress,
      userAgent,
      intervalStart,
      now,
    ],
  );
}

export async function addMedicalReads({ em }: Pick<Ctx, 'em'>, activity: number, registrations: number[]) {
  await em.execute(`update activities set medical_of = coalesce(medical_of, '{}') || ?::int[] where id = ?`, [
    `{${registrations}}`,
    activity,
  ]);
}

export async function purgeOldActivities({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  const activityCutoff = new Date(now());
  activityCutoff.setUTCFullYear(activityCutoff.getUTCFullYear() - ACTIVITY_KEPT_YEARS);
  await em.nativeDelete(ActivityEntity, { createdAt: { $lt: activityCutoff } });
}

const readOriginFields = ({ actor, origin, now }: Omit<ActivityCtx, 'em'>) => ({
  account: actor?.id ?? null,
  userEmail: actor?.email ?? null,
  ...origin,
  createdAt: now(),
});

export const toActivityView = (row: ActivityRow): Activity => ({
  ...pickFields(row, 'id', 'type', 'description', 'entityType', 'entityId'),
  ...pickFields(row, 'ipAddress', 'userAgent', 'createdAt'),
  user: row.userEmail ? { email: row.userEmail } : null,
});

/** Types of entries that may say amounts, which the account may not read. */
export const listHiddenTypes = ({ actor }: Pick<Ctx, 'actor'>): EntityType[] =>
  entityTypes.filter(
    (type) => entities[type].need === needs.fees && !(actor && maySee(actor, entities[type].need)),
  );

export async function listActivities(
  { em }: Pick<Ctx, 'em'>,
  types: readonly EntityType[],
  limit: number,
): Promise<Activity[]> {
  const activityRows = await em.find(
    ActivityEntity,
    { entityType: { $in: [...types] } },
    {
      orderBy: { id: 'desc' },
      limit,
      disableIdentityMap: true,
    },
  );
  return activityRows.map(toActivityView);
}

export async function findLastChange({ em }: Pick<Ctx, 'em'>, entityType: EntityType, entityId: number) {
  const row = await em.findOne(
    ActivityEntity,
    { entityType, entityId, type: { $in: ['create', 'update', 'restore'] } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return row && { by: row.userEmail ?? null, at: row.createdAt.toISOString() };
}

/** Deletes the IP addresses and devices of visitors whose data is erased. Entries of the office stay. */
export async function forgetActivityOrigins(
  { em }: Pick<TxCtx, 'em'>,
  entityType: EntityType,
  ids: readonly number[],
): Promise<void> {
  await em.nativeUpdate(
    ActivityEntity,
    { entityType, entityId: { $in: [...ids] }, userEmail: null },
    { ipAddress: null, userAgent: null },
  );
}
