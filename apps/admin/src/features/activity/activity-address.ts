import { activityColumns, activityTypes } from '@institute/contract/activity.constants';
import * as z from 'zod/mini';
import {
  dayParameter,
  makeOptionalParameter,
  makeOrderParameter,
  makeWordParameter,
  pagingParameters,
  positiveNumberSchema,
  textParameter,
} from '../../lists/address.ts';

export const READ_ACTION_FILTER = 'read';

export const activityAddress = z.object({
  type: makeWordParameter(activityTypes),
  entityType: textParameter,
  medical: makeOptionalParameter(z.literal(READ_ACTION_FILTER)),
  account: makeOptionalParameter(z.union([z.literal('system'), positiveNumberSchema])),
  from: dayParameter,
  to: dayParameter,
  sort: makeOrderParameter(activityColumns),
  page: pagingParameters.page,
});
export type ActivitySearch = z.infer<typeof activityAddress>;
