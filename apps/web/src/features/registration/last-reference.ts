import { useEffect, useRef } from 'react';
import { sentRegistrations } from './sent-registrations.ts';

/** Fills an empty field with the reference that was last sent from this device, which only the browser knows. */
export function useLastReference() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const [last] = sentRegistrations.list();
    // Somebody may have typed before the page hydrated
    if (last && field.current?.value === '') field.current.value = last.reference;
  }, []);
  return field;
}
