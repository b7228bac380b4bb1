import type { RegistrationListQuery } from '@institute/contract';
import { dayRangeFault } from '@institute/contract/registrations.constants';
import { type ListSearch, listQuery, listSearch } from '../../lists/list-search.ts';

type Filter = Pick<RegistrationListQuery, 'q' | 'status' | 'programId' | 'intakeId' | 'from' | 'to'>;

export type DeskSearch = Pick<ListSearch, 'q' | 'page' | 'size'> &
  Pick<Filter, 'status' | 'from' | 'to'> & {
    program?: number | undefined;
    intake?: number | undefined;
    sort?: RegistrationListQuery['sort'];
  };

export const DEFAULT_SORT = '-createdAt';

const readText = (given: unknown) => (typeof given === 'string' && given ? given : undefined);
const readId = (given: unknown) => Number(given) || undefined;

/** The server checks the values, because loading the contract's schemas would delay the rows. */
export function deskSearch(given: Record<string, unknown>): DeskSearch {
  const { q, page, size, status, sort } = listSearch(given);
  const search = {
    q,
    status,
    program: readId(given.program),
    intake: readId(given.intake),
    from: readText(given.from),
    to: readText(given.to),
    sort: sort === DEFAULT_SORT ? undefined : sort,
    page,
    size,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as DeskSearch;
}

/** Leaves out the days when they are the wrong way round. The form shows that error. */
export const toFilter = ({ q, status, program, intake, ...days }: DeskSearch): Filter => ({
  ...(q && { q: q.trim() }),
  ...(status && { status }),
  ...(program && { programId: program }),
  ...(intake && { intakeId: intake }),
  ...(!dayRangeFault(days) && { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }),
});

export function deskPage(search: DeskSearch): RegistrationListQuery {
  const { limit, offset } = listQuery({ page: search.page, size: search.size });
  return { ...toFilter(search), limit, offset, sort: search.sort ?? DEFAULT_SORT };
}
