import { toast } from '@institute/ui/toast.ts';
import { toApiFailure } from '../api/admin.ts';
import { type Question, useQuestion } from './use-question.tsx';

type Deletion = Pick<Question, 'title' | 'description' | 'confirmLabel'> & {
  remove: () => Promise<unknown>;
  onDeleted: () => void;
  /** Title of the toast. */
  failed: string;
  /** Also called when another account has deleted the item. */
  onGone?: () => void;
};

/** Asks before one item is deleted. The question stays open when the deletion fails. */
export function useDeletion() {
  const { ask, question } = useQuestion();
  const askToDelete = ({ remove, onDeleted, failed, onGone, ...words }: Deletion) =>
    ask({
      ...words,
      onConfirm: async () => {
        try {
          await remove();
          onDeleted();
          onGone?.();
        } catch (error) {
          const { code, message } = toApiFailure(error);
          toast.error(failed, { description: message });
          if (code !== 'NOT_FOUND') return 'stay';
          onGone?.();
        }
      },
    });
  return { askToDelete, question };
}
