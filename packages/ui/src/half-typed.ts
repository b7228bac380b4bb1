import { useEffect, useState } from 'react';

const halfTypedMessages: Partial<Record<string, string>> = {
  date: 'Type the whole date: day, month and year',
  month: 'Type the whole month, with its year',
  time: 'Type the whole time: hours and minutes',
  'datetime-local': 'Type the whole date and the time',
};
const notANumberMessage = 'Type a number, in digits';

/** True for “05/05/yyyy” and “12e”. Browsers give such a field no value, as if it were empty. */
export const isHalfTyped = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.validity.badInput;

/** The fault of a half-typed field. It is shown from `checkField` until the field is whole or empty. */
export function useHalfTyped() {
  const [faulty, setFaulty] = useState<HTMLInputElement>();
  // Also after something else has emptied the field, such as the reset of its form
  useEffect(() => {
    if (faulty && !isHalfTyped(faulty)) setFaulty(undefined);
  });
  const faultMessage = faulty && (halfTypedMessages[faulty.type] ?? notANumberMessage);
  const checkField = (field: HTMLInputElement) => setFaulty(isHalfTyped(field) ? field : undefined);
  return { fault: faultMessage, checkField };
}

/** Finds the half-typed fields of a form and makes their controls show the fault. */
export const refuseHalfTyped = (form: HTMLFormElement): HTMLInputElement[] =>
  Array.from(form.elements)
    .filter(isHalfTyped)
    .filter((field) => !field.checkValidity());
