import type { ContentType } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { Button } from '@institute/ui/button.tsx';
import { Trash2 } from 'lucide-react';
import { admin } from '../api/admin.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import type { ListSearch } from '../lists/address.ts';
import { useBulkAction } from '../lists/bulk-action.tsx';
import { useChosenRows } from '../lists/chosen-rows.tsx';
import { countItems } from '../ui/count-items.ts';
import { useQuestion } from '../ui/use-question.tsx';

type RowWords = Pick<ResourceWords, 'one' | 'many'>;

export function useBulkDelete(kind: ContentType, { one, many }: RowWords, search: ListSearch) {
  const chosenRows = useChosenRows<{ id: number }>(search);
  const bulkAction = useBulkAction(chosenRows);
  const { mutateAsync: removeMany } = admin.trash.removeMany.useMutation();
  const { mutateAsync: restoreMany } = admin.trash.restoreMany.useMutation();
  const { ask, question } = useQuestion();
  const countRows = (count: number) => countItems(count, one, many);
  const deleteChosenRows = () =>
    bulkAction.run('None was deleted', async () => {
      const { items } = await removeMany({ items: chosenRows.rows.map(({ id }) => ({ kind, id })) });
      bulkAction.finish({
        text: `${countRows(items.length)} moved to the trash.`,
        ids: items.map(({ id }) => id),
        undo: () => restoreMany({ items }),
      });
    });
  const askToDeleteChosen = () =>
    ask({
      title: `Delete ${countRows(chosenRows.rows.length)}?`,
      description: `They go to the trash and can be brought back for ${trashDays} days.`,
      onConfirm: deleteChosenRows,
    });
  return {
    ...chosenRows,
    ...bulkAction,
    actions: (
      <Button size="sm" variant="outline" pending={bulkAction.isPending} onClick={askToDeleteChosen}>
        <Trash2 aria-hidden />
        Delete selected
      </Button>
    ),
    question,
  };
}
