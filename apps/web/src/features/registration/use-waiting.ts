import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { mayHaveSaved } from './saved-database.ts';
import type { SavedRegistration } from './saved-registrations.ts';

type Form = {
  isBlank: boolean;
  /** Key of the refused registration that the visitor wants to correct. */
  wanted: string | undefined;
  /** Loads a saved registration into the form. */
  takeUp: (registration: SavedRegistration) => void;
};

/** The registration that waits for a connection. It can be taken back into the form. */
export function useWaiting({ isBlank, wanted, takeUp }: Form) {
  const { registration: send } = useApi().send;
  const [waiting, setWaiting] = useState<string | null>(null);
  const [reference, setReference] = useState<string>();

  const open = (registration: SavedRegistration | undefined) => {
    if (!registration) return;
    setWaiting(null);
    takeUp(registration);
  };

  const openLatest = useEffectEvent(open);
  const lookUp = useEffectEvent(async () => {
    if (!(await mayHaveSaved())) return;
    const { startDelivery, readMine } = await import('./delivery.ts');
    startDelivery(send);
    const { saved } = await readMine();
    const refused = saved.filter(({ faults }) => faults);
    const chosen = refused.find(({ key }) => key === wanted) ?? (isBlank ? refused[0] : undefined);
    if (chosen) open(chosen);
    else if (isBlank) setWaiting(saved[0]?.key ?? null);
  });
  useEffect(() => {
    // A browser without storage has nothing to show.
    lookUp().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (!waiting) return;
    let stop = () => {};
    let isOver = false;
    const listen = async () => {
      const { onOutcome, readMine } = await import('./delivery.ts');
      if (isOver) return;
      stop = onOutcome(async (outcome) => {
        if (outcome.key !== waiting) return;
        if ('reference' in outcome) return setReference(outcome.reference);
        // A refused one stays on the device until its correction was sent.
        openLatest((await readMine()).saved.find(({ key }) => key === waiting));
      });
    };
    void listen();
    return () => {
      isOver = true;
      stop();
    };
  }, [waiting]);

  return {
    waiting,
    reference,
    async takeBack(key: string) {
      const { takeBack } = await import('./delivery.ts');
      open(await takeBack(key));
    },
    hold: setWaiting,
    /** Keeps it saved and opens an empty form. */
    leave: () => setWaiting(null),
  };
}
