import type { TrashKind } from '@institute/contract';
import type { ContentState } from '@institute/contract/content.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type * as z from 'zod';
import { useUser } from '../api/user.ts';
import { DeviceFormOffer } from '../forms/device-form-offer.tsx';
import { FaultLinks } from '../forms/fault-links.tsx';
import { FormDialog, FormPage } from '../forms/form-dialog.tsx';
import { FormFailure } from '../forms/submit-form.tsx';
import { UploadsProvider, useRunningUploadCount } from '../forms/uploads.ts';
import { LoadError } from '../ui/load-error.tsx';
import { ConflictDialog } from '../versions/conflict-dialog.tsx';
import { DraftTools } from '../versions/draft-tools.tsx';
import type { DraftApi } from '../versions/history-dialog.tsx';
import { isPublicNow, PublishingFields, SaveButtonWord } from './publishing.tsx';
import { type FormSetup, type FormTarget, useContentForm } from './use-content-form.ts';

/** The schema of what the form sends. It also gives the type of the form's values. */
export type FormSchema = z.ZodType<unknown, FieldValues>;

export type FormDeclaration<Row extends { id: number }, Values extends FieldValues, Input> = FormSetup<
  Row,
  Values,
  Input
> & {
  drafts?: DraftApi | undefined;
  states?: readonly ContentState[] | undefined;
  /** A function gets the item's id, or null for a new item. */
  fields: ReactNode | ((id: number | null) => ReactNode);
  /** For a form on its own page: what stands next to it, and where visitors read the item. */
  page?: { settings: ReactNode; viewPath?: (row: Row) => string };
};

type ContentFormProps<Row extends { id: number }, Values extends FieldValues, Input> = {
  form: FormDeclaration<Row, Values, Input>;
  target: FormTarget;
  trash: TrashKind;
  onClose: () => void;
  onCreated?: (id: number) => void;
};

export function ContentForm<Row extends { id: number }, Values extends FieldValues, Input>({
  form: declaration,
  target,
  trash,
  onClose,
  onCreated,
}: ContentFormProps<Row, Values, Input>) {
  const { words, labels, api, page } = declaration;
  const { id } = target;
  const user = useUser();
  const openedForm = useContentForm(declaration, target, {
    email: user.email,
    trash,
    onSaved: (made, reloadItem) => {
      if (!page) onClose();
      else if (!made) void reloadItem();
      else onCreated?.(made.view.id);
    },
  });
  const { isChanged, isReady, device, loading, isSaving, conflict } = openedForm;
  const FormFrame = page ? FormPage : FormDialog;

  return (
    <FormFrame
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
            <OpenedForm form={declaration} id={id} opened={openedForm} onClose={close} />
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
    </FormFrame>
  );
}

type OpenedFormProps<Row extends { id: number }, Values extends FieldValues, Input> = {
  form: FormDeclaration<Row, Values, Input>;
  id: number | null;
  opened: ReturnType<typeof useContentForm<Row, Values, Input>>;
  onClose: () => void;
};

/** The fields of an item that is loaded, with the tools beside and below them. */
function OpenedForm<Row extends { id: number }, Values extends FieldValues, Input>({
  form: { labels, fields, drafts, states, valuesOf, page },
  id,
  opened,
  onClose,
}: OpenedFormProps<Row, Values, Input>) {
  const { form, isChanged, isKept, device, loading, tag, reload, save, isSaving } = opened;
  const uploadCount = useRunningUploadCount();
  const storedItem = loading.data?.view;
  const viewPath = storedItem && isPublicNow(storedItem) ? page?.viewPath?.(storedItem) : undefined;

  const draftTools = drafts && id !== null && (
    <DraftTools
      api={drafts}
      id={id}
      tag={tag}
      isChanged={isChanged}
      labels={labels}
      valuesOf={(kept) => valuesOf({ ...loading.data?.view, ...kept } as Row)}
      onRestored={reload}
    />
  );

  return (
    <FormProvider {...form}>
      <UploadsProvider value={uploadCount}>
        <Form
          noValidate
          ref={page ? undefined : focusFirstField}
          onSubmit={save}
          className={page ? pageGridClass : 'flex flex-col gap-4'}
        >
          <div className="flex min-w-0 flex-col gap-4">
            {isKept && (
              <Alert title="Here is what you had typed">
                It was not saved. Save it now, or close the form to drop it.
              </Alert>
            )}
            {device.offer && <DeviceFormOffer {...device.offer} />}
            {!page && draftTools}
            {typeof fields === 'function' ? fields(id) : fields}
            <FormFailure control={form.control} />
          </div>
          {page && (
            <section aria-label="Settings" className={sideColumnClass}>
              {states && <PublishingFields states={states} />}
              {page.settings}
              {draftTools}
            </section>
          )}
          <DialogFooter className={page ? footerClass : 'items-end'}>
            {page ? <FaultLinks labels={labels} /> : states && <PublishingFields states={states} />}
            {viewPath && (
              <a
                href={viewPath}
                target="_blank"
                rel="noopener"
                className={makeButtonClass({ variant: 'outline', className: 'max-md:mr-auto' })}
              >
                <ExternalLink aria-hidden />
                View
              </a>
            )}
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" pending={isSaving} disabled={uploadCount.isUploading}>
              {isSaving ? 'Saving...' : states ? <SaveButtonWord isNew={id === null} /> : 'Save'}
            </Button>
          </DialogFooter>
        </Form>
      </UploadsProvider>
    </FormProvider>
  );
}

const pageGridClass =
  'flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-6';
const sideColumnClass = 'flex flex-col gap-4 rounded-card border border-line bg-card p-4';
/**
 * The buttons stand at the left, where no toast covers them. While a phone's keyboard is open they leave the
 * screen to the text.
 */
const footerClass =
  'bottom-0! z-10 md:justify-start! lg:col-span-full -mx-4! my-0! bg-paper! px-4! py-3! md:-mx-5! md:px-5! [@media(max-height:30rem)]:static!';

const focusFirstField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input, textarea, select')?.focus();
