import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';

/** Stays beside the button of a form when the toast of its failure has gone. */
export function FormFailure<Values extends FieldValues, Input>({
  control,
}: {
  control: Control<Values, unknown, Input>;
}) {
  const { errors } = useFormState({ control });
  const text = errors.root?.message;
  return <OutcomeLine outcome={text ? { isDone: false, text } : undefined} />;
}
