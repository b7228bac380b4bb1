import { deviceStore } from '@institute/ui/browser-storage.ts';
import { useEffect, useRef } from 'react';
import { SENT } from './sent-registrations.constants.ts';

/** Fills an empty field with this device's last reference, which only the browser knows. */
export function useLastReference() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!deviceStore.getItem(SENT)) return;
    // Other devices load nothing; and somebody may have typed meanwhile
    void import('./sent-registrations.ts').then(({ sentRegistrations }) => {
      const [last] = sentRegistrations.list();
      if (last && field.current?.value === '') field.current.value = last.reference;
    });
  }, []);
  return field;
}
