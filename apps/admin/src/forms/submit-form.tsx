import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { type Control, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';

type SubmitFormProps<Values extends FieldValues, Input> = {
  form: UseFormReturn<Values, unknown, Input>;
  onSubmit: ComponentProps<typeof Form>['onSubmit'];
  label: string;
  children?: ReactNode;
};

/** A form of a page, with one button. */
export const SubmitForm = <Values extends FieldValues, Input>({
  form,
  onSubmit,
  label,
  children,
}: SubmitFormProps<Values, Input>) => (
  <Form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
    {children}
    <Button type="submit" pending={form.formState.isSubmitting}>
      {label}
    </Button>
    <FormFailure control={form.control} />
  </Form>
);

type FormFailureProps<Values extends FieldValues, Input> = { control: Control<Values, unknown, Input> };

/** Stays beside the button of a form when the toast of its failure has gone. */
export function FormFailure<Values extends FieldValues, Input>({ control }: FormFailureProps<Values, Input>) {
  const { errors } = useFormState({ control });
  const text = errors.root?.message;
  return <OutcomeLine outcome={text ? { isDone: false, text } : undefined} />;
}
