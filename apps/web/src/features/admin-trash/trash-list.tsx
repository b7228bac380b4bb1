import { type TrashKind, trashDays, trashKinds } from '@institute/contract/constants';
import { keepPreviousData } from '@tanstack/react-query';
import { DateCell, NameCell } from '../../admin-ui/list/cells.tsx';
import type { ListedRows } from '../../admin-ui/list/list-screen.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { Badge } from '../../ui/badge.tsx';

type Trash = AdminAnswers['trash']['list'];
export type TrashRow = Trash['items'][number] & { itemId: number; mayPurge: boolean };

/** What one of each kind is called. */
export const kindWords: Record<TrashKind, string> = {
  post: 'Post',
  program: 'Program',
  coach: 'Team member',
  facility: 'Facility',
  gallery: 'Gallery item',
  alumni: 'Alumni',
  registration: 'Registration',
  contact: 'Message',
  newsletter: 'Newsletter',
};

/** Things of different kinds may share an id; a row has one of its own. */
const rowsOf = ({ items, total, mayPurge }: Trash): { items: TrashRow[]; total: number } => ({
  total,
  items: items.map((item) => ({
    ...item,
    mayPurge,
    itemId: item.id,
    id: item.id * trashKinds.length + trashKinds.indexOf(item.kind),
  })),
});

const daysLeft = (days: number) => (days === 1 ? '1 day' : `${days} days`);

export const trashList: ListedRows<TrashRow, TrashKind> = {
  words: {
    heading: 'Trash',
    many: 'trash',
    total: (count) => `Total in Trash: ${count}`,
    add: '',
    empty: 'Nothing in the trash matches your search.',
  },
  api: {
    list: {
      useQuery: (query, { enabled = true, placeholderData }) =>
        admin.trash.list.useQuery(query, {
          enabled,
          select: rowsOf,
          ...(placeholderData && { placeholderData: keepPreviousData }),
        }),
    },
  },
  filter: {
    label: 'Kind',
    choices: [
      { label: 'Everything', value: 'all' },
      ...trashKinds.map((kind) => ({ label: kindWords[kind], value: kind, category: kind })),
    ],
  },
  columns: [
    { heading: 'Name', plain: true, cell: ({ title }) => <NameCell>{title}</NameCell> },
    { heading: 'Kind', cell: ({ kind }) => kindWords[kind] },
    { heading: 'Deleted', cell: ({ deletedAt }) => <DateCell value={deletedAt} /> },
    { heading: 'Deleted By', cell: ({ deletedBy }) => <Who email={deletedBy} /> },
    {
      heading: 'Gone In',
      cell: (row) => <Badge tone={row.daysLeft <= 3 ? 'clay' : 'neutral'}>{daysLeft(row.daysLeft)}</Badge>,
    },
  ],
};

const Who = ({ email }: { email: string | null }) => (
  <span className="wrap-anywhere text-muted">{email ?? 'System'}</span>
);

export const trashWords = {
  empty: 'The trash is empty',
  hint: `What is deleted stands here for ${trashDays} days and can be brought back.`,
};
