import { zodResolver } from '@hookform/resolvers/zod';
import { arrival } from '@institute/contract';
import { officeMethods } from '@institute/contract/donations.constants';
import { FormProvider, useForm } from 'react-hook-form';
import { ChoiceField, TextField } from '../../admin-ui/form/fields.tsx';
import { useChange } from '../../admin-ui/use-change.ts';
import { admin } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFooter } from '../../ui/dialog.tsx';
import { methodNames } from './donation-words.tsx';

type Values = (typeof arrival)['_zod']['input'];
type Input = (typeof arrival)['_zod']['output'];

const methods = officeMethods.map((value) => ({ value, label: methodNames[value] }));

export function ArrivalFields() {
  return (
    <>
      <ChoiceField<Values> name="method" label="Method" choices={methods} />
      <TextField<Values> name="note" label="Note" hint="Such as the reference on the bank statement" />
    </>
  );
}

/** Moves into view: on a phone the form starts below the screen. */
function focusAndShow(form: HTMLFormElement | null): void {
  form?.querySelector('select')?.focus({ preventScroll: true });
  form?.scrollIntoView({ block: 'end' });
}

/** Marks a started donation as received. */
export function ArrivalForm({ id, onDone }: { id: number; onDone: () => void }) {
  const change = useChange();
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(arrival),
    defaultValues: { method: officeMethods[0], note: '' },
  });
  const { mutateAsync: mark, isPending } = admin.donations.markReceived.useMutation();

  const save = form.handleSubmit(async (how) => {
    await change(() => mark({ id, ...how }), {
      done: 'The donation is marked as received',
      failed: 'The donation could not be marked',
    });
    onDone();
  });

  return (
    <FormProvider {...form}>
      <form noValidate ref={focusAndShow} onSubmit={save} className="flex flex-col gap-4">
        <ArrivalFields />
        <DialogFooter>
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            Mark as Received
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}
