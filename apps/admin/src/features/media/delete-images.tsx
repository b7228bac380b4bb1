import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { admin, failureOf } from '../../api/admin.ts';

type DeleteImagesProps = {
  /** An empty list closes the dialog. */
  ids: number[];
  onClose: () => void;
};

const several = (count: number) => (count === 1 ? 'Picture' : `${count} pictures`);

/** The server refuses to delete images in use. */
export function DeleteImages({ ids, onClose }: DeleteImagesProps) {
  const { mutateAsync: remove } = admin.uploads.remove.useMutation();
  const { uploads } = admin.useUtils();
  const [isRunning, setRunning] = useState(false);

  const confirm = async () => {
    setRunning(true);
    const results = [];
    for (const id of ids) results.push(await remove({ id }).then(() => null, failureOf));
    const failures = results.filter((failure) => failure !== null);
    const deleted = ids.length - failures.length;
    if (deleted > 0) toast.success(`${several(deleted)} deleted successfully`);
    if (failures[0]) {
      const title = failures.length === 1 ? 'picture' : several(failures.length);
      toast.error(`Failed to delete ${title}`, { description: failures[0].message });
    }
    setRunning(false);
    onClose();
    await uploads.list.invalidate();
  };

  const question = ids.length === 1 ? 'this picture' : `these ${ids.length} pictures`;
  return (
    <AlertDialog
      open={ids.length > 0}
      onOpenChange={(open) => !open && !isRunning && onClose()}
      title={`Are you sure you want to delete ${question}?`}
      description="The files are removed for good. This cannot be undone."
      pending={isRunning}
      onConfirm={() => void confirm()}
    />
  );
}
