import { Field, Input } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { admin, failureOf } from '../../api/admin.ts';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { useRefresh } from '../../parts/use-refresh.ts';

type EraseDialogProps = { person: string; onClose: () => void; onErased: () => void };

export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const refresh = useRefresh();
  const form = useForm({ defaultValues: { confirm: '' } });
  const { mutateAsync: erase, isPending } = admin.privacy.erase.useMutation();

  const { register, formState } = form;
  const send = form.handleSubmit(async ({ confirm }) => {
    try {
      const { erased } = await erase({ person, confirm });
      toast.success('Personal data erased', { description: erased });
      onErased();
      onClose();
      await refresh();
    } catch (error) {
      toast.error('Failed to erase the data', { description: failureOf(error).message });
    }
  });

  return (
    <SubmitDialog
      form={form}
      onSubmit={send}
      submitLabel="Erase for good"
      variant="danger"
      isPending={isPending}
      title="Erase this person’s data for good?"
      description="Registrations, messages, payment notices, the newsletter address and emails go, and cannot be restored. Donations keep amount, date and receipt number without the name. Backups hold it all until you delete them."
      onClose={onClose}
    >
      <Field
        label="Type it again to confirm"
        hint={<span translate="no">{person}</span>}
        error={formState.errors.confirm?.message}
        required
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          {...register('confirm', {
            validate: (typed) => typed === person || 'Type the same address or number again',
          })}
        />
      </Field>
    </SubmitDialog>
  );
}
