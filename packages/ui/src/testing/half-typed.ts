import { fireEvent } from '@testing-library/react';

/** What a browser says of a field that holds “05/05/yyyy”. The DOM of the tests does not know such fields. */
export function setHalfTyped(field: HTMLInputElement, badInput: boolean): void {
  const checkValidity = () => {
    if (badInput) fireEvent(field, new Event('invalid', { cancelable: true }));
    return !badInput;
  };
  Object.defineProperties(field, {
    validity: { configurable: true, value: { badInput, valid: !badInput } },
    checkValidity: { configurable: true, value: checkValidity },
  });
}

/** Types a part of a date or number. The value is empty, and browsers tell no change where it was so before. */
export function typeHalf(field: HTMLInputElement): void {
  setHalfTyped(field, true);
  if (field.value) fireEvent.input(field, { target: { value: '' } });
  fireEvent.keyUp(field);
}

/** Empties the half-typed field. */
export function emptyHalf(field: HTMLInputElement): void {
  setHalfTyped(field, false);
  fireEvent.keyUp(field);
}

export function typeWhole(field: HTMLInputElement, value: string): void {
  setHalfTyped(field, false);
  fireEvent.input(field, { target: { value } });
}
