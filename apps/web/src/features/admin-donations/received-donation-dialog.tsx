import { zodResolver } from '@hookform/resolvers/zod';
import { receivedDonation } from '@institute/contract';
import { officeMethods } from '@institute/contract/donations.constants';
import { currencyCodes } from '@institute/contract/money';
import { FormProvider, useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../admin-ui/form/field-errors.ts';
import { ChoiceField, NumberField, TextField } from '../../admin-ui/form/fields.tsx';
import { useRefresh } from '../../admin-ui/use-refresh.ts';
import { admin, failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { currencyNames } from '../../ui/money.ts';
import { toast } from '../../ui/toast.ts';
import { ArrivalFields } from './arrival-form.tsx';

type Values = (typeof receivedDonation)['_zod']['input'];
type Input = (typeof receivedDonation)['_zod']['output'];

const names = Object.keys(receivedDonation.shape) as (keyof Values)[];
const choices = currencyCodes.map((value) => ({ value, label: `${value}, ${currencyNames[value]}` }));

/** Records a donation that arrived outside the site, and issues its receipt. */
export function ReceivedDonationDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(receivedDonation),
    defaultValues: { name: '', email: '', phone: '', currency: 'UGX', method: officeMethods[0], note: '' },
  });
  const { mutateAsync: record, isPending } = admin.donations.record.useMutation();

  const save = form.handleSubmit(async (donation) => {
    try {
      const { receiptNumber } = await record(donation);
      toast.success('The gift is recorded', { description: `Receipt ${receiptNumber}` });
      onClose();
      await refresh();
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(failureOf(error), names);
      for (const name of names) if (fields[name]) form.setError(name, { message: fields[name] });
      toast.error('The gift could not be recorded', { description: rest });
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title="Record a Gift"
      description="That arrived by bank transfer, mobile money or PayPal."
      closesOutside={false}
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={save} className="flex flex-col gap-4">
          <TextField<Values> name="name" label="Full Name" required />
          <div className="grid gap-4 md:grid-cols-2">
            <TextField<Values> name="email" label="Email" hint="The receipt goes there" />
            <TextField<Values> name="phone" label="Phone" hint="If it is known" />
            <ChoiceField<Values> name="currency" label="Currency" choices={choices} />
            <NumberField<Values> name="amount" label="Amount" min={1} step={1} required />
          </div>
          <ArrivalFields />
          <DialogFooter>
            <Button variant="outline" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" pending={isPending}>
              Record
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
    </Dialog>
  );
}
