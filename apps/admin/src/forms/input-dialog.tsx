import { toast } from '@institute/ui/toast.ts';
import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type Outcome, useRefresh } from '../api/use-change.ts';
import { showFailure } from './field-errors.ts';
import { SubmitDialog } from './form-dialog.tsx';

type InputDialogProps<Values extends FieldValues, Input, Answer> = Omit<
  ComponentProps<typeof SubmitDialog<Values, Input>>,
  'onSubmit' | 'isPending'
> & {
  send: (input: Input) => Promise<Answer>;
  messages: Outcome<Answer>;
};

/** Sends what its form says, and closes when that is stored. */
export function InputDialog<Values extends FieldValues, Input, Answer>({
  form,
  send,
  messages: { done, failed },
  ...dialog
}: InputDialogProps<Values, Input, Answer>) {
  const refresh = useRefresh();
  const save = form.handleSubmit(async (input) => {
    try {
      const answer = await send(input);
      if (done) toast.success(typeof done === 'string' ? done : done(answer));
    } catch (error) {
      return showFailure(form, error, failed);
    }
    await refresh();
    dialog.onClose();
  });
  return <SubmitDialog {...dialog} form={form} onSubmit={save} />;
}
