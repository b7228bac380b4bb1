import { ok } from '@institute/client/failure';
import { Button } from '@institute/ui/button.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { call, failureOf } from '../../api/admin.ts';
import { auth, type LinkKind } from '../../api/auth.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFinishSignIn } from './use-finish-sign-in.ts';

const required = 'This is required';
const empty = { password: '', confirmPassword: '' };
const isField = (path: string): path is keyof typeof empty => path in empty;

const kinds = {
  invitation: {
    use: auth.acceptInvitation,
    label: 'Password',
    button: 'Make the Account',
    done: 'Signup successful!',
  },
  resetLink: {
    use: auth.resetPassword,
    label: 'New Password',
    button: 'Save the Password',
    done: 'Password changed successfully',
  },
};

type LinkPasswordFormProps = { kind: LinkKind; token: string; email: string };

export function LinkPasswordForm({ kind, token, email }: LinkPasswordFormProps) {
  const { use, label, button, done } = kinds[kind];
  const navigate = useNavigate();
  const finishSignIn = useFinishSignIn(undefined);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: empty });
  const { errors, isSubmitting } = formState;

  const save = handleSubmit(async (typed) => {
    try {
      await use.mutate({ token, ...typed });
    } catch (error) {
      console.error(error);
      const { message, details } = failureOf(error);
      toast.error(message, { description: details[0]?.message });
      for (const { path, message } of details) if (isField(path)) setError(path, { message });
      return;
    }
    try {
      finishSignIn(await ok(call('POST /admin/login', { body: { email, password: typed.password } })), done);
    } catch (error) {
      console.error(error);
      toast.success(done, { description: 'Please sign in.' });
      await navigate({ to: '/admin/login', replace: true });
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <p>
        For{' '}
        <strong>
          <EmailAddress>{email}</EmailAddress>
        </strong>
      </p>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        label={label}
        fields={{
          password: register('password', { required }),
          confirmPassword: register('confirmPassword', { required }),
        }}
        errors={errors}
      />
      <Button type="submit" pending={isSubmitting}>
        {button}
      </Button>
    </form>
  );
}
