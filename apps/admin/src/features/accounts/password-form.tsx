import { changePasswordInput } from '@institute/contract';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useUser } from '../../api/user.ts';
import { showFailureInForm } from '../../forms/field-errors.ts';
import { NewPasswordFields, RequiredField } from '../../forms/required-field.tsx';
import { useSchemaForm } from '../../forms/schema-form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { AccountPanel } from './account-panel.tsx';

const PASSWORD_CHANGED_MESSAGE = 'The password is changed. Every other device is signed out.';
const emptyValues = { currentPassword: '', password: '', confirmPassword: '' };

/** The server checks that the two passwords are equal; the form only requires the second. */
const changePasswordSchema = changePasswordInput.refine(({ confirmPassword }) => confirmPassword !== '', {
  path: ['confirmPassword'],
  when: () => true,
});

export function PasswordForm() {
  const { email } = useUser();
  const form = useSchemaForm(changePasswordSchema, emptyValues);
  const [isDone, setDone] = useState(false);
  const { mutateAsync: change } = admin.account.changePassword.useMutation();

  const savePassword = form.handleSubmit(async (typed) => {
    setDone(false);
    try {
      await change(typed);
      form.reset();
      setDone(true);
    } catch (error) {
      showFailureInForm(form, error, 'Failed to change the password');
    }
  });

  return (
    <AccountPanel title="Change Your Password">
      <div className="flex max-w-md flex-col gap-4">
        <SubmitForm form={form} onSubmit={savePassword} label="Change Password">
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <RequiredField
            form={form}
            name="currentPassword"
            label="Current Password"
            type="password"
            autoComplete="current-password"
          />
          <NewPasswordFields form={form} label="New Password" />
        </SubmitForm>
        <OutcomeLine outcome={isDone ? { isDone, text: PASSWORD_CHANGED_MESSAGE } : undefined} />
      </div>
    </AccountPanel>
  );
}
