import { ok } from '@institute/client/failure';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { call, failureOf } from '../../api/admin.ts';
import { signupRule } from '../../api/auth.ts';
import { AuthPage, useFinishSignIn } from '../../features/session/auth-page.tsx';
import { CredentialField } from '../../features/session/credential-field.tsx';
import { NewPasswordFields } from '../../features/session/new-password-fields.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin_/signup')({
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign up – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: SignupPage,
});

const required = 'This is required';
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
          Ask the institute for one: it comes by mail, with a link that makes the account.
        </Alert>
      )}
    </AuthPage>
  );
}

/** The server checks the password rules and the confirmation. */
function SignupForm({ asksForCode }: { asksForCode: boolean }) {
  const { next } = useSearch({ from: '/admin_/signup' });
  const finishSignIn = useFinishSignIn(next);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: empty });
  const { errors, isSubmitting } = formState;

  const signUp = handleSubmit(async ({ setupCode, ...account }) => {
    try {
      const body = asksForCode ? { ...account, setupCode } : account;
      finishSignIn(await ok(call('POST /admin/signup', { body })), 'Signup successful!');
    } catch (error) {
      console.error(error);
      const { message, details } = failureOf(error);
      toast.error(message, { description: details[0]?.message });
      for (const { path, message } of details) if (isField(path)) setError(path, { message });
    }
  });

  return (
    <form noValidate onSubmit={signUp} className="flex flex-col gap-4">
      {asksForCode && (
        <Field
          label="Set-up code"
          hint="The start of the site prints it: a line that begins with “Set-up code:”."
          error={errors.setupCode?.message}
          required
        >
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            translate="no"
            {...register('setupCode', { required })}
          />
        </Field>
      )}
      <CredentialField
        label="Email"
        type="email"
        autoComplete="username"
        field={register('email', { required })}
        error={errors.email?.message}
      />
      <NewPasswordFields
        label="Password"
        fields={{
          password: register('password', { required }),
          confirmPassword: register('confirmPassword', { required }),
        }}
        errors={errors}
      />
      <Button type="submit" pending={isSubmitting}>
        Sign Up
      </Button>
    </form>
  );
}

const isField = (path: string): path is keyof typeof empty => path in empty;
