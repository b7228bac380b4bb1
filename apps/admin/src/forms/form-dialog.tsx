import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { useBlocker } from '@tanstack/react-router';
import { type ComponentProps, type FormEventHandler, type ReactNode, useEffect, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { session } from '../api/admin.ts';

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size'> & {
  isChanged: boolean;
  isBusy: boolean;
  onClose: () => void;
  onDiscard?: () => void;
  /** `close` asks first when the form is changed. */
  children: (close: () => void) => ReactNode;
};

export function FormDialog({ isChanged, isBusy, onClose, onDiscard, children, ...dialog }: FormDialogProps) {
  const unsaved = useUnsavedChanges({ isChanged, isBusy, close: onClose });
  return (
    <Dialog
      onClose={unsaved.requestClose}
      closesOutside={false}
      onOpenAutoFocus={focusFirstField}
      {...dialog}
    >
      {children(unsaved.requestClose)}
      <DiscardQuestion
        open={unsaved.isAsking}
        onStay={unsaved.stay}
        onDiscard={() => {
          onDiscard?.();
          unsaved.discard();
        }}
      />
    </Dialog>
  );
}

type SubmitDialogProps<Values extends FieldValues, Input> = Omit<
  FormDialogProps,
  'isChanged' | 'isBusy' | 'children'
> & {
  form: UseFormReturn<Values, unknown, Input>;
  onSubmit: FormEventHandler;
  submitLabel: string;
  variant?: 'danger';
  cancelLabel?: string;
  isPending?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

/** A form of few fields, with buttons to cancel and to submit. */
export function SubmitDialog<Values extends FieldValues, Input>({
  form,
  onSubmit,
  submitLabel,
  variant,
  cancelLabel = 'Cancel',
  isPending = false,
  disabled,
  children,
  ...dialog
}: SubmitDialogProps<Values, Input>) {
  return (
    <FormDialog {...dialog} isChanged={form.formState.isDirty} isBusy={isPending}>
      {(close) => (
        <FormProvider {...form}>
          <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
            {children}
            <DialogFooter>
              <Button variant="outline" onClick={close}>
                {cancelLabel}
              </Button>
              <Button type="submit" variant={variant} pending={isPending} disabled={disabled}>
                {submitLabel}
              </Button>
            </DialogFooter>
          </form>
        </FormProvider>
      )}
    </FormDialog>
  );
}

/** Without this, the button that closes the dialog has the focus. */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    'form :is(input, textarea, select)',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

type DiscardQuestionProps = {
  open: boolean;
  onStay: () => void;
  onDiscard: () => void;
  description?: string;
  confirmLabel?: string;
};

export function DiscardQuestion({
  open,
  onStay,
  onDiscard,
  description = 'What you have typed has not been saved.',
  confirmLabel = 'Discard',
}: DiscardQuestionProps) {
  return (
    <AlertDialog
      open={open}
      onClose={onStay}
      title="Discard your changes?"
      description={description}
      confirmLabel={confirmLabel}
      onConfirm={onDiscard}
    />
  );
}

type UnsavedChanges = {
  isChanged: boolean;
  isBusy: boolean;
  close: () => void;
  /** Also asks when only the search part of the address changes. */
  inSearch?: boolean;
};

const changedForms = new Set<object>();

export const hasUnsavedChanges = (): boolean => changedForms.size > 0;

export function useUnsavedChanges({ isChanged, isBusy, close, inSearch = false }: UnsavedChanges) {
  const [isClosing, setClosing] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    changedForms.add(form);
    return () => void changedForms.delete(form);
  }, [isChanged]);
  const blocker = useBlocker({
    // The list behind a dialog may change its search.
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      (current.pathname !== next.pathname ||
        (inSearch && JSON.stringify(current.search) !== JSON.stringify(next.search))),
    // An ended session opens the sign-in page without a question.
    enableBeforeUnload: () => isChanged && session.read() !== null,
    withResolver: true,
  });
  return {
    isAsking: isClosing || blocker.status === 'blocked',
    requestClose: () => {
      if (isBusy) return;
      if (isChanged) setClosing(true);
      else close();
    },
    stay: () => {
      setClosing(false);
      blocker.reset?.();
    },
    discard: () => {
      close();
      blocker.proceed?.();
    },
  };
}
