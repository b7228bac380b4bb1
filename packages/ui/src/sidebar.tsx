import { PanelLeft, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Modal } from './modal.tsx';
import { useSidebar } from './sidebar-provider.tsx';

export function Sidebar({ children }: { children: ReactNode }) {
  const { isPhone, collapsed, sheetOpen, setSheetOpen } = useSidebar();
  if (isPhone) {
    return (
      <Modal
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        className="inset-y-0 left-0 flex w-72 max-w-full flex-col bg-paper shadow-float data-[state=open]:animate-slide data-[state=closed]:animate-slide-out"
      >
        <Primitive.Title className="sr-only">Sidebar</Primitive.Title>
        <Primitive.Close asChild>
          <IconButton label="Close" className="absolute top-2 right-2">
            <X aria-hidden />
          </IconButton>
        </Primitive.Close>
        <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">{children}</div>
      </Modal>
    );
  }
  return (
    <aside
      aria-label="Sidebar"
      data-state={collapsed ? 'collapsed' : 'expanded'}
      className={cx(
        'sticky top-0 flex h-dvh shrink-0 flex-col overflow-hidden border-r border-line bg-card print:hidden',
        collapsed ? 'w-12' : 'w-64',
      )}
    >
      {children}
    </aside>
  );
}

export function SidebarTrigger() {
  const { isPhone, collapsed, sheetOpen, toggle } = useSidebar();
  return (
    <IconButton
      label="Toggle Sidebar"
      aria-expanded={isPhone ? sheetOpen : !collapsed}
      aria-keyshortcuts="Control+B Meta+B"
      onClick={toggle}
    >
      <PanelLeft aria-hidden />
    </IconButton>
  );
}

export const SidebarHeader = ({ children }: { children: ReactNode }) => (
  <div className={useSidebar().collapsed ? 'px-1 py-3' : 'p-3 md:py-1'}>{children}</div>
);

export const SidebarContent = (props: Omit<ComponentProps<'nav'>, 'className'>) => (
  <nav
    {...props}
    className={cx(
      'flex min-h-0 grow flex-col gap-3 overflow-x-hidden overflow-y-auto py-2 md:gap-1 md:py-1',
      useSidebar().collapsed ? 'px-[3px]' : 'px-3',
    )}
  />
);

export const SidebarFooter = ({ children }: { children: ReactNode }) => (
  <div
    className={cx(
      'flex items-center gap-1 border-t border-line',
      useSidebar().collapsed ? 'flex-col px-[3px] py-2' : 'mx-3 py-1 max-md:mb-2',
    )}
  >
    {children}
  </div>
);
