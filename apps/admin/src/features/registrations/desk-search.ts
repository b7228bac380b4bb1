import type { DeskQuery } from '@institute/contract';
import { fieldLimits } from '@institute/contract/fields.constants';
import { daysRefusal, deskSorts, registrationStatuses } from '@institute/contract/registrations.constants';
import { isDay } from '@institute/contract/time';
import { listQuery } from '../../lists/list-query.ts';
import { type ListSearch, listSearch } from '../../lists/list-search.ts';

type Filter = Pick<DeskQuery, 'q' | 'status' | 'programId' | 'intakeId' | 'from' | 'to'>;

/** The desk's filters, order and page in the address. */
export type DeskSearch = Pick<ListSearch, 'q' | 'page' | 'size'> &
  Pick<Filter, 'status' | 'from' | 'to'> & {
    program?: number | undefined;
    intake?: number | undefined;
    sort?: DeskQuery['sort'];
  };

export const DEFAULT_SORT = '-createdAt';

const dayOf = (given: unknown) => (typeof given === 'string' && isDay(given) ? given : undefined);

function idOf(given: unknown): number | undefined {
  const id = typeof given === 'string' ? Number(given) : given;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= fieldLimits.id ? id : undefined;
}

/** Drops what is not valid. Without the contract's schemas, because the rows would wait for them. */
export function deskSearch(given: Record<string, unknown>): DeskSearch {
  const { q, page, size } = listSearch(given);
  const status = registrationStatuses.find((one) => one === given.status);
  const program = idOf(given.program);
  const intake = idOf(given.intake);
  const from = dayOf(given.from);
  const to = dayOf(given.to);
  const sort = deskSorts.find((one) => one === given.sort);
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

/** What the server narrows by; not by days that it would refuse. */
export const filterOf = ({ q, status, program, intake, ...days }: DeskSearch): Filter => ({
  ...(q && { q: q.trim() }),
  ...(status && { status }),
  ...(program && { programId: program }),
  ...(intake && { intakeId: intake }),
  ...(!daysRefusal(days) && { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }),
});

export function deskPage(search: DeskSearch): DeskQuery {
  const { limit, offset } = listQuery({ page: search.page, size: search.size });
  return { ...filterOf(search), limit, offset, sort: search.sort ?? DEFAULT_SORT };
}
