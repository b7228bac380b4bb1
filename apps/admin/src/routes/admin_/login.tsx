import { ok } from '@institute/client/failure';
import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, failureOf } from '../../api/admin.ts';
import { AuthPage } from '../../features/session/auth-page.tsx';
import { AuthSkeleton } from '../../features/session/auth-skeleton.tsx';
import { CodeForm } from '../../features/session/code-form.tsx';
import { CredentialField } from '../../features/session/credential-field.tsx';
import { useFinishSignIn } from '../../features/session/use-finish-sign-in.ts';

export const Route = createFileRoute('/admin_/login')({
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign in – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: LoginPage,
});

const required = 'This is required';

function LoginPage() {
  const { next } = useSearch({ from: '/admin_/login' });
  const finishSignIn = useFinishSignIn(next);
  const { register, handleSubmit, getValues, formState } = useForm({
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const [isCodeAsked, setCodeAsked] = useState(false);

  const signIn = async (body: { email: string; password: string; code?: string }) =>
    finishSignIn(await ok(call('POST /admin/login', { body })), 'Welcome back!');

  const logIn = handleSubmit(async (body) => {
    try {
      await signIn(body);
    } catch (error) {
      if (failureOf(error).code === 'SECOND_FACTOR_REQUIRED') {
        setCodeAsked(true);
        return;
      }
      console.error(error);
      toast.error('Error logging in', { description: failureOf(error).message });
    }
  });

  if (isCodeAsked) {
    return (
      <AuthPage title="Type your code" footer="Phone and recovery codes lost? An owner can help.">
        <CodeForm onCode={(code) => signIn({ ...getValues(), code })} onBack={() => setCodeAsked(false)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Sign in to the admin area"
      footer={
        <>
          No account yet?{' '}
          <Link to="/admin/signup" search={{ next }}>
            Sign up
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={logIn} className="flex flex-col gap-4">
        <CredentialField
          label="Email"
          type="email"
          autoComplete="username"
          field={register('email', { required })}
          error={errors.email?.message}
        />
        <CredentialField
          label="Password"
          type="password"
          autoComplete="current-password"
          field={register('password', { required })}
          error={errors.password?.message}
        />
        <Link
          to="/admin/forgot-password"
          className="inline-flex min-h-6 self-start font-semibold text-green underline"
        >
          Forgot your password?
        </Link>
        <Button type="submit" pending={isSubmitting}>
          Sign In
        </Button>
      </form>
    </AuthPage>
  );
}
