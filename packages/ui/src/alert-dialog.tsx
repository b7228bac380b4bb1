import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { useOneAtATime } from './one-at-a-time.ts';

const { Root, Portal, Overlay, Content } = Primitive;
const dialogParts = { Root, Portal, Overlay, Content };

type AlertDialogProps = {
  /** Default: true. */
  open?: boolean;
  /** Closes the dialog. Not called while the action is running. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Questions below the text. */
  children?: ReactNode;
  confirmLabel?: string;
  variant?: 'danger' | 'primary';
  /** The action. Returns its promise. Two presses run it once. */
  onConfirm: () => unknown;
  /** A second answer, between Cancel and the first. */
  other?: { label: string; onPress: () => unknown } | undefined;
  pending?: boolean;
  /** True when the action is not possible yet. */
  disabled?: boolean;
};

export function AlertDialog({
  open = true,
  onClose,
  title,
  description,
  children,
  confirmLabel = 'Delete',
  variant = 'danger',
  onConfirm,
  other,
  pending,
  disabled,
}: AlertDialogProps) {
  const confirmOneAtATime = useOneAtATime(onConfirm);
  return (
    <Modal
      parts={dialogParts}
      open={open}
      onClose={() => !pending && onClose()}
      className="inset-x-4 inset-y-0 m-auto flex h-fit max-h-[calc(100dvh-2rem)] max-w-md flex-col gap-2 overflow-y-auto overscroll-contain rounded-card bg-card p-6 shadow-float data-[state=open]:animate-rise data-[state=closed]:animate-leave"
    >
      <Primitive.Title className="text-lg">{title}</Primitive.Title>
      {description && <Primitive.Description className="text-muted">{description}</Primitive.Description>}
      {children}
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Primitive.Cancel asChild>
          <Button variant="outline">Cancel</Button>
        </Primitive.Cancel>
        {other && (
          <Button variant="outline" disabled={pending} onClick={() => other.onPress()}>
            {other.label}
          </Button>
        )}
        <Button variant={variant} pending={pending} disabled={disabled} onClick={() => confirmOneAtATime()}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
