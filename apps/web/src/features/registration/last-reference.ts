import { useEffect, useRef } from 'react';
import { sentRegistrations } from './waiting/sent-registrations.ts';

/** Fills an empty field with this device's last reference, which only the browser knows. */
export function useLastReference() {
  const referenceField = useRef<HTMLInputElement>(null);
  useEffect(() => fillLastReference(referenceField.current), []);
  return referenceField;
}

export function fillLastReference(field: HTMLInputElement | null): void {
  const [last] = sentRegistrations.list();
  if (last && field?.value === '') field.value = last.reference;
}
