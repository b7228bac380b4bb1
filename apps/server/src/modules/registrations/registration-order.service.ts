import {
  type DeskColumn,
  type DeskSort,
  registrationStatuses,
} from '@institute/contract/registrations.constants';

/** The lists newest first; also the order of rows that are equal in a sorted column with few values. */
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

/** Columns with few values. An index cannot sort by them, because their order is not that of what is stored. */
const groups: Record<GroupedColumn, string> = {
  program: 'programs.name',
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

/** `order by` for `registrationsAndPrograms`. */
export function orderBy({ column, isDescending }: Order): string {
  const direction = isDescending ? 'desc' : 'asc';
  const parts = isGrouped(column)
    ? [`${groups[column]} ${direction} nulls last`, ...newest.map((part) => `${part} desc`)]
    : columns[column].map((part) => `${part} ${direction}`);
  return `order by ${parts.join(', ')}`;
}

export const registrationsAndPrograms =
  'registrations left join programs on programs.id = registrations.program_id';
