import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Form } from '@institute/ui/form.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { TitledPage } from '../ui/titled-section.tsx';
import { FormFailure } from './submit-form.tsx';
import { useUnsavedChanges } from './unsaved-changes.tsx';

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size'> & {
  isChanged: boolean;
  isBusy: boolean;
  onClose: () => void;
  onDiscard?: () => void;
  /** Renders the form. `close` asks first if the form is changed. */
  children: (close: () => void) => ReactNode;
};

export function FormDialog({ isChanged, isBusy, onClose, onDiscard, children, ...dialog }: FormDialogProps) {
  const { requestClose, question } = useUnsavedChanges({ isChanged, isBusy, close: onClose, onDiscard });
  return (
    <Dialog onClose={requestClose} closesOutside={false} onOpenAutoFocus={focusFirstField} {...dialog}>
      {children(requestClose)}
      {question}
    </Dialog>
  );
}

/** A form that is too long for a dialog. */
export function FormPage({ title, isChanged, isBusy, onClose, onDiscard, children }: FormDialogProps) {
  const { requestClose, question } = useUnsavedChanges({
    isChanged,
    isBusy,
    onDiscard,
    close: onClose,
    isPage: true,
  });
  return (
    <TitledPage title={title}>
      {children(requestClose)}
      {question}
    </TitledPage>
  );
}

type SubmitDialogProps<Values extends FieldValues, Input> = Omit<
  FormDialogProps,
  'isChanged' | 'isBusy' | 'children'
> & {
  form: UseFormReturn<Values, unknown, Input>;
  onSubmit: ComponentProps<typeof Form>['onSubmit'];
  /** Default: the title. */
  submitLabel?: string;
  variant?: 'danger';
  cancelLabel?: string;
  isPending?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

export function SubmitDialog<Values extends FieldValues, Input>({
  form,
  onSubmit,
  submitLabel,
  variant,
  cancelLabel = 'Cancel',
  isPending = form.formState.isSubmitting,
  disabled,
  children,
  ...dialog
}: SubmitDialogProps<Values, Input>) {
  return (
    <FormDialog {...dialog} isChanged={form.formState.isDirty} isBusy={isPending}>
      {(close) => (
        <FormProvider {...form}>
          <Form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
            {children}
            <FormFailure control={form.control} />
            <DialogFooter>
              <Button variant="outline" onClick={close}>
                {cancelLabel}
              </Button>
              <Button type="submit" variant={variant} pending={isPending} disabled={disabled}>
                {submitLabel ?? dialog.title}
              </Button>
            </DialogFooter>
          </Form>
        </FormProvider>
      )}
    </FormDialog>
  );
}

/** Without this, the button that closes the dialog has the focus. */
function focusFirstField(event: Event): void {
  const firstField = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    'form :is(input, textarea, select)',
  );
  if (!firstField) return;
  event.preventDefault();
  firstField.focus();
}
