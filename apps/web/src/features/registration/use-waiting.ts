import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { onOutcome, sendLater } from './delivery.ts';
import {
  type SavedRegistration,
  savedRegistrations,
  takeRegistration,
  withTabLock,
} from './saved-registrations.ts';

type Form = {
  isBlank: boolean;
  /** Loads a saved registration into the form. */
  takeUp: (registration: SavedRegistration) => void;
};

/** The registration that waits for a connection. It can be taken back into the form. */
export function useWaiting({ isBlank, takeUp }: Form) {
  const [waiting, setWaiting] = useState<string | null>(null);
  const [reference, setReference] = useState<string>();

  const takeBack = async (key: string) => {
    const registration = await withTabLock(() => takeRegistration(key));
    if (!registration) return;
    setWaiting(null);
    takeUp(registration);
  };

  const lookUp = useEffectEvent(async () => {
    const saved = await savedRegistrations();
    const refused = saved.find(({ faults }) => faults);
    if (!isBlank) return;
    if (refused) await takeBack(refused.key);
    else setWaiting(saved[0]?.key ?? null);
  });
  useEffect(() => {
    // A browser without storage has nothing to show.
    lookUp().catch(() => undefined);
  }, []);

  const hear = useEffectEvent((key: string, sent: string | undefined) => {
    if (key !== waiting) return;
    if (sent) setReference(sent);
    else void takeBack(key);
  });
  useEffect(
    () => onOutcome((outcome) => hear(outcome.key, 'reference' in outcome ? outcome.reference : undefined)),
    [],
  );

  return {
    waiting,
    reference,
    takeBack,
    /** Keeps it saved and opens an empty form. */
    leave: () => setWaiting(null),
    /** Returns false when the browser cannot save it. */
    async keep(registration: SavedRegistration): Promise<boolean> {
      try {
        await sendLater(registration);
      } catch (error) {
        console.error(error);
        toast.error('Registration Failed', {
          description:
            'Please try again later. You are offline, and this browser cannot keep the application.',
        });
        return false;
      }
      setWaiting(registration.key);
      toast.info('Saved on this phone – will be sent when you are online');
      return true;
    },
  };
}
