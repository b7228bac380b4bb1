import type { FeeAccountQuery } from '@institute/contract';
import { accountStates } from '@institute/contract/fees.constants';
import { type ListSearch, listQuery, listSearch } from '../../lists/list-search.ts';

export type FeeSearch = Pick<ListSearch, 'q' | 'page' | 'size'> &
  Pick<FeeAccountQuery, 'state' | 'sort'> & { program?: number; intake?: number };

export const DEFAULT_SORT = '-overdue';

/** Drops invalid values. The server checks `sort`. */
export function readFeeSearch(given: Record<string, unknown>): FeeSearch {
  const { q, page, size, sort } = listSearch(given);
  const [program, intake] = [Number(given.program), Number(given.intake)];
  const state = accountStates.find((name) => name === given.state);
  return {
    ...(q && { q }),
    ...(program && { program }),
    ...(intake && { intake }),
    ...(state && { state }),
    ...(sort && sort !== DEFAULT_SORT && { sort: sort as NonNullable<FeeSearch['sort']> }),
    ...(page && { page }),
    ...(size && { size }),
  };
}

export const toFeeFilter = ({ q, program, intake, state }: FeeSearch) => ({
  ...(q && { q: q.trim() }),
  ...(program && { programId: program }),
  ...(intake && { intakeId: intake }),
  ...(state && { state }),
});

export function toFeeQuery(search: FeeSearch): FeeAccountQuery {
  const { limit, offset } = listQuery({
    ...(search.page && { page: search.page }),
    ...(search.size && { size: search.size }),
  });
  return { ...toFeeFilter(search), limit, offset, sort: search.sort ?? DEFAULT_SORT };
}
