import { Dialog } from '@institute/ui/dialog.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { DiscardQuestion } from './discard-question.tsx';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size'> & {
  /** True while the form has text that closing would drop. */
  isChanged: boolean;
  /** True while the form is being saved and cannot be closed. */
  isBusy: boolean;
  onClose: () => void;
  /** Called when somebody chose to drop what was typed. */
  onDiscard?: () => void;
  /** `close` asks first when the form is changed. */
  children: (close: () => void) => ReactNode;
};

/** A dialog with a form. It asks before it drops what was typed. */
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

/** Starts in the first field, not at the button that closes the dialog. */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    'form :is(input, textarea, select)',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}
