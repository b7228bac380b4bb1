import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Form } from '@institute/ui/form.tsx';
import { useForm } from 'react-hook-form';
import { admin, toApiFailure } from '../../api/admin.ts';
import { answerWaitingCalls } from '../../api/step-up.ts';
import { useUser } from '../../api/user.ts';
import { readFailureReason } from '../../forms/field-errors.ts';
import { RequiredField } from '../../forms/required-field.tsx';

export default function PasswordDialog() {
  return (
    <Dialog
      open
      onClose={() => answerWaitingCalls(false)}
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
  const form = useForm({ defaultValues: { currentPassword: '' } });

  const sendPassword = form.handleSubmit(async (typed) => {
    try {
      await confirm(typed);
    } catch (error) {
      form.setError(
        'currentPassword',
        { message: readFailureReason(toApiFailure(error)) },
        { shouldFocus: true },
      );
      return;
    }
    answerWaitingCalls(true);
  });

  return (
    <Form noValidate onSubmit={sendPassword}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <RequiredField
        form={form}
        name="currentPassword"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      <DialogFooter>
        <Button variant="outline" onClick={() => answerWaitingCalls(false)}>
          Cancel
        </Button>
        <Button type="submit" pending={form.formState.isSubmitting}>
          Go on
        </Button>
      </DialogFooter>
    </Form>
  );
}
