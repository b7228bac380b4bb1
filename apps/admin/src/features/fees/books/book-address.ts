import { bookColumns, feeMethods } from '@institute/contract/fees.constants';
import * as z from 'zod/mini';
import { day, paging, parseOptional, parseOrder, parseWord, text } from '../../../lists/address.ts';

export const DEFAULT_SORT = '-recordedAt';

/** `of` and `kind` choose the book of charges, and kinds of its own. */
export const bookAddress = z.object({
  q: text,
  of: parseOptional(z.literal('charges')),
  kind: text,
  from: day,
  to: day,
  by: parseOptional(z.literal('received')),
  method: parseWord(feeMethods),
  recordedBy: text,
  box: text,
  sort: parseOrder(bookColumns, DEFAULT_SORT),
  ...paging,
});
