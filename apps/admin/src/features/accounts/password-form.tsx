import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { useRefresh } from '../../api/use-change.ts';
import { showRefusal } from '../../forms/field-errors.ts';
import { NewPasswordFields, RequiredField } from '../../forms/required-field.tsx';
import { AccountPanel } from './account-panel.tsx';

const empty = { currentPassword: '', password: '', confirmPassword: '' };

export function PasswordForm({ email }: { email: string }) {
  const refresh = useRefresh();
  const form = useForm({ defaultValues: empty });
  const { mutateAsync: change } = admin.account.changePassword.useMutation();

  const save = form.handleSubmit(async (typed) => {
    try {
      await change(typed);
      toast.success('Password changed successfully', { description: 'Every other device is signed out.' });
      form.reset();
      await refresh();
    } catch (error) {
      showRefusal(form, error, 'Failed to change the password');
    }
  });

  return (
    <AccountPanel title="Change Your Password">
      <Form noValidate onSubmit={save} className="flex flex-col gap-4">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <RequiredField
          form={form}
          name="currentPassword"
          label="Current Password"
          type="password"
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} label="New Password" />
        <Button type="submit" pending={form.formState.isSubmitting}>
          Change Password
        </Button>
      </Form>
    </AccountPanel>
  );
}
