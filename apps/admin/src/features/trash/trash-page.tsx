import { type TrashKind, trashKinds } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { toast } from '@institute/ui/toast.ts';
import { RotateCcw, Trash2 } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { type ContentType, contentKeys, contentTypes } from '../../api/content-resources.ts';
import { useChange, useRestore } from '../../api/use-change.ts';
import { type AdminResources, useAdminResources } from '../../content/admin-resource.ts';
import type { ListSearch } from '../../lists/address.ts';
import { makeDateColumn, nameColumn } from '../../lists/cells.tsx';
import { capitaliseAll } from '../../lists/choice.tsx';
import { useChosenRows } from '../../lists/chosen-rows.tsx';
import type { Column } from '../../lists/column.ts';
import { type FiltersProps, listScreen, searchedList } from '../../lists/declared-list.tsx';
import type { Page } from '../../lists/list-screen.tsx';
import { type ListFilter, previousRowsOption } from '../../lists/list-search.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { countItems } from '../../ui/count-items.ts';
import { useDeletion } from '../../ui/use-deletion.ts';
import { DemoContent } from './demo-content-panel.tsx';

type Trash = AdminAnswers['trash']['list'];
type TrashRow = Trash['items'][number] & { itemId: number; mayPurge: boolean };

type KindNames = Record<TrashKind, string>;

const otherNames: Record<Exclude<TrashKind, ContentType>, string> = {
  registration: 'Registration',
  contact: 'Message',
  newsletter: 'Newsletter',
};

const useKindNames = (): KindNames => ({ ...contentNames(useAdminResources()), ...otherNames });

const contentNames = (resources: AdminResources) =>
  Object.fromEntries(
    contentKeys.map((key) => [contentTypes[key], capitalise(resources[key].words.one)]),
  ) as Record<ContentType, string>;

/** Items of different kinds may have the same id, so a row gets its own id. */
const toTrashRows = ({ items, total, mayPurge }: Trash): Page<TrashRow> => ({
  total,
  items: items.map((item) => ({
    ...item,
    mayPurge,
    itemId: item.id,
    id: item.id * trashKinds.length + trashKinds.indexOf(item.kind),
  })),
});

const KindName = ({ kind }: { kind: TrashKind }) => useKindNames()[kind];

const columns: Column<TrashRow>[] = [
  nameColumn('title', 'Name'),
  { heading: 'Kind', phone: 'fact', sort: 'kind', cell: ({ kind }) => <KindName kind={kind} /> },
  makeDateColumn('deletedAt', 'Deleted', 'fact'),
  {
    heading: 'Deleted By',
    phone: 'text',
    sort: 'deletedBy',
    cell: ({ deletedBy }) => <EmailAddress className="text-muted">{deletedBy ?? 'System'}</EmailAddress>,
    isText: true,
  },
  {
    heading: 'Gone In',
    phone: 'fact',
    cell: (row) => (
      <Badge tone={row.daysLeft <= 3 ? 'clay' : 'neutral'}>{countItems(row.daysLeft, 'day')}</Badge>
    ),
  },
];

const kindFilter: ListFilter<TrashKind> = {
  label: 'Kind',
  all: 'Everything',
  choices: capitaliseAll(trashKinds),
};

export const TrashPage = listScreen({
  words: {
    heading: 'Trash',
    many: 'trash',
    total: (count) => `Total in Trash: ${count}`,
    empty: 'Nothing in the trash matches your search.',
  },
  ...searchedList({ columns, filter: kindFilter }),
  counted: admin.trash,
  useRows: (query) => admin.trash.list.useQuery(query, { ...previousRowsOption, select: toTrashRows }),
  filters: (list) => <TrashFilters {...list} />,
  useParts: ({ search, isNarrowed }) => {
    const { askToDelete, question } = useDeletion();
    const { restore, isPending } = useRestore();
    const names = useKindNames();
    const chosen = useChosenRows<TrashRow>(search);
    const change = useChange();
    const { mutateAsync: purge } = admin.trash.purge.useMutation();
    const restoreMany = admin.trash.restoreMany.useMutation();

    const restoreChosen = async () => {
      const items = chosen.rows.map(({ kind, itemId }) => ({ kind, id: itemId }));
      const isDone = await change(() => restoreMany.mutateAsync({ items }), {
        done: ({ count }) => `${countItems(count, 'item')} restored`,
        failed: 'Nothing was restored',
      });
      if (isDone) chosen.choose([]);
      focusMain();
    };

    const restoreRow = async ({ id, kind, itemId }: TrashRow) => {
      const name = names[kind];
      await restore(
        { kind, id: itemId },
        {
          restored: `${name} restored successfully`,
          restoreFailed: `Failed to restore ${name.toLowerCase()}`,
        },
        () => chosen.drop([id]),
      );
      focusMain();
    };

    const askToPurge = ({ id, kind, itemId, title }: TrashRow) => {
      const name = names[kind];
      askToDelete({
        title: `Delete this ${name.toLowerCase()} for ever?`,
        description: `“${title}” and all that belongs to it will be gone. Nobody can bring it back.`,
        confirmLabel: 'Delete for ever',
        remove: () => purge({ kind, id: itemId }),
        onDeleted: () => toast.success(`${name} deleted for ever`),
        failed: `Failed to delete ${name.toLowerCase()}`,
        onGone: () => chosen.drop([id]),
      });
    };

    return {
      choosing: {
        ...chosen,
        nameOf: ({ title }) => title,
        actions: (
          <Button size="sm" pending={restoreMany.isPending} onClick={() => void restoreChosen()}>
            <RotateCcw aria-hidden />
            Restore selected ({chosen.rows.length})
          </Button>
        ),
      },
      notice: <DemoContent />,
      empty: isNarrowed ? undefined : (
        <EmptyState
          icon={Trash2}
          title="The trash is empty"
          description={`What is deleted stands here for ${trashDays} days and can be brought back.`}
        />
      ),
      actions: (row) => (
        <>
          <RowButton
            does="Restore"
            name={row.title}
            disabled={isPending}
            onClick={() => void restoreRow(row)}
          />
          {row.mayPurge && (
            <RowButton does="Delete for ever" name={row.title} onClick={() => askToPurge(row)} />
          )}
        </>
      ),
      dialogs: question,
    };
  },
});

/** The resources name their kinds. */
function TrashFilters(list: FiltersProps<ListSearch>) {
  const names = useKindNames();
  const choices = trashKinds.map((kind) => [kind, names[kind]] as const);
  return <ListToolbar {...list} filter={{ ...kindFilter, choices }} />;
}

/** The focused button disappears with its row. */
function focusMain(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}
