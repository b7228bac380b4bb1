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
import { type ContentType, contentResourceKeys, contentTypes } from '../../api/content-resources.ts';
import { useChange, useRestore } from '../../api/use-change.ts';
import { type AdminResources, useAdminResources } from '../../content/admin-resource.ts';
import type { ListSearch } from '../../lists/address.ts';
import { makeDateColumn, makeNameColumn } from '../../lists/cells.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import { useChosenRows } from '../../lists/chosen-rows.tsx';
import type { Column } from '../../lists/column.ts';
import { declareSearchedList, type FiltersProps, makeListScreen } from '../../lists/declared-list.tsx';
import type { ListPage } from '../../lists/list-screen.tsx';
import { keepPreviousRowsOption, type ListFilter } from '../../lists/list-search.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { countItems } from '../../ui/count-items.ts';
import { useDeletion } from '../../ui/use-deletion.ts';
import { DemoContentPanel } from './demo-content-panel.tsx';

type TrashAnswer = AdminAnswers['trash']['list'];
type TrashRow = TrashAnswer['items'][number] & { itemId: number; mayPurge: boolean };

type KindNames = Record<TrashKind, string>;

const otherKindNames: Record<Exclude<TrashKind, ContentType>, string> = {
  registration: 'Registration',
  contact: 'Message',
  newsletter: 'Newsletter',
};

const useKindNames = (): KindNames => ({ ...nameContentKinds(useAdminResources()), ...otherKindNames });

const nameContentKinds = (resources: AdminResources) =>
  Object.fromEntries(
    contentResourceKeys.map((key) => [contentTypes[key], capitalise(resources[key].words.one)]),
  ) as Record<ContentType, string>;

/** Items of different kinds may have the same id, so a row gets its own id. */
const toTrashRows = ({ items, total, mayPurge }: TrashAnswer): ListPage<TrashRow> => ({
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
  makeNameColumn('title', 'Name'),
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
  choices: makeCapitalisedChoices(trashKinds),
};

export const TrashPage = makeListScreen({
  words: {
    heading: 'Trash',
    many: 'trash',
    total: (count) => `Total in Trash: ${count}`,
    empty: 'Nothing in the trash matches your search.',
  },
  ...declareSearchedList({ columns, filter: kindFilter }),
  counted: admin.trash,
  useRows: (query) => admin.trash.list.useQuery(query, { ...keepPreviousRowsOption, select: toTrashRows }),
  filters: (list) => <TrashFilters {...list} />,
  useParts: ({ search, isNarrowed }) => {
    const { askToDelete, question } = useDeletion();
    const { restore, isPending } = useRestore();
    const kindNames = useKindNames();
    const chosenRows = useChosenRows<TrashRow>(search);
    const runChange = useChange();
    const { mutateAsync: purge } = admin.trash.purge.useMutation();
    const restoreManyMutation = admin.trash.restoreMany.useMutation();

    const restoreChosenItems = async () => {
      const itemsToRestore = chosenRows.rows.map(({ kind, itemId }) => ({ kind, id: itemId }));
      const areRowsRestored = await runChange(
        () => restoreManyMutation.mutateAsync({ items: itemsToRestore }),
        {
          done: ({ count }) => `${countItems(count, 'item')} restored`,
          failed: 'Nothing was restored',
        },
      );
      if (areRowsRestored) chosenRows.choose([]);
      focusMainElement();
    };

    const restoreRow = async ({ id, kind, itemId }: TrashRow) => {
      const kindName = kindNames[kind];
      await restore(
        { kind, id: itemId },
        {
          restored: `${kindName} restored successfully`,
          restoreFailed: `Failed to restore ${kindName.toLowerCase()}`,
        },
        () => chosenRows.drop([id]),
      );
      focusMainElement();
    };

    const askToPurgeRow = ({ id, kind, itemId, title }: TrashRow) => {
      const name = kindNames[kind];
      askToDelete({
        title: `Delete this ${name.toLowerCase()} for ever?`,
        description: `“${title}” and all that belongs to it will be gone. Nobody can bring it back.`,
        confirmLabel: 'Delete for ever',
        remove: () => purge({ kind, id: itemId }),
        onDeleted: () => toast.success(`${name} deleted for ever`),
        failed: `Failed to delete ${name.toLowerCase()}`,
        onGone: () => chosenRows.drop([id]),
      });
    };

    return {
      choosing: {
        ...chosenRows,
        nameOf: ({ title }) => title,
        actions: (
          <Button size="sm" pending={restoreManyMutation.isPending} onClick={() => void restoreChosenItems()}>
            <RotateCcw aria-hidden />
            Restore selected ({chosenRows.rows.length})
          </Button>
        ),
      },
      notice: <DemoContentPanel />,
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
            <RowButton does="Delete for ever" name={row.title} onClick={() => askToPurgeRow(row)} />
          )}
        </>
      ),
      dialogs: question,
    };
  },
});

/** The names of the kinds come from the resources. */
function TrashFilters(list: FiltersProps<ListSearch>) {
  const namesByKind = useKindNames();
  const kindChoices = trashKinds.map((kind) => [kind, namesByKind[kind]] as const);
  return <ListToolbar {...list} filter={{ ...kindFilter, choices: kindChoices }} />;
}

/** The focused button disappears with its row. */
function focusMainElement(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}
