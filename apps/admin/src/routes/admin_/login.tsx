import { ok } from '@institute/client/failure';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, failureOf } from '../../api/admin.ts';
import { AuthPage, useFinishSignIn } from '../../features/session/auth-page.tsx';
import { CredentialField } from '../../features/session/credential-field.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';

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

type CodeFormProps = {
  /** Throws when the code is refused. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
};

/** A recovery code has letters, so it needs another keyboard. */
function CodeForm({ onCode, onBack }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      console.error(error);
      setError('code', { message: failureOf(error).message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <Field
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={
          isRecovery
            ? 'One of the ten codes that you kept. Each works once.'
            : 'The six digits that your authenticator app shows now.'
        }
        error={errors.code?.message}
        required
      >
        <Input
          // Another key makes React create a new field, which takes the focus.
          key={String(isRecovery)}
          autoFocus
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize={isRecovery ? 'characters' : 'none'}
          spellCheck={false}
          {...register('code', { required: 'This is required' })}
        />
      </Field>
      <Button type="submit" pending={isSubmitting}>
        Sign In
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          onClick={() => {
            resetField('code');
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
