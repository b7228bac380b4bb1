import { activityColumns, activityTypes } from '@institute/contract/activity.constants';
import * as z from 'zod/mini';
import {
  dayParameter,
  pagingParameters,
  parseOptional,
  parseOrder,
  parseWord,
  positiveNumber,
  textParameter,
} from '../../lists/address.ts';

export const READ_ACTION = 'read';

export const activityAddress = z.object({
  type: parseWord(activityTypes),
  entityType: textParameter,
  medical: parseOptional(z.literal(READ_ACTION)),
  account: parseOptional(z.union([z.literal('system'), positiveNumber])),
  from: dayParameter,
  to: dayParameter,
  sort: parseOrder(activityColumns),
  page: pagingParameters.page,
});
export type ActivitySearch = z.infer<typeof activityAddress>;
