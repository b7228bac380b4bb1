import type { FeeAccountQuery } from '@institute/contract';
import { accountStates } from '@institute/contract/fees.constants';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { type ListSearch, listQuery, listSearch } from '../../lists/list-search.ts';

export type FeeSearch = Pick<ListSearch, 'q' | 'page' | 'size'> &
  Pick<FeeAccountQuery, 'state' | 'status' | 'sort'> & { program?: number; intake?: number };

export const DEFAULT_SORT = '-overdue';

/** Drops invalid values. The server checks `sort`. */
export function readFeeSearch({
  program,
  intake,
  state,
  status,
  ...given
}: Record<string, unknown>): FeeSearch {
  const { sort, ...read } = listSearch(given);
  return {
    ...read,
    program: Number(program) || undefined,
    intake: Number(intake) || undefined,
    state: accountStates.find((name) => name === state),
    status: registrationStatuses.find((name) => name === status),
    sort: sort === DEFAULT_SORT ? undefined : (sort as FeeSearch['sort']),
  };
}

export const toFeeFilter = ({ q, program, intake, state, status }: FeeSearch) => ({
  ...(q && { q: q.trim() }),
  ...(program && { programId: program }),
  ...(intake && { intakeId: intake }),
  ...(state && { state }),
  ...(status && { status }),
});

export function toFeeQuery({ page, size, sort = DEFAULT_SORT, ...search }: FeeSearch): FeeAccountQuery {
  return { ...toFeeFilter(search), ...listQuery({ page, size }), sort };
}
