import { ok } from '@institute/client/failure';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { call } from '../../api/admin.ts';
import { signupRule } from '../../api/auth.ts';
import { AuthPage, useFinishSignIn } from '../../features/session/auth-page.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';
import { showRefusal } from '../../forms/field-errors.ts';
import { FormFailure } from '../../forms/form-failure.tsx';
import { NewPasswordFields, RequiredField } from '../../forms/required-field.tsx';

export const Route = createFileRoute('/admin_/signup')({
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign up – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: SignupPage,
});

const empty = { setupCode: '', email: '', password: '', confirmPassword: '' };

function SignupPage() {
  const { next } = useSearch({ from: '/admin_/signup' });
  const { data: signup } = useQuery(signupRule);
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
  const form = useForm({ defaultValues: empty });

  const signUp = form.handleSubmit(async ({ setupCode, ...account }) => {
    try {
      const body = asksForCode ? { ...account, setupCode } : account;
      finishSignIn(await ok(call('POST /admin/signup', { body })), 'Signup successful!');
    } catch (error) {
      console.error(error);
      showRefusal(form, error);
    }
  });

  return (
    <Form noValidate onSubmit={signUp} className="flex flex-col gap-4">
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
      <Button type="submit" pending={form.formState.isSubmitting}>
        Sign Up
      </Button>
      <FormFailure control={form.control} />
    </Form>
  );
}
