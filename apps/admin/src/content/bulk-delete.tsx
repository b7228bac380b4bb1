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

type Words = Pick<ResourceWords, 'one' | 'many'>;

export function useBulkDelete(kind: ContentType, { one, many }: Words, search: ListSearch) {
  const chosen = useChosenRows<{ id: number }>(search);
  const action = useBulkAction(chosen);
  const { mutateAsync: removeMany } = admin.trash.removeMany.useMutation();
  const { mutateAsync: restoreMany } = admin.trash.restoreMany.useMutation();
  const { ask, question } = useQuestion();
  const countRows = (count: number) => countItems(count, one, many);
  const removeChosen = () =>
    action.run('None was deleted', async () => {
      const { items } = await removeMany({ items: chosen.rows.map(({ id }) => ({ kind, id })) });
      action.finish({
        text: `${countRows(items.length)} moved to the trash.`,
        ids: items.map(({ id }) => id),
        undo: () => restoreMany({ items }),
      });
    });
  const askToRemove = () =>
    ask({
      title: `Delete ${countRows(chosen.rows.length)}?`,
      description: `They go to the trash and can be brought back for ${trashDays} days.`,
      onConfirm: removeChosen,
    });
  return {
    ...chosen,
    ...action,
    actions: (
      <Button size="sm" variant="outline" pending={action.isPending} onClick={askToRemove}>
        <Trash2 aria-hidden />
        Delete selected
      </Button>
    ),
    question,
  };
}
