import * as z from 'zod';
import { fieldLimits } from '../../fields/fields.constants.ts';
import { day } from '../../fields/fields.ts';
import { sortBy } from '../lists.ts';
import { entityTypes } from '../public/resources.ts';
import { activityColumns, activityTypes } from './activity.constants.ts';

/** `account` is the id of an account, or `system` for actions without one. */
export const activityQuery = z.object({
  limit: z.int().min(1).max(100).default(50),
  offset: z.int().min(0).max(fieldLimits.id).default(0),
  type: z.enum(activityTypes).optional(),
  entityType: z.enum(entityTypes).optional(),
  account: z.union([z.literal('system'), z.int().min(1).max(fieldLimits.id)]).optional(),
  /** True for actions on medical answers only. */
  medical: z.boolean().optional(),
  sort: sortBy(activityColumns).optional(),
  /** Days in Kampala; both are included. */
  from: day.optional(),
  to: day.optional(),
});
export type ActivityQuery = z.infer<typeof activityQuery>;

/** `user` is null for visitors and jobs. */
export const activity = z
  .object({
    id: z.int(),
    type: z.enum(activityTypes),
    description: z.string(),
    entityType: z.enum(entityTypes),
    entityId: z.int().nullable(),
    user: z.object({ email: z.string() }).nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activity>;
