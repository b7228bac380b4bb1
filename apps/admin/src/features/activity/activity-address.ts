import { activityColumns, activityTypes } from '@institute/contract/activity.constants';
import * as z from 'zod/mini';
import { day, paging, parseOptional, parseOrder, parseWord, positive, text } from '../../lists/address.ts';

export const READ_ACTION = 'read';

export const activityAddress = z.object({
  type: parseWord(activityTypes),
  entityType: text,
  medical: parseOptional(z.literal(READ_ACTION)),
  account: parseOptional(z.union([z.literal('system'), positive])),
  from: day,
  to: day,
  sort: parseOrder(activityColumns),
  page: paging.page,
});
export type ActivitySearch = z.infer<typeof activityAddress>;
