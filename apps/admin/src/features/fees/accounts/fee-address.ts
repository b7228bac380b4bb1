import type { FeeAccountQuery } from '@institute/contract';
import { accountColumns, accountStates } from '@institute/contract/fees.constants';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import * as z from 'zod/mini';
import { day, id, paging, parseOrder, parseWord, text } from '../../../lists/address.ts';
import { listQuery } from '../../../lists/list-search.ts';

export const DEFAULT_SORT = '-overdue';

export const feeAddress = z.object({
  q: text,
  program: id,
  intake: id,
  state: parseWord(accountStates),
  status: parseWord(registrationStatuses),
  asOf: day,
  sort: parseOrder(accountColumns, DEFAULT_SORT),
  ...paging,
});
export type FeeSearch = z.infer<typeof feeAddress>;

export const toFeeQuery = ({
  page,
  size,
  sort = DEFAULT_SORT,
  program,
  intake,
  ...filter
}: FeeSearch): FeeAccountQuery => ({
  ...listQuery({ page, size }),
  ...filter,
  sort,
  programId: program,
  intakeId: intake,
});
