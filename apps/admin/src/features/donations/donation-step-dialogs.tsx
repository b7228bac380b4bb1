import { cancellation, receivedMoney } from '@institute/contract';
import { donationLimits, methodNames, officeMethods } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { toLocalDay } from '@institute/contract/time';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { ChoiceField, TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';

type ArrivalValues = FormValues<typeof receivedMoney>;

const methodChoices = officeMethods.map((method) => [method, methodNames[method]] as const);

export const makeArrivalOfToday = () =>
  ({ method: officeMethods[0], receivedOn: toLocalDay(new Date()), note: '' }) as const;

export function ArrivalFields() {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceField<ArrivalValues> name="method" label="Method" choices={methodChoices} />
        <TextField<ArrivalValues>
          name="receivedOn"
          label="Date Received"
          type="date"
          min={donationLimits.firstDay}
          max={toLocalDay(new Date())}
        />
      </div>
      <TextField<ArrivalValues>
        name="note"
        label="Note"
        hint="Such as the reference on the bank statement, or the number of the cheque"
      />
    </>
  );
}

export function ArrivalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutateAsync: mark } = admin.donations.markReceived.useMutation();
  return (
    <InputDialog
      title="Mark as Received"
      form={useSchemaForm(receivedMoney, makeArrivalOfToday())}
      send={(how) => mark({ id, ...how })}
      messages={{
        done: 'The donation is marked as received',
        failed: 'The donation could not be marked',
      }}
      onClose={onClose}
    >
      <ArrivalFields />
    </InputDialog>
  );
}

type CancelDonationDialogProps = { donation: AdminAnswers['donations']['get']; onClose: () => void };

/** Also issues the counter-receipt. */
export function CancelDonationDialog({ donation, onClose }: CancelDonationDialogProps) {
  const { id, name, currency, amount, receiptNumber } = donation;
  const { mutateAsync: cancel } = admin.donations.cancel.useMutation();
  return (
    <ReasonDialog
      title="Cancel Donation"
      description={`The donation of ${formatMoney(currency, amount)} by ${name} is no longer valid. The receipt ${receiptNumber} stays, with a counter-receipt.`}
      form={useSchemaForm(cancellation, { reason: '' })}
      send={({ reason }) => cancel({ id, reason })}
      messages={{
        done: ({ cancellationNumber }) => `The donation is cancelled: ${cancellationNumber}`,
        failed: 'The donation could not be cancelled',
      }}
      hint="Stands on the counter-receipt"
      onClose={onClose}
    />
  );
}
