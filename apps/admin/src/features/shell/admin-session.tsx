import { ok } from '@institute/client/failure';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { callPublicApi, session } from '../../api/admin.ts';
import { makeNextSearch } from '../../api/next-path.ts';
import { isPasswordQuestionOpen, listenForPasswordQuestion } from '../../api/step-up.ts';
import { SignedInProvider } from '../../api/user.ts';
import { dropDeviceForms } from '../../forms/device-form.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

export function AdminSession({ children }: { children: ReactNode }) {
  const [user] = useState(() => session.read()?.user);
  const queryCache = useQueryClient();
  const isPasswordNeeded = useSyncExternalStore(listenForPasswordQuestion, isPasswordQuestionOpen);
  const [hasSignedOut, setSignedOut] = useState(false);

  const signOut = () => {
    session.clear();
    if (user) dropDeviceForms(user.email);
    queryCache.clear();
    setSignedOut(true);
    // Runs in the background. A failure needs no message.
    ok(callPublicApi('POST /admin/logout', { body: undefined })).catch((error) => console.error(error));
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
      {children}
      {isPasswordNeeded && (
        <Suspense>
          <PasswordDialog />
        </Suspense>
      )}
    </SignedInProvider>
  );
}

function SignInFirst() {
  const router = useRouter();
  // The current address, not the pending one.
  const [search] = useState(() => makeNextSearch(router.latestLocation.href));
  return (
    <>
      <ShellSkeleton />
      <Navigate to="/admin/login" search={search} replace />
    </>
  );
}
