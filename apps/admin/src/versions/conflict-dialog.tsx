import { formatDateTime } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import type { admin } from '../api/admin.ts';
import { loadOnOpenOptions } from '../api/load-options.ts';
import { Comparison } from './comparison.tsx';
import { findDifferences } from './differences.ts';

type ConflictDialogProps = {
  one: string;
  id: number;
  api: Pick<typeof admin.posts, 'lastChange'>;
  labels: Readonly<Record<string, string>>;
  /** `mine`: the values of the form. `theirs`: the values that another editor saved. */
  mine: object;
  theirs: object;
  isSaving: boolean;
  onKeepOwn: () => void;
  onTakeTheirs: () => void;
  onBack: () => void;
};

export function ConflictDialog({
  one,
  id,
  api,
  labels,
  mine,
  theirs,
  isSaving,
  ...decide
}: ConflictDialogProps) {
  const { data: last } = api.lastChange.useQuery({ id }, loadOnOpenOptions);
  const foundDifferences = findDifferences(labels, mine, theirs);

  return (
    <Dialog
      onClose={() => !isSaving && decide.onBack()}
      title={`Somebody else has changed this ${one}`}
      description={last && `Changed by ${last.by ?? 'System'}, ${formatDateTime(last.at)}`}
      size="lg"
      closesOutside={false}
    >
      <p className="mb-4">
        {foundDifferences.length > 0
          ? 'Nothing of yours was saved yet, and it is all still here. This is what differs:'
          : 'What they have saved is what you have typed.'}
      </p>
      <Comparison differences={foundDifferences} sides={['Yours', 'Theirs']} />
      <DialogFooter>
        <Button variant="outline" disabled={isSaving} onClick={decide.onBack}>
          Go back to editing
        </Button>
        <Button variant="outline" disabled={isSaving} onClick={decide.onTakeTheirs}>
          Take theirs
        </Button>
        <Button pending={isSaving} onClick={decide.onKeepOwn}>
          Keep mine
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
