import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { overlayClass } from './dialog.tsx';
import { useOverlay } from './overlay.ts';

type AlertDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  confirmLabel?: string;
  variant?: 'danger' | 'primary';
  onConfirm: () => void;
  pending?: boolean;
};

export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel = 'Delete',
  variant = 'danger',
  onConfirm,
  pending,
}: AlertDialogProps) {
  const overlay = useOverlay(open, onOpenChange);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          {...overlay}
          className={cx(
            'fixed inset-x-4 inset-y-0 z-40 m-auto flex h-fit max-w-md flex-col gap-2 rounded-card bg-card p-6 shadow-float',
            'outline-none data-[state=open]:animate-rise data-[state=closed]:animate-leave',
          )}
        >
          <Primitive.Title className="text-lg">{title}</Primitive.Title>
          {description && <Primitive.Description className="text-muted">{description}</Primitive.Description>}
          <div className="mt-4 flex flex-wrap justify-end gap-3">
            <Primitive.Cancel asChild>
              <Button variant="outline">Cancel</Button>
            </Primitive.Cancel>
            <Button variant={variant} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
