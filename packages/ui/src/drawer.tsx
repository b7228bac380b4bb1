import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { overlayClass } from './dialog.tsx';
import { useOverlay } from './overlay.ts';

type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  hideTitle?: boolean;
  children: ReactNode;
};

export function Drawer({ open, onOpenChange, title, hideTitle, children }: DrawerProps) {
  const overlay = useOverlay(open, onOpenChange);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          {...overlay}
          className={cx(
            'fixed inset-y-0 left-0 z-40 flex w-72 max-w-full flex-col bg-paper shadow-float outline-none',
            'data-[state=open]:animate-slide data-[state=closed]:animate-slide-out',
          )}
        >
          <div
            className={cx(
              'flex items-center justify-between py-2 pr-2 pl-4',
              hideTitle && 'absolute top-0 right-0',
            )}
          >
            <Primitive.Title className={hideTitle ? 'sr-only' : 'text-lg'}>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label="Close">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
