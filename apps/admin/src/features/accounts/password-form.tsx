import { passwordLimits } from '@institute/contract/office.constants';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { admin, failureOf } from '../../api/admin.ts';
import { useRefresh } from '../../parts/use-change.ts';
import { AccountPanel } from './account-panel.tsx';

const empty = { currentPassword: '', password: '', confirmPassword: '' };
const isField = (path: string): path is keyof typeof empty => path in empty;
const required = 'This is required';

export function PasswordForm({ email }: { email: string }) {
  const refresh = useRefresh();
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: empty });
  const { errors, isSubmitting } = formState;
  const { mutateAsync: change } = admin.account.changePassword.useMutation();

  const save = handleSubmit(async (typed) => {
    try {
      await change(typed);
      toast.success('Password changed successfully', { description: 'Every other device is signed out.' });
      reset();
      await refresh();
    } catch (error) {
      const { message, details } = failureOf(error);
      toast.error('Failed to change the password', { description: details[0]?.message ?? message });
      for (const { path, message } of details) if (isField(path)) setError(path, { message });
    }
  });

  return (
    <AccountPanel title="Change Your Password">
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current Password" error={errors.currentPassword?.message} required>
          <Input
            type="password"
            autoComplete="current-password"
            {...register('currentPassword', { required })}
          />
        </Field>
        <Field
          label="New Password"
          hint={`At least ${passwordLimits.min} characters`}
          error={errors.password?.message}
          required
        >
          <Input type="password" autoComplete="new-password" {...register('password', { required })} />
        </Field>
        <Field label="Confirm Password" error={errors.confirmPassword?.message} required>
          <Input type="password" autoComplete="new-password" {...register('confirmPassword', { required })} />
        </Field>
        <Button type="submit" pending={isSubmitting}>
          Change Password
        </Button>
      </form>
    </AccountPanel>
  );
}
