import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useHydrated, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { admin, makeAdminQueries, session } from '../../api/admin.ts';
import { makeAdminClient } from '../../api/admin-client.ts';
import { UserProvider } from '../../api/admin-user.ts';
import { SidebarTrigger } from '../../ui/sidebar.tsx';
import { SidebarProvider } from '../../ui/sidebar-provider.tsx';
import { AdminSidebar } from './admin-sidebar.tsx';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** What stands around every screen of the dashboard, once the browser has told who is signed in. */
export function AdminShell({ children }: { children?: ReactNode }) {
  return useHydrated() ? <Restored>{children ?? <Outlet />}</Restored> : <ShellSkeleton />;
}

/** The dashboard's data lives as long as this. */
function Restored({ children }: { children: ReactNode }) {
  const [user] = useState(() => session.read()?.user);
  const [queries] = useState(makeAdminQueries);
  const [client] = useState(makeAdminClient);
  // a guard of the routes would take the page away while it hydrates
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
                {children}
              </main>
            </div>
          </SidebarProvider>
        </QueryClientProvider>
      </admin.Provider>
    </UserProvider>
  );
}

function SignInFirst() {
  const router = useRouter();
  // the address of now, not the one it is on its way to
  const [next] = useState(router.latestLocation.href);
  return (
    <>
      <ShellSkeleton />
      <Navigate to="/admin/login" search={{ next }} replace />
    </>
  );
}
