import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { admin, makeAdminClient, makeAdminQueries, session } from '../../api/admin.ts';
import { UserProvider } from '../../api/admin-user.ts';
import { SidebarTrigger } from '../../ui/sidebar.tsx';
import { SidebarProvider } from '../../ui/sidebar-provider.tsx';
import { AdminSidebar } from './admin-sidebar.tsx';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** What stands around every screen of the dashboard. Its data lives as long as it does. */
export function AdminShell() {
  const [user] = useState(() => session.read()?.user);
  const [queries] = useState(makeAdminQueries);
  const [client] = useState(makeAdminClient);
  // the route's own guard is not asked where no screen is
  if (!user) return <SignInFirst />;
  return (
    <UserProvider value={user}>
      <admin.Provider client={client} queryClient={queries}>
        <QueryClientProvider client={queries}>
          <SidebarProvider>
            <AdminSidebar />
            <div className="flex min-w-0 grow flex-col">
              <header className="flex items-center px-2 pt-2 md:px-5 print:hidden">
                <SidebarTrigger />
              </header>
              <main id="main" tabIndex={-1} className="grow px-4 pt-2 pb-10 md:px-8">
                <Outlet />
              </main>
            </div>
          </SidebarProvider>
        </QueryClientProvider>
      </admin.Provider>
    </UserProvider>
  );
}

function SignInFirst() {
  const { href } = useLocation();
  return (
    <>
      <ShellSkeleton />
      <Navigate to="/admin/login" search={{ next: href }} replace />
    </>
  );
}
