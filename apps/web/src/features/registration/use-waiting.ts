import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { draftStore, wantedRegistration } from './draft.ts';
import { mayHaveSaved } from './saved-database.ts';
import type { SavedRegistration } from './saved-registrations.ts';

type Form = {
  /** Key under which the answers were sent before a reload, while no answer is known. */
  sent: string | null;
  corrects: string | null;
  resumeWaiting: (registration: SavedRegistration) => void;
  empty: () => void;
};

export function useWaiting({ sent, corrects, resumeWaiting, empty }: Form) {
  const { registration: send } = useApi().send;
  const { history } = useRouter();
  const [waiting, setWaiting] = useState<string | null>(null);
  const [waitsFor, setWaitsFor] = useState<'connection' | 'site'>('connection');
  const [hasSaved, setSaved] = useState(false);
  const [reference, setReference] = useState<string>();

  const openWaiting = (registration: SavedRegistration | undefined) => {
    if (!registration) return;
    setWaiting(null);
    resumeWaiting(registration);
  };

  const openLatest = useEffectEvent(openWaiting);
  const emptyCorrection = useEffectEvent((key: string) => key === corrects && empty());
  const show = useEffectEvent((saved: SavedRegistration[]) => {
    const wanted = wantedRegistration.read(history.location.state.__TSR_key);
    const findWaiting = (wanted: string | null) => saved.find(({ key }) => key === wanted);
    const found = findWaiting(wanted) ?? findWaiting(sent);
    // Others may use this computer, so a form that nobody has begun stays empty
    if (!found) return setSaved(saved.some(({ key, faults }) => !faults && key !== corrects));
    // The form has its correction already
    if (found.key === corrects && found.key !== sent) return;
    if (found.faults) openWaiting(found);
    else setWaiting(found.key);
  });
  const lookUp = useEffectEvent(async () => {
    if (!(await mayHaveSaved())) return;
    const corrected = draftStore.load('').corrects;
    const { startDelivery, readMine, findRegistration } = await import('./delivery.ts');
    startDelivery(send);
    // It was sent or removed in another tab
    if (corrected && !(await findRegistration(corrected))) emptyCorrection(corrected);
    // This closure has the form of the first render, before its draft is restored; `show` has the latest
    show((await readMine()).saved);
  });
  useEffect(() => {
    // A browser without storage has nothing to show
    lookUp().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (!waiting) return;
    let stopListening = () => {};
    let isOver = false;
    const listenToOutcomes = async () => {
      const { onOutcome, readMine } = await import('./delivery.ts');
      if (isOver) return;
      stopListening = onOutcome(async (outcome) => {
        if (outcome.key !== waiting) return;
        if ('isBusy' in outcome) return setWaitsFor('site');
        if ('reference' in outcome) return setReference(outcome.reference);
        // It stays on the device until its correction was sent
        openLatest((await readMine()).saved.find(({ key }) => key === waiting));
      });
    };
    void listenToOutcomes();
    return () => {
      isOver = true;
      stopListening();
    };
  }, [waiting]);

  return {
    waiting,
    waitsFor,
    hasSaved,
    reference,
    async change(key: string) {
      const { holdForChange } = await import('./delivery.ts');
      openWaiting(await holdForChange(key));
    },
    hold(key: string, reason: 'connection' | 'site') {
      setWaitsFor(reason);
      setWaiting(key);
    },
    leave() {
      wantedRegistration.forget();
      setWaiting(null);
    },
  };
}
