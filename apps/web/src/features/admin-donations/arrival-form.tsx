import { zodResolver } from '@hookform/resolvers/zod';
import { arrival } from '@institute/contract';
import { officeMethods } from '@institute/contract/constants';
import { FormProvider, useForm } from 'react-hook-form';
import { ChoiceField, TextField } from '../../admin-ui/form/fields.tsx';
import { useRefresh } from '../../admin-ui/resource/use-refresh.ts';
import { admin, failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFooter } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { methodNames } from './donation-words.tsx';

type Values = (typeof arrival)['_zod']['input'];
type Input = (typeof arrival)['_zod']['output'];

const methods = officeMethods.map((value) => ({ value, label: methodNames[value] }));

/** How the money came. */
export function ArrivalFields() {
  return (
    <>
      <ChoiceField<Values> name="method" label="Method" choices={methods} />
      <TextField<Values> name="note" label="Note" hint="Such as the reference on the bank statement" />
    </>
  );
}

/** Into it, since on a phone it begins below the screen. */
function lead(form: HTMLFormElement | null): void {
  form?.querySelector('select')?.focus({ preventScroll: true });
  form?.scrollIntoView({ block: 'end' });
}

/** An announced donation is written down as received. */
export function ArrivalForm({ id, onDone }: { id: number; onDone: () => void }) {
  const refresh = useRefresh();
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(arrival),
    defaultValues: { method: officeMethods[0], note: '' },
  });
  const { mutateAsync: mark, isPending } = admin.donations.markReceived.useMutation();

  const save = form.handleSubmit(async (how) => {
    try {
      await mark({ id, ...how });
      toast.success('The donation is marked as received');
    } catch (error) {
      toast.error('The donation could not be marked', { description: failureOf(error).message });
    }
    await refresh();
    onDone();
  });

  return (
    <FormProvider {...form}>
      <form noValidate ref={lead} onSubmit={save} className="flex flex-col gap-4">
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
