import { ok } from '@institute/client/failure';
import { Alert } from '@institute/ui/alert.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { callPublicApi, toApiFailure } from '../../api/admin.ts';
import { auth, type LinkKind, makePasswordLinkQuery } from '../../api/auth.ts';
import { showAccountRefusal } from '../../forms/field-errors.ts';
import { NewPasswordFields } from '../../forms/required-field.tsx';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { AuthPage, useFinishSignIn } from './auth-page.tsx';

type LinkPasswordPageProps = { kind: LinkKind; token: string | undefined };

const linkKindTexts = {
  invitation: {
    use: auth.acceptInvitation,
    title: 'Accept your invitation',
    dead: 'This invitation is not valid any more.',
    remedy: 'It may have been used, withdrawn or replaced by a newer one. Ask the institute for another.',
    label: 'Password',
    button: 'Make the Account',
    done: 'Signup successful!',
  },
  resetLink: {
    use: auth.resetPassword,
    title: 'Choose a new password',
    dead: 'This link is not valid any more.',
    remedy: 'It may have been used, or be older than 60 minutes.',
    label: 'New Password',
    button: 'Save the Password',
    done: 'Password changed successfully',
  },
};

/** Opening the page does not consume the link, because mail scanners open it too. */
export function LinkPasswordPage({ kind, token }: LinkPasswordPageProps) {
  return (
    <AuthPage
      title={linkKindTexts[kind].title}
      forEverybody
      footer={<Link to="/admin/login">Go to the sign-in</Link>}
    >
      {token ? (
        <CheckedLinkForm kind={kind} token={token} />
      ) : (
        <Alert tone="danger" title="This link is not complete. Please open it from the email again." />
      )}
    </AuthPage>
  );
}

function CheckedLinkForm({ kind, token }: { kind: LinkKind; token: string }) {
  const linkEmailQuery = useQuery(makePasswordLinkQuery(kind, token));
  const { data: email, error } = linkEmailQuery;
  if (email) return <LinkPasswordForm kind={kind} token={token} email={email} />;
  if (!error) return <Skeletons heights={['h-20', 'h-20']} />;
  const { status } = toApiFailure(error);
  if (status === 404 || status === 400) {
    return (
      <Alert tone="danger" title={linkKindTexts[kind].dead}>
        {linkKindTexts[kind].remedy}{' '}
        {kind === 'resetLink' && (
          <Link to="/admin/forgot-password" className="underline">
            Ask for a new link
          </Link>
        )}
      </Alert>
    );
  }
  return <LoadError query={linkEmailQuery} />;
}

type LinkPasswordFormProps = { kind: LinkKind; token: string; email: string };

function LinkPasswordForm({ kind, token, email }: LinkPasswordFormProps) {
  const { use, label, button, done } = linkKindTexts[kind];
  const navigate = useNavigate();
  const finishSignIn = useFinishSignIn(undefined);
  const form = useForm({ defaultValues: { password: '', confirmPassword: '' } });

  const savePassword = form.handleSubmit(async (typed) => {
    try {
      await use.mutate({ token, ...typed });
    } catch (error) {
      console.error(error);
      showAccountRefusal(form, error);
      return;
    }
    try {
      finishSignIn(
        await ok(callPublicApi('POST /admin/login', { body: { email, password: typed.password } })),
        done,
      );
    } catch (error) {
      console.error(error);
      toast.success(done, { description: 'Please sign in.' });
      await navigate({ to: '/admin/login', replace: true });
    }
  });

  return (
    <SubmitForm form={form} onSubmit={savePassword} label={button}>
      <p>
        For{' '}
        <strong>
          <EmailAddress>{email}</EmailAddress>
        </strong>
      </p>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields form={form} label={label} />
    </SubmitForm>
  );
}
