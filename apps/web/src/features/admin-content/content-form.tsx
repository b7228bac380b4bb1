import { type FieldValues, FormProvider } from 'react-hook-form';
import { failureOf } from '../../api/admin.ts';
import { useUser } from '../../api/admin-user.ts';
import { Alert } from '../../ui/alert.tsx';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import type { FormKind, FormTarget, StoredRow } from './content-resource.ts';
import { UploadsProvider, useUploadCount } from './uploads.ts';
import { useContentForm } from './use-content-form.ts';
import { useLeaving } from './use-leaving.ts';

type ContentFormProps<Row extends StoredRow, Values extends FieldValues, Input> = {
  kind: FormKind<Row, Values, Input>;
  target: FormTarget;
  onClose: () => void;
};

/** The form of a resource in its dialog, to make one or to edit one. */
export function ContentForm<Row extends StoredRow, Values extends FieldValues, Input>({
  kind,
  target,
  onClose,
}: ContentFormProps<Row, Values, Input>) {
  const { words, fields } = kind;
  const user = useUser();
  const uploads = useUploadCount();
  const { form, isReady, isKept, loading, save, isSaving, conflict } = useContentForm(kind, target, {
    email: user.email,
    onSaved: onClose,
  });
  const leaving = useLeaving({ isChanged: form.formState.isDirty, isBusy: isSaving, leave: onClose });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leaving.ask()}
      title={target.id === null ? words.addTitle : words.editTitle}
      size="lg"
      closesOutside={false}
    >
      {loading.error ? (
        <ErrorState
          title={`This ${words.one} could not be loaded`}
          description={failureOf(loading.error).message}
          onRetry={() => void loading.refetch()}
          pending={loading.isFetching}
        />
      ) : !isReady ? (
        <FormSkeleton />
      ) : (
        <FormProvider {...form}>
          <UploadsProvider value={uploads}>
            <form noValidate ref={focusFirst} onSubmit={save} className="flex flex-col gap-4">
              {isKept && (
                <Alert title="Here is what you had typed">
                  You were signed out before it was saved. Save it now, or close the form to drop it.
                </Alert>
              )}
              {fields}
              <DialogFooter>
                {conflict && <Conflict one={words.one} {...conflict} />}
                <Button variant="outline" onClick={leaving.ask}>
                  Cancel
                </Button>
                <Button type="submit" pending={isSaving} disabled={uploads.isUploading}>
                  {isSaving ? 'Saving...' : 'Save'}
                </Button>
              </DialogFooter>
            </form>
          </UploadsProvider>
        </FormProvider>
      )}
      <AlertDialog
        open={leaving.isAsking}
        onOpenChange={(open) => !open && leaving.stay()}
        title="Discard your changes?"
        description="What you have typed has not been saved."
        confirmLabel="Discard"
        onConfirm={leaving.go}
      />
    </Dialog>
  );
}

const focusFirst = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input, textarea, select')?.focus();

type ConflictProps = { one: string; keepMine: () => void; takeTheirs: () => void };

/** Two people had the same thing open; the one who saves second decides what holds. */
function Conflict({ one, keepMine, takeTheirs }: ConflictProps) {
  return (
    <Alert tone="danger" className="w-full" title={`Somebody else has changed this ${one} in the meantime`}>
      <p>Nothing was saved, and what you typed is still here.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={keepMine}>
          Save mine over theirs
        </Button>
        <Button variant="outline" size="sm" onClick={takeTheirs}>
          Drop mine and show theirs
        </Button>
      </div>
    </Alert>
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-5">
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} className="h-16 w-full" />
      ))}
    </SkeletonGroup>
  );
}
