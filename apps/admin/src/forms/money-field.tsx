import { Field, Input } from '@institute/ui/field.tsx';
import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useFormField } from './fields.tsx';

/** `2500000` becomes `2,500,000`. What is no whole number stays as it was typed. */
const groupDigits = (typed: string): string =>
  /^[\d,\s]*$/.test(typed) ? typed.replace(/\D/g, '').replace(/\B(?=(\d{3})+$)/g, ',') : typed;

/**
 * Reads an amount. Null for an empty field. A text that is no whole number is returned as text, so that its
 * field shows a fault.
 */
export function readTypedAmount(typed: unknown): number | string | null {
  const trimmedText = String(typed ?? '').trim();
  const typedDigits = trimmedText.replace(/[,\s]/g, '');
  if (typedDigits === '') return null;
  return /^-?\d+$/.test(typedDigits) ? Number(typedDigits) : trimmedText;
}

/** The caret stays behind the digit that was typed. */
function groupTypedDigits(input: HTMLInputElement): void {
  const groupedText = groupDigits(input.value);
  if (groupedText === input.value) return;
  const caretPosition = input.selectionStart ?? input.value.length;
  let digits = input.value.slice(caretPosition).replace(/\D/g, '').length;
  input.value = groupedText;
  let newCaretPosition = groupedText.length;
  for (; digits > 0; newCaretPosition--) if (groupedText[newCaretPosition - 1] !== ',') digits--;
  input.setSelectionRange(newCaretPosition, newCaretPosition);
}

/** Groups the digits while somebody types. */
export const MoneyInput = ({ ref, onChange, ...props }: ComponentProps<typeof Input>) => (
  <Input
    inputMode="numeric"
    autoComplete="off"
    {...props}
    ref={(input) => {
      if (typeof ref === 'function') ref(input);
      if (input) input.value = groupDigits(input.value);
    }}
    onChange={(event) => {
      groupTypedDigits(event.currentTarget);
      onChange?.(event);
    }}
  />
);

/** An amount in whole UGX. An empty field is null. */
export function MoneyField<V extends FieldValues = never>(props: FieldProps<V>) {
  const { register, wrapper } = useFormField<V>(props);
  return (
    <Field {...wrapper}>
      <MoneyInput {...register(props.name, { setValueAs: readTypedAmount })} />
    </Field>
  );
}
