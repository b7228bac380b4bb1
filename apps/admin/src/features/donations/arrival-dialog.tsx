import { arrival } from '@institute/contract';
import { donationLimits, methodNames, officeMethods } from '@institute/contract/donations.constants';
import { kampalaDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { FormProvider, useForm } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { ChoiceField, TextField } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { useChange } from '../../parts/use-change.ts';

type Values = (typeof arrival)['_zod']['input'];
type Input = (typeof arrival)['_zod']['output'];

const methods = officeMethods.map((value) => ({ value, label: methodNames[value] }));

export const arrivedToday = () =>
  ({ method: officeMethods[0], receivedOn: kampalaDay(new Date()), note: '' }) as const;

export function ArrivalFields() {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceField<Values> name="method" label="Method" choices={methods} />
        <TextField<Values>
          name="receivedOn"
          label="Date Received"
          type="date"
          min={donationLimits.firstDay}
          max={kampalaDay(new Date())}
        />
      </div>
      <TextField<Values>
        name="note"
        label="Note"
        hint="Such as the reference on the bank statement, or the number of the cheque"
      />
    </>
  );
}

export function ArrivalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const change = useChange();
  const form = useForm<Values, unknown, Input>({
    resolver: formResolver(arrival),
    defaultValues: arrivedToday(),
  });
  const { mutateAsync: mark, isPending } = admin.donations.markReceived.useMutation();

  const save = form.handleSubmit(async (how) => {
    const isDone = await change(() => mark({ id, ...how }), {
      done: 'The donation is marked as received',
      failed: 'The donation could not be marked',
    });
    if (isDone) onClose();
  });

  return (
    <FormDialog
      title="Mark as Received"
      isChanged={form.formState.isDirty}
      isBusy={isPending}
      onClose={onClose}
    >
      {(close) => (
        <FormProvider {...form}>
          <form noValidate onSubmit={save} className="flex flex-col gap-4">
            <ArrivalFields />
            <DialogFooter>
              <Button variant="outline" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" pending={isPending}>
                Mark as Received
              </Button>
            </DialogFooter>
          </form>
        </FormProvider>
      )}
    </FormDialog>
  );
}
