import { type DeskQuery, deskQuery, registrationFilter } from '@institute/contract';
import { listQuery } from '../../admin-ui/list/list-query.ts';
import { type ListSearch, listSearch } from '../../admin-ui/list/list-search.ts';

type Filter = Pick<DeskQuery, 'q' | 'status' | 'programId' | 'intakeId' | 'from' | 'to'>;

/** The desk's filters, order and page in the address. */
export type DeskSearch = Pick<ListSearch, 'q' | 'page' | 'size'> &
  Pick<Filter, 'status' | 'from' | 'to'> & {
    program?: number | undefined;
    intake?: number | undefined;
    sort?: DeskQuery['sort'];
  };

export const DEFAULT_SORT = '-createdAt';

const { shape } = deskQuery;

/** Drops what is not valid. */
export function deskSearch(given: Record<string, unknown>): DeskSearch {
  const { q, page, size } = listSearch(given);
  const status = shape.status.safeParse(given.status).data;
  const program = shape.programId.safeParse(given.program).data;
  const intake = shape.intakeId.safeParse(given.intake).data;
  const from = shape.from.safeParse(given.from).data;
  const to = shape.to.safeParse(given.to).data;
  const sort = shape.sort.safeParse(given.sort).data;
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(program && { program }),
    ...(intake && { intake }),
    ...(from && { from }),
    ...(to && { to }),
    ...(sort && sort !== DEFAULT_SORT && { sort }),
    ...(page && { page }),
    ...(size && { size }),
  };
}

/** The contract's refusal of the chosen days. */
export const daysFault = ({ from, to }: DeskSearch): string | undefined =>
  registrationFilter.safeParse({ from, to }).error?.issues[0]?.message;

/** What the server narrows by; not by days that it would refuse. */
export const filterOf = ({ q, status, program, intake, ...days }: DeskSearch): Filter => ({
  ...(q && { q: q.trim() }),
  ...(status && { status }),
  ...(program && { programId: program }),
  ...(intake && { intakeId: intake }),
  ...(!daysFault(days) && { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }),
});

export function deskPage(search: DeskSearch): DeskQuery {
  const { limit, offset } = listQuery({ page: search.page, size: search.size });
  return { ...filterOf(search), limit, offset, sort: search.sort ?? DEFAULT_SORT };
}
