import type { TrashKind } from '@institute/contract';
import type { ContentState } from '@institute/contract/content.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { DraftApi, StoredRow } from '../api/resource-api.ts';
import { useUser } from '../api/user.ts';
import { DeviceFormOffer } from '../forms/device-form-offer.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { UploadsProvider, useUploadCount } from '../forms/uploads.ts';
import { LoadError } from '../ui/load-error.tsx';
import { ConflictDialog } from '../versions/conflict-dialog.tsx';
import { DraftTools } from '../versions/draft-tools.tsx';
import { PublishingFields, SaveWord } from './publishing.tsx';
import { type FormSetup, type FormTarget, useContentForm } from './use-content-form.ts';

export type FormDeclaration<Row extends StoredRow, Values extends FieldValues, Input> = FormSetup<
  Row,
  Values,
  Input
> & {
  drafts?: DraftApi | undefined;
  /** What "Status" offers. */
  states?: readonly ContentState[] | undefined;
  /** With the item's id, which is null for a new one. */
  fields: ReactNode | ((id: number | null) => ReactNode);
};

type ContentFormProps<Row extends StoredRow, Values extends FieldValues, Input> = {
  form: FormDeclaration<Row, Values, Input>;
  target: FormTarget;
  trash?: TrashKind;
  onClose: () => void;
};

export function ContentForm<Row extends StoredRow, Values extends FieldValues, Input>({
  form: declaration,
  target,
  trash,
  onClose,
}: ContentFormProps<Row, Values, Input>) {
  const { words, labels, fields, api, drafts, states, valuesOf } = declaration;
  const { id } = target;
  const user = useUser();
  const uploads = useUploadCount();
  const {
    form,
    isChanged,
    isReady,
    isKept,
    device,
    loading,
    tag,
    reload,
    save,
    isSaving,
    failure,
    conflict,
  } = useContentForm(declaration, target, { email: user.email, trash, onSaved: onClose });

  return (
    <FormDialog
      title={id === null ? words.addTitle : words.editTitle}
      size="lg"
      isChanged={isChanged}
      isBusy={isSaving}
      onClose={onClose}
      onDiscard={device.drop}
    >
      {(close) => (
        <>
          {loading.error && !isReady ? (
            <LoadError title={`This ${words.one} could not be loaded`} query={loading} />
          ) : !isReady ? (
            <Skeletons heights={Array(4).fill('h-16')} />
          ) : (
            <FormProvider {...form}>
              <UploadsProvider value={uploads}>
                <Form noValidate ref={focusFirst} onSubmit={save} className="flex flex-col gap-4">
                  {isKept && (
                    <Alert title="Here is what you had typed">
                      It was not saved. Save it now, or close the form to drop it.
                    </Alert>
                  )}
                  {device.offer && <DeviceFormOffer {...device.offer} />}
                  {drafts && id !== null && (
                    <DraftTools
                      api={drafts}
                      id={id}
                      tag={tag}
                      isChanged={isChanged}
                      labels={labels}
                      valuesOf={(kept) => valuesOf({ ...loading.data?.view, ...kept } as Row)}
                      onRestored={reload}
                    />
                  )}
                  {typeof fields === 'function' ? fields(id) : fields}
                  <OutcomeLine outcome={failure ? { isDone: false, text: failure } : undefined} />
                  <DialogFooter className="items-end">
                    {states && <PublishingFields states={states} />}
                    <Button variant="outline" onClick={close}>
                      Cancel
                    </Button>
                    <Button type="submit" pending={isSaving} disabled={uploads.isUploading}>
                      {isSaving ? 'Saving...' : states ? <SaveWord isNew={id === null} /> : 'Save'}
                    </Button>
                  </DialogFooter>
                </Form>
              </UploadsProvider>
            </FormProvider>
          )}
          {conflict && id !== null && (
            <ConflictDialog
              one={words.one}
              id={id}
              api={api}
              labels={labels}
              isSaving={isSaving}
              {...conflict}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

const focusFirst = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input, textarea, select')?.focus();
