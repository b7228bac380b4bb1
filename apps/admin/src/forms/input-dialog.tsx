import type { ComponentProps } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { type Outcome, useChange } from '../api/use-change.ts';
import { SubmitDialog } from './form-dialog.tsx';
import { inputResolver } from './form-resolver.ts';

type InputDialogProps<Values extends FieldValues, Input, Answer> = Omit<
  ComponentProps<typeof SubmitDialog<Values, Input>>,
  'form' | 'onSubmit' | 'isPending'
> & {
  schema: z.ZodType<Input>;
  values: Values;
  /** Default: the values as they are. */
  toInput?: (values: Values) => object;
  send: (input: Input) => Promise<Answer>;
  messages: Outcome<Answer>;
};

/** Sends what its fields say, and closes when that is stored. */
export function InputDialog<Values extends FieldValues, Input, Answer>({
  schema,
  values,
  toInput = (typed) => typed,
  send,
  messages,
  ...dialog
}: InputDialogProps<Values, Input, Answer>) {
  const form = useForm<Values, unknown, Input>({
    resolver: inputResolver(schema, toInput),
    defaultValues: values as DefaultValues<Values>,
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const save = form.handleSubmit(async (input) => {
    if (await change(() => send(input), messages)) dialog.onClose();
  });
  return <SubmitDialog {...dialog} form={form} onSubmit={save} isPending={form.formState.isSubmitting} />;
}
