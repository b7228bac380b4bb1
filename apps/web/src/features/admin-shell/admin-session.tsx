import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, useHydrated, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { admin, makeAdminQueries, session } from '../../api/admin.ts';
import { makeAdminClient } from '../../api/admin-client.ts';
import { UserProvider } from '../../api/admin-user.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** What every screen of the dashboard needs, once the browser has told who is signed in. */
export function AdminSession({ children }: { children: ReactNode }) {
  return useHydrated() ? <Restored>{children}</Restored> : <ShellSkeleton />;
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
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
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
