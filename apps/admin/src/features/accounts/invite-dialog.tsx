import { toast } from '@institute/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { showRefusal } from '../../forms/field-errors.ts';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { RequiredField } from '../../forms/required-field.tsx';
import { useRefresh } from '../../parts/use-change.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const form = useForm({ defaultValues: { email: '' } });
  const { mutateAsync: invite, isPending } = admin.accounts.invite.useMutation();

  const send = form.handleSubmit(async ({ email }) => {
    try {
      await invite({ email });
      toast.success('Invitation sent successfully');
      onClose();
      await refresh();
    } catch (error) {
      showRefusal(form, error, 'Failed to send the invitation');
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
      <RequiredField form={form} name="email" label="Email" type="email" autoComplete="off" />
    </SubmitDialog>
  );
}
