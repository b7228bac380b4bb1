import { activityColumns, activityTypes } from '@institute/contract/activity.constants';
import * as z from 'zod/mini';
import { day, oneOf, optional, order, paging, positive, text } from '../../lists/address.ts';

export const READ = 'read';

export const activityAddress = z.object({
  type: oneOf(activityTypes),
  entityType: text,
  medical: optional(z.literal(READ)),
  account: optional(z.union([z.literal('system'), positive])),
  from: day,
  to: day,
  sort: order(activityColumns),
  page: paging.page,
});
export type ActivitySearch = z.infer<typeof activityAddress>;
