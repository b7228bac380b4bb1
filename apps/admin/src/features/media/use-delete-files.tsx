import { capitalise } from '@institute/contract/text';
import { toast } from '@institute/ui/toast.ts';
import { admin, toApiFailure } from '../../api/admin.ts';
import { useQuestion } from '../../ui/use-question.tsx';

/** The server refuses to delete files in use. `one` is "picture" or "document". */
export function useDeleteFiles(one: string, onDone: (ids: number[]) => void) {
  const countPictures = (count: number) => (count === 1 ? capitalise(one) : `${count} ${one}s`);
  const { mutateAsync: remove } = admin.uploads.remove.useMutation();
  const { ask, question } = useQuestion();

  const deleteAllFiles = async (ids: number[]) => {
    const errorOrNullByFile = [];
    for (const id of ids) errorOrNullByFile.push(await remove({ id }).then(() => null, toApiFailure));
    const deletionErrors = errorOrNullByFile.filter((failure) => failure !== null);
    const deletedCount = ids.length - deletionErrors.length;
    if (deletedCount > 0) toast.success(`${countPictures(deletedCount)} deleted successfully`);
    if (deletionErrors[0]) {
      const failureTitle = deletionErrors.length === 1 ? one : countPictures(deletionErrors.length);
      toast.error(`Failed to delete ${failureTitle}`, { description: deletionErrors[0].message });
    }
    onDone(ids);
  };
  const askToDeleteFiles = (ids: number[]) =>
    ask({
      title: `Are you sure you want to delete ${ids.length === 1 ? `this ${one}` : `these ${ids.length} ${one}s`}?`,
      description: 'The files are removed for good. This cannot be undone.',
      onConfirm: () => deleteAllFiles(ids),
    });
  return { askToDelete: askToDeleteFiles, question };
}
