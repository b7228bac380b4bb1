import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type Outcome, useChange } from '../api/use-change.ts';
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
  messages,
  ...dialog
}: InputDialogProps<Values, Input, Answer>) {
  const change = useChange((message) => message && form.setError('root', { message }));
  const save = form.handleSubmit(async (input) => {
    if (await change(() => send(input), messages)) dialog.onClose();
  });
  return <SubmitDialog {...dialog} form={form} onSubmit={save} isPending={form.formState.isSubmitting} />;
}
