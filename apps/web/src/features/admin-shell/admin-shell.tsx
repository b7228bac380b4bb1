import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SidebarTrigger } from '../../ui/sidebar.tsx';
import { SidebarProvider } from '../../ui/sidebar-provider.tsx';
import { AdminSession } from './admin-session.tsx';
import { AdminSidebar } from './admin-sidebar.tsx';

/** What stands around every screen of the dashboard. */
export function AdminShell({ children }: { children?: ReactNode }) {
  return (
    <AdminSession>
      <SidebarProvider>
        <AdminSidebar />
        <div className="flex min-w-0 grow flex-col">
          <header className="flex items-center px-2 pt-2 md:px-5 print:hidden">
            <SidebarTrigger />
          </header>
          <main id="main" tabIndex={-1} className="grow px-4 pt-2 pb-10 md:px-8">
            {children ?? <Outlet />}
          </main>
        </div>
      </SidebarProvider>
    </AdminSession>
  );
}
