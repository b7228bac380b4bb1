import { arrival, cancellation } from '@institute/contract';
import { donationLimits, methodNames, officeMethods } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { kampalaDay } from '@institute/contract/time';
import { useForm } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { ChoiceField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';

type Arrival = (typeof arrival)['_zod']['input'];

const methods = officeMethods.map((value) => ({ value, label: methodNames[value] }));

export const arrivedToday = () =>
  ({ method: officeMethods[0], receivedOn: kampalaDay(new Date()), note: '' }) as const;

export function ArrivalFields() {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceField<Arrival> name="method" label="Method" choices={methods} />
        <TextField<Arrival>
          name="receivedOn"
          label="Date Received"
          type="date"
          min={donationLimits.firstDay}
          max={kampalaDay(new Date())}
        />
      </div>
      <TextField<Arrival>
        name="note"
        label="Note"
        hint="Such as the reference on the bank statement, or the number of the cheque"
      />
    </>
  );
}

export function ArrivalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useForm({ resolver: formResolver(arrival), defaultValues: arrivedToday() });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: mark, isPending } = admin.donations.markReceived.useMutation();

  const save = form.handleSubmit(async (how) => {
    const isDone = await change(() => mark({ id, ...how }), {
      done: 'The donation is marked as received',
      failed: 'The donation could not be marked',
    });
    if (isDone) onClose();
  });

  return (
    <SubmitDialog
      title="Mark as Received"
      form={form}
      onSubmit={save}
      submitLabel="Mark as Received"
      isPending={isPending}
      onClose={onClose}
    >
      <ArrivalFields />
    </SubmitDialog>
  );
}

type CancelDonationDialogProps = { donation: AdminAnswers['donations']['get']; onClose: () => void };

/** Also issues the counter-receipt. */
export function CancelDonationDialog({ donation, onClose }: CancelDonationDialogProps) {
  const { id, name, currency, amount, receiptNumber } = donation;
  const form = useForm({ resolver: formResolver(cancellation), defaultValues: { reason: '' } });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: cancel, isPending } = admin.donations.cancel.useMutation();

  const save = form.handleSubmit(async ({ reason }) => {
    const isDone = await change(() => cancel({ id, reason }), {
      done: ({ cancellationNumber }) => `The donation is cancelled: ${cancellationNumber}`,
      failed: 'The donation could not be cancelled',
    });
    if (isDone) onClose();
  });

  return (
    <SubmitDialog
      title="Cancel Donation"
      description={`${formatMoney(currency, amount)} of ${name} counts no more. The receipt ${receiptNumber} stays, with a counter-receipt.`}
      form={form}
      onSubmit={save}
      submitLabel="Cancel Donation"
      variant="danger"
      cancelLabel="Go back"
      isPending={isPending}
      onClose={onClose}
    >
      <TextField name="reason" label="Reason" hint="Stands on the counter-receipt" required />
    </SubmitDialog>
  );
}
