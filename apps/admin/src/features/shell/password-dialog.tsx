import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { admin, failureOf } from '../../api/admin.ts';
import { answerPassword, isPasswordAsked, onPasswordAsked } from '../../api/password-prompt.ts';
import { useUser } from '../../api/user.ts';

export function PasswordDialog() {
  const isOpen = useSyncExternalStore(onPasswordAsked, isPasswordAsked);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && answerPassword(false)}
      title="Your password, please"
      description="This is asked again before something important, in case somebody else uses your device."
      closesOutside={false}
    >
      <PasswordQuestion />
    </Dialog>
  );
}

function PasswordQuestion() {
  const { email } = useUser();
  const { mutateAsync: confirm } = admin.account.confirmPassword.useMutation();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { currentPassword: '' } });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async (typed) => {
    try {
      await confirm(typed);
    } catch (error) {
      const { message, details } = failureOf(error);
      setError('currentPassword', { message: details[0]?.message ?? message }, { shouldFocus: true });
      return;
    }
    answerPassword(true);
  });

  return (
    <form noValidate onSubmit={send}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" error={errors.currentPassword?.message} required>
        <Input
          type="password"
          autoComplete="current-password"
          autoFocus
          {...register('currentPassword', { required: 'This is required' })}
        />
      </Field>
      <DialogFooter>
        <Button variant="outline" onClick={() => answerPassword(false)}>
          Cancel
        </Button>
        <Button type="submit" pending={isSubmitting}>
          Go on
        </Button>
      </DialogFooter>
    </form>
  );
}
