import { Field, Input } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { admin, failureOf } from '../../api/admin.ts';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { useRefresh } from '../../parts/use-change.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const form = useForm({ defaultValues: { email: '' } });
  const { mutateAsync: invite, isPending } = admin.accounts.invite.useMutation();

  const { register, setError, formState } = form;
  const send = form.handleSubmit(async ({ email }) => {
    try {
      await invite({ email });
      toast.success('Invitation sent successfully');
      onClose();
      await refresh();
    } catch (error) {
      const { message, details } = failureOf(error);
      const reason = details[0]?.message ?? message;
      toast.error('Failed to send the invitation', { description: reason });
      if (details[0]?.path === 'email') setError('email', { message: reason }, { shouldFocus: true });
    }
  });

  return (
    <SubmitDialog
      form={form}
      onSubmit={send}
      submitLabel="Send Invitation"
      isPending={isPending}
      title="Invite Somebody"
      description="A mail with a link makes them an account. The link is valid for 7 days. The account reads no health information until an owner allows it."
      onClose={onClose}
    >
      <Field label="Email" error={formState.errors.email?.message} required>
        <Input
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          {...register('email', { required: 'This is required' })}
        />
      </Field>
    </SubmitDialog>
  );
}
