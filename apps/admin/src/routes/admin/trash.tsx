import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute } from '@tanstack/react-router';
import { RotateCcw, Trash2 } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { useChange, useRestore } from '../../api/use-change.ts';
import { ResourceList } from '../../content/resource-list.tsx';
import { DemoContent } from '../../features/trash/demo-content-panel.tsx';
import { emptyTrash, type TrashRow, trashList, useKindNames } from '../../features/trash/trash-list.tsx';
import { ChooseAll, ChooseRow, useChosenRows } from '../../lists/chosen-rows.tsx';
import { listRoute } from '../../lists/list-route.ts';
import { RowButton } from '../../lists/row-button.tsx';
import { countItems } from '../../ui/count-items.ts';
import { useDeletion } from '../../ui/use-deletion.ts';

export const Route = createFileRoute('/admin/trash')({
  ...listRoute('Trash', ({ trash }) => trash.list),
  component: TrashPage,
});

function TrashPage() {
  const search = Route.useSearch();
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
      { restored: `${name} restored successfully`, restoreFailed: `Failed to restore ${name.toLowerCase()}` },
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

  return (
    <ResourceList
      list={trashList(names)}
      lead={(row) => <ChooseRow chosen={chosen} row={row} name={row.title} />}
      above={(rows) => <ChooseAll chosen={chosen} rows={rows} />}
      search={search}
      notice={<DemoContent />}
      tools={
        chosen.rows.length > 0 && (
          <Button pending={restoreMany.isPending} onClick={() => void restoreChosen()}>
            <RotateCcw aria-hidden />
            Restore selected ({chosen.rows.length})
          </Button>
        )
      }
      nothing={<EmptyState icon={Trash2} {...emptyTrash} />}
      actions={(row) => (
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
      )}
    >
      {question}
    </ResourceList>
  );
}

/** The focused button disappears with its row. */
function focusMain(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}
