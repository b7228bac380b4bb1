import { bookColumns, feeMethods } from '@institute/contract/fees.constants';
import * as z from 'zod/mini';
import { day, oneOf, optional, order, paging, text } from '../../lists/address.ts';

export const DEFAULT_SORT = '-recordedAt';

/** `of` and `kind` choose the book of charges, and kinds of its own. */
export const bookAddress = z.object({
  q: text,
  of: optional(z.literal('charges')),
  kind: text,
  from: day,
  to: day,
  by: optional(z.literal('received')),
  method: oneOf(feeMethods),
  recordedBy: text,
  sort: order(bookColumns, DEFAULT_SORT),
  ...paging,
});
