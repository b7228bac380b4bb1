import { AlertDialog } from '@institute/ui/alert-dialog.tsx';

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
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title="Discard your changes?"
      description={description}
      confirmLabel={confirmLabel}
      onConfirm={onDiscard}
    />
  );
}
