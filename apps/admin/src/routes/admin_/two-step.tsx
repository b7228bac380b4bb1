import { Button } from '@institute/ui/button.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useSignOut } from '../../api/user.ts';
import { RecoveryCodes, TwoStepSetUp } from '../../features/accounts/two-step-form.tsx';
import { AdminSession } from '../../features/shell/admin-session.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';
import { Loading } from '../../ui/load-error.tsx';

export const Route = createFileRoute('/admin_/two-step')({
  head: () => ({ meta: [{ title: 'Two-step sign-in – Admin' }] }),
  pendingComponent: ShellSkeleton,
  component: () => (
    <AdminSession>
      <TwoStepPage />
    </AdminSession>
  ),
});

/** The only page that an account sees until it has set up two-step sign-in. */
function TwoStepPage() {
  const secondFactorQuery = admin.secondFactor.state.useQuery();
  const [codes, setCodes] = useState<string[] | null>(null);
  const signOut = useSignOut();
  // Loads a new document, so that the calls that were refused are sent again.
  const openAdminArea = () => location.assign('/admin');

  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-xl flex-col gap-5 px-4 py-8 outline-none">
      <Heading level={1} size="block">
        Two-step sign-in
      </Heading>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={openAdminArea} />
      ) : (
        <Loading query={secondFactorQuery} failed="Your account could not be loaded">
          {({ isOn }) =>
            isOn ? (
              <Button className="self-start" onClick={openAdminArea}>
                Go to the admin area
              </Button>
            ) : (
              <>
                <p>
                  The owners of this site want every account to have it. After the password, the sign-in then
                  asks for a code of an app on your phone. It takes two minutes.
                </p>
                <TwoStepSetUp onCodes={setCodes} />
                <Button variant="outline" className="self-start" onClick={signOut}>
                  Sign out
                </Button>
              </>
            )
          }
        </Loading>
      )}
    </main>
  );
}
