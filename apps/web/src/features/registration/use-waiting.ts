import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { wantedRegistration } from './draft.ts';
import { mayHaveSaved } from './saved-database.ts';
import type { SavedRegistration } from './saved-registrations.ts';

type Form = {
  isBlank: boolean;
  /** Key under which the answers were sent before a reload, while no answer is known. */
  sent: string | null;
  corrects: string | null;
  resumeWaiting: (registration: SavedRegistration) => void;
};

export function useWaiting({ isBlank, sent, corrects, resumeWaiting }: Form) {
  const { registration: send } = useApi().send;
  const [waiting, setWaiting] = useState<string | null>(null);
  const [waitsFor, setWaitsFor] = useState<'connection' | 'site'>('connection');
  const [reference, setReference] = useState<string>();

  const open = (registration: SavedRegistration | undefined) => {
    if (!registration) return;
    setWaiting(null);
    resumeWaiting(registration);
  };

  const openLatest = useEffectEvent(open);
  const show = useEffectEvent((saved: SavedRegistration[]) => {
    const wanted = wantedRegistration.take();
    const found =
      saved.find(({ key }) => key === wanted) ??
      saved.find(({ key }) => key === sent) ??
      // answers that somebody is writing are not replaced unasked
      (isBlank ? (saved.find(({ faults }) => faults) ?? saved[0]) : undefined);
    if (!found) return;
    if (!found.faults) setWaiting(found.key);
    else if (found.key === sent || found.key !== corrects) open(found);
  });
  const lookUp = useEffectEvent(async () => {
    if (!(await mayHaveSaved())) return;
    const { startDelivery, readMine } = await import('./delivery.ts');
    startDelivery(send);
    // this closure has the form of the first render, before its draft is restored; `show` has the latest
    show((await readMine()).saved);
  });
  useEffect(() => {
    // a browser without storage has nothing to show
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
        if ('isBusy' in outcome) return setWaitsFor('site');
        if ('reference' in outcome) return setReference(outcome.reference);
        // a refused one stays on the device until its correction was sent
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
    waitsFor,
    reference,
    async takeBack(key: string) {
      const { takeBack } = await import('./delivery.ts');
      open(await takeBack(key));
    },
    hold(key: string, reason: 'connection' | 'site') {
      setWaitsFor(reason);
      setWaiting(key);
    },
    leave: () => setWaiting(null),
  };
}
