import {
  type DeskColumn,
  type DeskSort,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { PROGRAMS } from '../programs/program.entity.ts';

/** The order of the list newest first. It also orders the rows of one program or status. */
const newest = ['registrations.created_at', 'registrations.id'] as const;

/** What a column is sorted by. Each has an index. */
const columns = {
  createdAt: newest,
  reference: ['registrations.id'],
  name: ['registrations.last_name', 'registrations.first_name', 'registrations.id'],
  email: ['lower(registrations.email)', 'registrations.id'],
  phone: ['dialled(registrations.phone)', 'registrations.id'],
  startDate: ['registrations.start_date', 'registrations.id'],
} as const satisfies Partial<Record<DeskColumn, readonly string[]>>;

type GroupedColumn = Exclude<DeskColumn, keyof typeof columns>;

/** Columns with few values. No index can sort by them, because they are not sorted by the stored value. */
const groups: Record<GroupedColumn, string> = {
  program: `${PROGRAMS}.name`,
  status: `array_position('{${registrationStatuses}}'::text[], registrations.status)`,
};

export interface Order {
  column: DeskColumn;
  isDescending: boolean;
}

export const orderOf = (sort: DeskSort = '-createdAt'): Order => {
  const isDescending = sort.startsWith('-');
  return { column: sort.slice(isDescending ? 1 : 0) as DeskColumn, isDescending };
};

export const isGrouped = (column: DeskColumn): column is GroupedColumn => column in groups;

/** The `order by` of a statement on `registrationsAndPrograms`. */
export function orderBy({ column, isDescending }: Order): string {
  const direction = isDescending ? 'desc' : 'asc';
  const parts = isGrouped(column)
    ? [`${groups[column]} ${direction} nulls last`, ...newest.map((part) => `${part} desc`)]
    : columns[column].map((part) => `${part} ${direction}`);
  return `order by ${parts.join(', ')}`;
}

export const registrationsAndPrograms = `registrations left join ${PROGRAMS} on ${PROGRAMS}.id = registrations.program_id`;
