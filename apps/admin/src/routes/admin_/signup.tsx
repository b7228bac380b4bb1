import { ok } from '@institute/client/failure';
import { Alert } from '@institute/ui/alert.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { callPublicApi } from '../../api/admin.ts';
import { signupRuleQuery } from '../../api/auth.ts';
import { AuthPage, useFinishSignIn } from '../../features/session/auth-page.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';
import { showAccountRefusal } from '../../forms/field-errors.ts';
import { NewPasswordFields, RequiredField } from '../../forms/required-field.tsx';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { textParameter } from '../../lists/address.ts';

export const Route = createFileRoute('/admin_/signup')({
  validateSearch: z.object({ next: textParameter }),
  head: () => ({ meta: [{ title: 'Sign up – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: SignupPage,
});

const emptyValues = { setupCode: '', email: '', password: '', confirmPassword: '' };

function SignupPage() {
  const { next } = useSearch({ from: '/admin_/signup' });
  const { data: signup } = useQuery(signupRuleQuery);
  return (
    <AuthPage
      title="Make an admin account"
      footer={
        <>
          Already have an account?{' '}
          <Link to="/admin/login" search={{ next }}>
            Sign in
          </Link>
        </>
      }
    >
      {signup === undefined || signup === 'open' || signup === 'set-up' ? (
        <SignupForm asksForCode={signup === 'set-up'} />
      ) : (
        <Alert
          title={
            signup === 'invite'
              ? 'You need an invitation to make an account.'
              : 'No accounts are made here at present.'
          }
        >
          Ask the institute for one: it comes by email, with a link that makes the account.
        </Alert>
      )}
    </AuthPage>
  );
}

function SignupForm({ asksForCode }: { asksForCode: boolean }) {
  const { next } = useSearch({ from: '/admin_/signup' });
  const finishSignIn = useFinishSignIn(next);
  const form = useForm({ defaultValues: emptyValues });

  const submitSignUp = form.handleSubmit(async ({ setupCode, ...account }) => {
    try {
      const signUpBody = asksForCode ? { ...account, setupCode } : account;
      finishSignIn(await ok(callPublicApi('POST /admin/signup', { body: signUpBody })), 'Signup successful!');
    } catch (error) {
      console.error(error);
      showAccountRefusal(form, error);
    }
  });

  return (
    <SubmitForm form={form} onSubmit={submitSignUp} label="Sign Up">
      {asksForCode && (
        <RequiredField
          form={form}
          name="setupCode"
          label="Set-up code"
          hint="The start of the site prints it: a line that begins with “Set-up code:”."
          autoComplete="off"
          autoCapitalize="characters"
        />
      )}
      <RequiredField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <NewPasswordFields form={form} label="Password" />
    </SubmitForm>
  );
}
