import { Alert } from '@institute/ui/alert.tsx';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toApiFailure } from '../../api/admin.ts';
import { auth } from '../../api/auth.ts';
import { AuthPage } from '../../features/session/auth-page.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';
import { showMessage } from '../../forms/field-errors.ts';
import { RequiredField } from '../../forms/required-field.tsx';
import { SubmitForm } from '../../forms/submit-form.tsx';

export const Route = createFileRoute('/admin_/forgot-password')({
  head: () => ({ meta: [{ title: 'Forgot password – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: ForgotPasswordPage,
});

/** Never reveals which addresses have an account. */
function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ defaultValues: { email: '' } });

  const requestResetLink = form.handleSubmit(async ({ email }) => {
    try {
      setSentTo((await auth.requestReset.mutate({ email })).email);
    } catch (error) {
      console.error(error);
      const { message, details } = toApiFailure(error);
      const refusedEmailFault = details.find(({ path }) => path === 'email');
      if (refusedEmailFault)
        form.setError('email', { message: refusedEmailFault.message }, { shouldFocus: true });
      else showMessage(form, 'The email could not be sent', message);
    }
  });

  return (
    <AuthPage
      title="Forgot your password?"
      footer={
        <>
          Remembered it? <Link to="/admin/login">Sign in</Link>
        </>
      }
    >
      {sentTo ? (
        <Alert tone="success" title="Look into your inbox">
          If <strong className="wrap-anywhere">{sentTo}</strong> has an account, an email with a link is on
          its way. The link ends 60 minutes after it was first sent.
        </Alert>
      ) : (
        <SubmitForm form={form} onSubmit={requestResetLink} label="Send the Link">
          <p>We send you an email with a link. On the page behind it you choose a new password.</p>
          <RequiredField form={form} name="email" label="Email" type="email" autoComplete="username" />
        </SubmitForm>
      )}
    </AuthPage>
  );
}
