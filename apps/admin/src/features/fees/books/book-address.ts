import { bookColumns, feeMethods } from '@institute/contract/fees.constants';
import * as z from 'zod/mini';
import {
  dayParameter,
  makeOptionalParameter,
  makeOrderParameter,
  makeWordParameter,
  pagingParameters,
  textParameter,
} from '../../../lists/address.ts';

export const DEFAULT_SORT = '-recordedAt';

/** `of` chooses the book of charges instead of the book of money. `kind` differs between the two. */
export const bookAddress = z.object({
  q: textParameter,
  of: makeOptionalParameter(z.literal('charges')),
  kind: textParameter,
  from: dayParameter,
  to: dayParameter,
  by: makeOptionalParameter(z.literal('received')),
  method: makeWordParameter(feeMethods),
  recordedBy: textParameter,
  box: textParameter,
  sort: makeOrderParameter(bookColumns, DEFAULT_SORT),
  ...pagingParameters,
});
