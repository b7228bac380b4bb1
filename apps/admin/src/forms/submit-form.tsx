import { noSuchFieldMessage } from '@institute/contract/fields.constants';
import { describeFault } from '@institute/contract/text';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { type Control, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { listHiddenFaults } from './field-errors.ts';

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
    <FormFailure control={form.control} />
    <Button type="submit" pending={form.formState.isSubmitting}>
      {label}
    </Button>
  </Form>
);

type FormFailureProps<Values extends FieldValues, Input> = { control: Control<Values, unknown, Input> };

/** Stands next to the submit button and shows the faults that no field on the screen shows. */
export function FormFailure<Values extends FieldValues, Input>({ control }: FormFailureProps<Values, Input>) {
  const { errors } = useFormState({ control });
  const [text, ...more] = errors.root?.message?.split('\n') ?? [];
  const hiddenFaults = listHiddenFaults(control, errors).map(describeFault);
  return (
    <>
      {hiddenFaults.length > 0 && (
        <Alert tone="danger" title="This form was not sent" className="w-full">
          <ul>
            {hiddenFaults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
          <p>{noSuchFieldMessage}</p>
        </Alert>
      )}
      <OutcomeLine outcome={text ? { isDone: false, text } : undefined} />
      {more.length > 0 && (
        <ul className="list-disc pl-5 text-sm font-medium text-clay-deep">
          {more.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </>
  );
}
