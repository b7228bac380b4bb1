import { Button } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Input } from '@institute/ui/input.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { admin, failureOf } from '../../api/admin.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useRefresh } from '../../parts/use-refresh.ts';

type EraseDialogProps = { person: string; onClose: () => void; onErased: () => void };

export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const refresh = useRefresh();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { confirm: '' } });
  const { mutateAsync: erase, isPending } = admin.privacy.erase.useMutation();

  const send = handleSubmit(async ({ confirm }) => {
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
    <FormDialog
      title="Erase this person’s data for good?"
      description="Registrations, messages, payment notices, the newsletter address and emails go, and cannot be restored. Donations keep amount, date and receipt number without the name. Backups hold it all until you delete them."
      isChanged={formState.isDirty}
      isBusy={isPending}
      onClose={onClose}
    >
      {(close) => (
        <form noValidate onSubmit={send} className="flex flex-col gap-4">
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
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="danger" pending={isPending}>
              Erase for good
            </Button>
          </DialogFooter>
        </form>
      )}
    </FormDialog>
  );
}
