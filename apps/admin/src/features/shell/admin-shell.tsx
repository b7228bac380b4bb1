import { makeButtonClass } from '@institute/ui/button.tsx';
import { SidebarTrigger } from '@institute/ui/sidebar.tsx';
import { SidebarProvider } from '@institute/ui/sidebar-provider.tsx';
import { Outlet } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminSession } from './admin-session.tsx';
import { AdminSidebar } from './admin-sidebar.tsx';
import { CommandPalette } from './command-palette.tsx';
import { AllowedScreen } from './refused-screen.tsx';
import { ScreenParts } from './screen-parts.tsx';

export function AdminShell({ children }: { children?: ReactNode }) {
  return (
    <AdminSession>
      <SidebarProvider>
        <AdminSidebar />
        <div className="flex min-w-0 grow flex-col">
          <header className="flex items-center gap-1 px-2 pt-2 max-md:sticky max-md:top-0 max-md:z-20 max-md:border-b max-md:border-line max-md:bg-paper max-md:py-1 md:px-5 print:hidden">
            <SidebarTrigger />
            <CommandPalette />
            <a
              href="/"
              target="_blank"
              rel="noreferrer"
              className={makeButtonClass({ variant: 'ghost', size: 'sm', className: 'ml-auto' })}
            >
              View Site
              <ExternalLink aria-hidden />
            </a>
          </header>
          <main id="main" tabIndex={-1} className="grow px-4 pt-2 pb-10 md:px-5 md:pt-0">
            <ScreenParts />
            <AllowedScreen>{children ?? <Outlet />}</AllowedScreen>
          </main>
        </div>
      </SidebarProvider>
    </AdminSession>
  );
}
