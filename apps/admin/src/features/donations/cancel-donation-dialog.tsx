import { cancellation } from '@institute/contract';
import { money } from '@institute/contract/money';
import { Button } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { FormProvider, useForm } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { TextField } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { useChange } from '../../parts/use-change.ts';

type Values = (typeof cancellation)['_zod']['input'];

type CancelDonationDialogProps = { donation: AdminAnswers['donations']['get']; onClose: () => void };

/** Also issues the counter-receipt. */
export function CancelDonationDialog({ donation, onClose }: CancelDonationDialogProps) {
  const { id, name, currency, amount, receiptNumber } = donation;
  const change = useChange();
  const form = useForm<Values>({ resolver: formResolver(cancellation), defaultValues: { reason: '' } });
  const { mutateAsync: cancel, isPending } = admin.donations.cancel.useMutation();

  const save = form.handleSubmit(async ({ reason }) => {
    const isDone = await change(() => cancel({ id, reason }), {
      done: ({ cancellationNumber }) => `The donation is cancelled: ${cancellationNumber}`,
      failed: 'The donation could not be cancelled',
    });
    if (isDone) onClose();
  });

  return (
    <FormDialog
      title="Cancel Donation"
      description={`${money(currency, amount)} of ${name} counts no more. The receipt ${receiptNumber} stays, with a counter-receipt.`}
      isChanged={form.formState.isDirty}
      isBusy={isPending}
      onClose={onClose}
    >
      {(close) => (
        <FormProvider {...form}>
          <form noValidate onSubmit={save} className="flex flex-col gap-4">
            <TextField<Values> name="reason" label="Reason" hint="Stands on the counter-receipt" required />
            <DialogFooter>
              <Button variant="outline" onClick={close}>
                Go back
              </Button>
              <Button type="submit" variant="danger" pending={isPending}>
                Cancel Donation
              </Button>
            </DialogFooter>
          </form>
        </FormProvider>
      )}
    </FormDialog>
  );
}
