import { useEffect, useRef } from 'react';
import { sentRegistrations } from './waiting/sent-registrations.ts';

/** Fills an empty field with this device's last reference, which only the browser knows. */
export function useLastReference() {
  const referenceField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const [last] = sentRegistrations.list();
    if (last && referenceField.current?.value === '') referenceField.current.value = last.reference;
  }, []);
  return referenceField;
}
