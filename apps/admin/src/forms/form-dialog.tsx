import { Dialog } from '@institute/ui/dialog.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { DiscardQuestion } from './discard-question.tsx';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

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
      open
      onOpenChange={(open) => !open && unsaved.requestClose()}
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

/** Without this, the button that closes the dialog has the focus. */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    'form :is(input, textarea, select)',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}
