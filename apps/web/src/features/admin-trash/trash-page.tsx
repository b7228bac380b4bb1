import { useSearch } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ListScreen } from '../../admin-ui/list/list-screen.tsx';
import { RowButton } from '../../admin-ui/list/row-button.tsx';
import { useRefresh } from '../../admin-ui/resource/use-refresh.ts';
import { admin, failureOf } from '../../api/admin.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast.ts';
import { PurgeDialog } from './purge-dialog.tsx';
import { kindWords, type TrashRow, trashList, trashWords } from './trash-list.tsx';

/** What was deleted: to bring back, or for the owner to be rid of. */
export function TrashPage() {
  const search = useSearch({ from: '/admin/trash' });
  const [doomed, setDoomed] = useState<TrashRow | null>(null);
  const refresh = useRefresh();
  const { mutateAsync, isPending } = admin.trash.restore.useMutation();

  const restore = async ({ kind, itemId }: TrashRow) => {
    try {
      await mutateAsync({ kind, id: itemId });
      toast.success(`${kindWords[kind]} restored successfully`);
    } catch (error) {
      toast.error(`Failed to restore ${kindWords[kind].toLowerCase()}`, {
        description: failureOf(error).message,
      });
    }
    await refresh();
    // its button has gone with its row
    if (document.activeElement === document.body) document.querySelector('main')?.focus();
  };

  return (
    <ListScreen
      list={trashList}
      search={search}
      nothing={<EmptyState icon={Trash2} title={trashWords.empty} description={trashWords.hint} />}
      actions={(row) => (
        <>
          <RowButton does="Restore" name={row.title} disabled={isPending} onClick={() => void restore(row)} />
          {row.mayPurge && (
            <RowButton does="Delete for ever" name={row.title} onClick={() => setDoomed(row)} />
          )}
        </>
      )}
    >
      <PurgeDialog row={doomed} onClose={() => setDoomed(null)} />
    </ListScreen>
  );
}
