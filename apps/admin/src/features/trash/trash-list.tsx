import { type TrashKind, trashKinds } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { Badge } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { type ContentType, contentKeys, contentTypes } from '../../api/content-resources.ts';
import { type AdminResources, useAdminResources } from '../../content/admin-resource.ts';
import type { ListDeclaration } from '../../content/resource-list.tsx';
import { dateColumn, nameColumn } from '../../lists/cells.tsx';
import { emailColumn } from '../../lists/column.ts';
import { countItems } from '../../ui/count-items.ts';

type Trash = AdminAnswers['trash']['list'];
export type TrashRow = Trash['items'][number] & { itemId: number; mayPurge: boolean };

export type KindNames = Record<TrashKind, string>;

const otherNames: Record<Exclude<TrashKind, ContentType>, string> = {
  registration: 'Registration',
  contact: 'Message',
  newsletter: 'Newsletter',
};

export const useKindNames = (): KindNames => ({ ...contentNames(useAdminResources()), ...otherNames });

const contentNames = (resources: AdminResources) =>
  Object.fromEntries(
    contentKeys.map((key) => [contentTypes[key], capitalise(resources[key].words.one)]),
  ) as Record<ContentType, string>;

/** Items of different kinds may have the same id, so a row gets its own id. */
const toRows = ({ items, total, mayPurge }: Trash): { items: TrashRow[]; total: number } => ({
  total,
  items: items.map((item) => ({
    ...item,
    mayPurge,
    itemId: item.id,
    id: item.id * trashKinds.length + trashKinds.indexOf(item.kind),
  })),
});

export const trashList = (names: KindNames): ListDeclaration<TrashRow, TrashKind> => ({
  words: {
    heading: 'Trash',
    many: 'trash',
    total: (count) => `Total in Trash: ${count}`,
    empty: 'Nothing in the trash matches your search.',
  },
  api: {
    list: {
      useQuery: (query, options) => admin.trash.list.useQuery(query, { ...options, select: toRows }),
    },
  },
  filter: {
    label: 'Kind',
    all: 'Everything',
    choices: trashKinds.map((kind) => [kind, names[kind]]),
  },
  columns: [
    nameColumn('title', 'Name'),
    { heading: 'Kind', phone: 'fact', sort: 'kind', cell: ({ kind }) => names[kind] },
    dateColumn('deletedAt', 'Deleted', 'fact'),
    {
      heading: 'Deleted By',
      phone: 'text',
      sort: 'deletedBy',
      cell: ({ deletedBy }) => <EmailAddress className="text-muted">{deletedBy ?? 'System'}</EmailAddress>,
      className: emailColumn,
    },
    {
      heading: 'Gone In',
      phone: 'fact',
      cell: (row) => (
        <Badge tone={row.daysLeft <= 3 ? 'clay' : 'neutral'}>{countItems(row.daysLeft, 'day')}</Badge>
      ),
    },
  ],
});

export const emptyTrash = {
  title: 'The trash is empty',
  description: `What is deleted stands here for ${trashDays} days and can be brought back.`,
};
