import { bookColumns, feeMethods } from '@institute/contract/fees.constants';
import * as z from 'zod/mini';
import {
  dayParameter,
  pagingParameters,
  parseOptional,
  parseOrder,
  parseWord,
  textParameter,
} from '../../../lists/address.ts';

export const DEFAULT_SORT = '-recordedAt';

/** `of` chooses the book of charges instead of the book of money. `kind` differs between the two. */
export const bookAddress = z.object({
  q: textParameter,
  of: parseOptional(z.literal('charges')),
  kind: textParameter,
  from: dayParameter,
  to: dayParameter,
  by: parseOptional(z.literal('received')),
  method: parseWord(feeMethods),
  recordedBy: textParameter,
  box: textParameter,
  sort: parseOrder(bookColumns, DEFAULT_SORT),
  ...pagingParameters,
});
