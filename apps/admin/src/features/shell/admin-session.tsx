import { ok } from '@institute/client/failure';
import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { admin, call, makeAdminQueries, session } from '../../api/admin.ts';
import { makeAdminClient } from '../../api/client.ts';
import { nextSearch } from '../../api/next-path.ts';
import { SignedInProvider } from '../../api/user.ts';
import { dropDeviceForms } from '../../forms/device-form.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** The dashboard's cache ends with the session. */
export function AdminSession({ children }: { children: ReactNode }) {
  const [user] = useState(() => session.read()?.user);
  const [queries] = useState(makeAdminQueries);
  const [client] = useState(makeAdminClient);
  const [hasSignedOut, setSignedOut] = useState(false);

  const signOut = () => {
    session.clear();
    if (user) dropDeviceForms(user.email);
    queries.clear();
    setSignedOut(true);
    // Runs in the background. A failure needs no message.
    ok(call('POST /admin/logout', { body: undefined })).catch((error) => console.error(error));
  };

  // Removes the screens at once, because the server would refuse their requests.
  if (hasSignedOut) {
    return (
      <>
        <ShellSkeleton />
        <Navigate to="/admin/login" />
      </>
    );
  }
  if (!user) return <SignInFirst />;
  return (
    <SignedInProvider value={{ user, signOut }}>
      <admin.Provider client={client} queryClient={queries}>
        <QueryClientProvider client={queries}>
          {children}
          <PasswordDialog />
        </QueryClientProvider>
      </admin.Provider>
    </SignedInProvider>
  );
}

function SignInFirst() {
  const router = useRouter();
  // The current address, not the pending one.
  const [search] = useState(() => nextSearch(router.latestLocation.href));
  return (
    <>
      <ShellSkeleton />
      <Navigate to="/admin/login" search={search} replace />
    </>
  );
}
