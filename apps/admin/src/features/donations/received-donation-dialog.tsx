import { correctedDonation } from '@institute/contract';
import { spellAmount } from '@institute/contract/amount-in-words';
import { methodNames } from '@institute/contract/donations.constants';
import { currencyCodes, currencyNames, formatMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useUser } from '../../api/user.ts';
import { useDeviceForm } from '../../forms/device-form.ts';
import { DeviceFormOffer } from '../../forms/device-form-offer.tsx';
import { showFailureInForm } from '../../forms/field-errors.ts';
import { ChoiceField, NumberField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { type FormValues, makeFormDefinition, useSchemaForm } from '../../forms/schema-form.ts';
import { ArrivalFields, makeArrivalOfToday } from './donation-step-dialogs.tsx';

type DonationToCorrect = AdminAnswers['donations']['get'];
const newDonationSchema = correctedDonation.partial({ reason: true });
type DonationFormValues = FormValues<typeof newDonationSchema>;
type DonationFormInput = (typeof newDonationSchema)['_zod']['output'];

const currencyChoices = currencyCodes.map((code) => [code, `${code}, ${currencyNames[code]}`] as const);

/** For a new donation the empty reason is left out, because the server asks for none and would refuse it. */
const { valuesOf } = makeFormDefinition(newDonationSchema, () => ({
  ...makeArrivalOfToday(),
  currency: place.currency,
  reason: undefined,
}));

type ReceivedDonationDialogProps = {
  wrong: DonationToCorrect | null;
  onClose: (recorded?: number) => void;
};

/** Also issues the receipt. */
export function ReceivedDonationDialog({ wrong, onClose }: ReceivedDonationDialogProps) {
  const { email } = useUser();
  const donationFormSchema: typeof newDonationSchema | typeof correctedDonation = wrong
    ? correctedDonation
    : newDonationSchema;
  const dayReceived = wrong && toLocalDay(new Date(wrong.paidAt ?? wrong.createdAt));
  const form = useSchemaForm(donationFormSchema, valuesOf(wrong && { ...wrong, receivedOn: dayReceived }));
  const deviceForm = useDeviceForm(
    form,
    { resource: 'gift', email, id: wrong?.id ?? null, tag: undefined },
    {
      isReady: true,
      isRestored: false,
      onRestore: ({ values }) => form.reset(values, { keepDefaultValues: true }),
    },
  );
  const [checked, setChecked] = useState<DonationFormInput | null>(null);
  const recordMutation = admin.donations.record.useMutation();
  const { keyFor } = useSubmissionKey();
  const correctMutation = admin.donations.correct.useMutation();
  const isPending = recordMutation.isPending || correctMutation.isPending;
  const failedText = wrong ? 'The donation could not be corrected' : 'The donation could not be recorded';

  const sendDonation = async ({ reason = '', ...received }: DonationFormInput) => {
    try {
      const { id, receiptNumber } = wrong
        ? await correctMutation.mutateAsync({ id: wrong.id, reason, ...received })
        : await recordMutation.mutateAsync({ ...received, idempotencyKey: keyFor(received) });
      toast.success(wrong ? 'The donation is corrected' : 'The donation is recorded', {
        description: `Receipt ${receiptNumber}`,
      });
      deviceForm.dropAll();
      onClose(id);
    } catch (error) {
      showFailureInForm(form, error, failedText);
      setChecked(null);
    }
  };

  return (
    <SubmitDialog
      form={form}
      onSubmit={form.handleSubmit(setChecked)}
      submitLabel={wrong ? 'Correct' : 'Record'}
      title={wrong ? 'Correct a Donation' : 'Record Donation'}
      description={
        wrong
          ? `The receipt ${wrong.receiptNumber} is cancelled, and a new one is issued.`
          : 'That arrived in cash, by cheque, bank transfer, mobile money or PayPal.'
      }
      isPending={isPending}
      onClose={() => onClose()}
      onDiscard={deviceForm.drop}
    >
      {deviceForm.offer && <DeviceFormOffer {...deviceForm.offer} />}
      <TextField<DonationFormValues> name="name" label="Full Name" required />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField<DonationFormValues> name="email" label="Email" hint="The receipt goes there" />
        <TextField<DonationFormValues> name="phone" label="Phone" hint="If it is known" />
        <ChoiceField<DonationFormValues> name="currency" label="Currency" choices={currencyChoices} />
        <NumberField<DonationFormValues> name="amount" label="Amount" min={1} step={1} required />
      </div>
      <ArrivalFields />
      {wrong && (
        <TextField<DonationFormValues>
          name="reason"
          label="Reason"
          hint="Stands on the counter-receipt"
          required
        />
      )}
      <AlertDialog
        open={checked !== null}
        onClose={() => setChecked(null)}
        title={wrong ? 'Correct this donation?' : 'Record this donation?'}
        description={checked && <DonationInWords {...checked} />}
        confirmLabel={wrong ? 'Issue the new receipt' : 'Issue the receipt'}
        variant="primary"
        pending={isPending}
        onConfirm={() => checked && sendDonation(checked)}
      />
    </SubmitDialog>
  );
}

function DonationInWords({ name, email, currency, amount, method, receivedOn }: DonationFormInput) {
  const formattedDay = formatDate(receivedOn ?? toLocalDay(new Date()));
  return (
    <>
      <strong className="block text-ink">{formatMoney(currency, amount)}</strong>
      <span className="block text-ink">{spellAmount(currency, amount)}</span>
      <span className="mt-2 block wrap-anywhere">
        from <strong>{name}</strong>, {methodNames[method].toLowerCase()},{' '}
        <span className="whitespace-nowrap">{formattedDay}</span>
      </span>
      <span className="mt-2 block wrap-anywhere">
        {email ? (
          <>
            The receipt goes to{' '}
            <strong>
              <EmailAddress>{email}</EmailAddress>
            </strong>
            .
          </>
        ) : (
          'No receipt is sent, because there is no email address.'
        )}
      </span>
    </>
  );
}
