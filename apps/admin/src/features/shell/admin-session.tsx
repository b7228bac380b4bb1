import { ok } from '@institute/client/failure';
import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { admin, call, failureOf, makeAdminQueries, session } from '../../api/admin.ts';
import { makeAdminClient } from '../../api/client.ts';
import { nextSearch } from '../../api/next-path.ts';
import { answerPassword, isPasswordAsked, onPasswordAsked } from '../../api/step-up.ts';
import { SignedInProvider, useUser } from '../../api/user.ts';
import { dropDeviceForms } from '../../forms/device-form.ts';
import { reasonOf } from '../../forms/field-errors.ts';
import { RequiredField } from '../../forms/required-field.tsx';
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

function PasswordDialog() {
  const isOpen = useSyncExternalStore(onPasswordAsked, isPasswordAsked);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && answerPassword(false)}
      title="Your password, please"
      description="This is asked again before something important, in case somebody else uses your device."
      closesOutside={false}
    >
      <PasswordQuestion />
    </Dialog>
  );
}

function PasswordQuestion() {
  const { email } = useUser();
  const { mutateAsync: confirm } = admin.account.confirmPassword.useMutation();
  const form = useForm({ defaultValues: { currentPassword: '' } });

  const send = form.handleSubmit(async (typed) => {
    try {
      await confirm(typed);
    } catch (error) {
      form.setError('currentPassword', { message: reasonOf(failureOf(error)) }, { shouldFocus: true });
      return;
    }
    answerPassword(true);
  });

  return (
    <form noValidate onSubmit={send}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <RequiredField
        form={form}
        name="currentPassword"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      <DialogFooter>
        <Button variant="outline" onClick={() => answerPassword(false)}>
          Cancel
        </Button>
        <Button type="submit" pending={form.formState.isSubmitting}>
          Go on
        </Button>
      </DialogFooter>
    </form>
  );
}
