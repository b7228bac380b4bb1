import type { FeeAccountQuery } from '@institute/contract';
import { accountColumns, accountStates } from '@institute/contract/fees.constants';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import * as z from 'zod/mini';
import {
  dayParameter,
  idParameter,
  makeOrderParameter,
  makeWordParameter,
  pagingParameters,
  textParameter,
} from '../../../lists/address.ts';
import { makeListQuery } from '../../../lists/list-search.ts';

export const DEFAULT_SORT = '-overdue';

export const feeAddress = z.object({
  q: textParameter,
  program: idParameter,
  intake: idParameter,
  state: makeWordParameter(accountStates),
  status: makeWordParameter(registrationStatuses),
  asOf: dayParameter,
  sort: makeOrderParameter(accountColumns, DEFAULT_SORT),
  ...pagingParameters,
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
  ...makeListQuery({ page, size }),
  ...filter,
  sort,
  programId: program,
  intakeId: intake,
});
