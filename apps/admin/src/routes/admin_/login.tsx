import { ok } from '@institute/client/failure';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { callPublicApi, toApiFailure } from '../../api/admin.ts';
import { auth } from '../../api/auth.ts';
import { AuthPage, useFinishSignIn } from '../../features/session/auth-page.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';
import { hasFormKeptInTab } from '../../forms/device-form.ts';
import { readFailureReason, showMessage } from '../../forms/field-errors.ts';
import { RequiredField } from '../../forms/required-field.tsx';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { textParameter } from '../../lists/address.ts';

export const Route = createFileRoute('/admin_/login')({
  validateSearch: z.object({ next: textParameter, link: textParameter }),
  head: () => ({ meta: [{ title: 'Sign in – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: LoginPage,
});

function LoginPage() {
  const { next, link } = useSearch({ from: '/admin_/login' });
  const finishSignIn = useFinishSignIn(next);
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const [isCodeAsked, setCodeAsked] = useState(false);

  const signInWithPassword = async (body: { email: string; password: string; code?: string }) =>
    finishSignIn(
      link
        ? await auth.signInByLink.mutate({ token: link, code: body.code })
        : await ok(callPublicApi('POST /admin/login', { body })),
      'Welcome back!',
    );

  const submitLogin = form.handleSubmit(async (body) => {
    try {
      await signInWithPassword(body);
    } catch (error) {
      if (toApiFailure(error).code === 'SECOND_FACTOR_REQUIRED') {
        setCodeAsked(true);
        return;
      }
      console.error(error);
      const signInFailure = toApiFailure(error);
      // An emailed link has no field that could show a fault, so the reason itself is shown
      const failureReason = link ? readFailureReason(signInFailure) : signInFailure.message;
      toast.error('Error logging in', { description: failureReason });
      showMessage(form, 'Error logging in', failureReason);
    }
  });

  if (isCodeAsked) {
    return (
      <AuthPage title="Type your code" footer="Phone and recovery codes lost? An owner can help.">
        <CodeForm
          onCode={(code) => signInWithPassword({ ...form.getValues(), code })}
          onBack={() => setCodeAsked(false)}
        />
      </AuthPage>
    );
  }
  // Opening the page does not use the link, because mail scanners open it too.
  if (link) {
    return (
      <AuthPage
        title="Sign in with your link"
        forEverybody
        footer={<Link to="/admin/login">Use the password</Link>}
      >
        <SubmitForm form={form} onSubmit={submitLogin} label="Sign In" />
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
      {hasFormKeptInTab() && <Alert>You were signed out. What you typed is kept: sign in to go on.</Alert>}
      <SubmitForm form={form} onSubmit={submitLogin} label="Sign In">
        <RequiredField form={form} name="email" label="Email" type="email" autoComplete="username" />
        <RequiredField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        <Link
          to="/admin/forgot-password"
          className="inline-flex min-h-6 self-start font-semibold text-green underline"
        >
          Forgot your password?
        </Link>
      </SubmitForm>
    </AuthPage>
  );
}

type CodeFormProps = {
  /** Throws when the code is refused. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
};

/** Asks for a code. A recovery code has letters, so it needs another keyboard than the six digits. */
function CodeForm({ onCode, onBack }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({ defaultValues: { code: '' } });

  const submitCode = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      console.error(error);
      form.setError('code', { message: toApiFailure(error).message }, { shouldFocus: true });
    }
  });

  return (
    <Form noValidate onSubmit={submitCode} className="flex flex-col gap-4">
      <RequiredField
        // Another key makes React create a new field, which takes the focus.
        key={String(isRecovery)}
        form={form}
        name="code"
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={
          isRecovery
            ? 'One of the ten codes that you kept. Each works once.'
            : 'The six digits that your authenticator app shows now.'
        }
        autoFocus
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
      />
      <Button type="submit" pending={form.formState.isSubmitting}>
        Sign In
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          onClick={() => {
            form.resetField('code');
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
      </div>
    </Form>
  );
}
