import { ok } from '@institute/client/failure';
import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, useHydrated, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { admin, call, makeAdminQueries, session } from '../../api/admin.ts';
import { makeAdminClient } from '../../api/admin-client.ts';
import { SignedInProvider } from '../../api/admin-user.ts';
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
  const [hasSignedOut, setSignedOut] = useState(false);

  const signOut = () => {
    session.clear();
    queries.clear();
    setSignedOut(true);
    // nobody waits for it, and there is nobody to tell when it fails
    ok(call('POST /admin/logout', { body: undefined })).catch((error) => console.error(error));
  };

  // the screens go at once: what they ask for in the background would be refused
  if (hasSignedOut) {
    return (
      <>
        <ShellSkeleton />
        <Navigate to="/admin/login" />
      </>
    );
  }
  // a guard of the routes would take the page away while it hydrates
  if (!user) return <SignInFirst />;
  return (
    <SignedInProvider value={{ user, signOut }}>
      <admin.Provider client={client} queryClient={queries}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </admin.Provider>
    </SignedInProvider>
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
