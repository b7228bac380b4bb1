import { Alert } from '@institute/ui/alert.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureOf } from '../../api/admin.ts';
import { type LinkKind, linkAddress } from '../../api/auth.ts';
import { AuthPage } from './auth-page.tsx';
import { LinkPasswordForm } from './link-password-form.tsx';

type LinkPasswordPageProps = { kind: LinkKind; token: string | undefined };

const words = {
  invitation: {
    title: 'Accept your invitation',
    dead: 'This invitation is not valid any more.',
    remedy: 'It may have been used, withdrawn or replaced by a newer one. Ask the institute for another.',
  },
  resetLink: {
    title: 'Choose a new password',
    dead: 'This link is not valid any more.',
    remedy: 'It may have been used, or be older than 60 minutes.',
  },
};

/** Opening the page does not consume the link, because mail scanners open it too. */
export function LinkPasswordPage({ kind, token }: LinkPasswordPageProps) {
  const { title } = words[kind];
  return (
    <AuthPage title={title} forEverybody footer={<Link to="/admin/login">Go to the sign-in</Link>}>
      {token ? (
        <CheckedLink kind={kind} token={token} />
      ) : (
        <Alert tone="danger" title="This link is not complete. Please open it from the mail again." />
      )}
    </AuthPage>
  );
}

function CheckedLink({ kind, token }: { kind: LinkKind; token: string }) {
  const { data: email, error, refetch, isFetching } = useQuery(linkAddress(kind, token));
  if (email) return <LinkPasswordForm kind={kind} token={token} email={email} />;
  if (!error) {
    return (
      <SkeletonGroup className="flex flex-col gap-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </SkeletonGroup>
    );
  }
  const { status, message } = failureOf(error);
  if (status === 404 || status === 400) {
    return (
      <Alert tone="danger" title={words[kind].dead}>
        {words[kind].remedy}{' '}
        {kind === 'resetLink' && (
          <Link to="/admin/forgot-password" className="underline">
            Ask for a new link
          </Link>
        )}
      </Alert>
    );
  }
  return <ErrorState description={message} onRetry={() => void refetch()} pending={isFetching} />;
}
