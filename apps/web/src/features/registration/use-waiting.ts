import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { draftStore, wantedRegistration } from './draft.ts';
import { mayHaveSaved, type SavedRegistration, savedState, useSavedState } from './saved-state.ts';

/** After this time the form says that the connection is slow. */
const SLOW_MS = 5000;
/** After this time it no longer waits for the first answer. */
const PATIENCE_MS = 30_000;

type Form = {
  /** Key under which the answers were sent, while no answer is known. */
  sent: string | null;
  corrects: string | null;
  reopen: (registration: SavedRegistration) => void;
  refuse: (registration: SavedRegistration) => void;
  empty: () => void;
};

/** `isFirst` while the form shows that its first try is under way. */
type WatchedRegistration = { key: string; isFirst: boolean };

/** The saved registration that the form shows: the one that was just submitted, or one that waits. */
export function useWaiting({ sent, corrects, reopen, refuse, empty }: Form) {
  const { registration: send } = useApi().send;
  const { history } = useRouter();
  const device = useSavedState();
  const [watched, setWatched] = useState<WatchedRegistration | null>(null);
  const isFirst = watched?.isFirst === true;
  const record = device?.saved.find(({ key }) => key === watched?.key);
  const progress = watched ? device?.progress[watched.key] : undefined;
  const reference = progress?.is === 'sent' ? progress.reference : undefined;
  const isTrying = isFirst && !progress;

  const openWaiting = (registration: SavedRegistration | undefined) => {
    if (!registration) return;
    setWatched(null);
    reopen(registration);
  };

  const lookUp = useEffectEvent(async () => {
    if (!(await mayHaveSaved())) return;
    const { startDelivery } = await import('./delivery.ts');
    await startDelivery(send);
    showSaved();
  });
  const showSaved = useEffectEvent(() => {
    const saved = savedState.read()?.saved ?? [];
    const findSaved = (wanted: string | null) => saved.find(({ key }) => key === wanted);
    // It was sent or removed in another tab
    if (corrects && !findSaved(corrects)) empty();
    const found = findSaved(wantedRegistration.read(history.location.state.__TSR_key)) ?? findSaved(sent);
    // Without one the form has its correction already, or stays empty: others may use this computer
    if (!found || (found.key === corrects && found.key !== sent)) return;
    if (found.faults) openWaiting(found);
    else setWatched((now) => now ?? { key: found.key, isFirst: false });
  });
  useEffect(() => {
    // A browser without storage has nothing to show
    lookUp().catch(() => undefined);
  }, []);

  const settle = useEffectEvent((refused: SavedRegistration) => {
    if (!isFirst) return openWaiting(refused);
    setWatched(null);
    refuse(refused);
  });
  const refused = record?.faults && record;
  useEffect(() => {
    if (refused) settle(refused);
  }, [refused]);

  const isSlow = useElapsed(isTrying, SLOW_MS);
  const isLate = useElapsed(isTrying, PATIENCE_MS);
  const isWaitingOn = isFirst && (isLate || progress?.is === 'waiting');
  useEffect(() => {
    if (!isWaitingOn) return;
    draftStore.clear();
    setWatched((now) => now && { ...now, isFirst: false });
  }, [isWaitingOn]);

  useEffect(() => (isFirst ? () => savedState.change({ inForm: null }) : undefined), [isFirst]);

  return {
    isSending: isTrying,
    isSlow,
    waiting: watched && !isFirst ? watched.key : null,
    watched: watched?.key ?? null,
    waitsFor: progress?.is === 'waiting' ? progress.for : ('connection' as const),
    hasSaved: device?.saved.some(({ key, faults }) => !faults && key !== corrects && key !== sent) ?? false,
    reference,
    watch(key: string) {
      savedState.beginInForm(key);
      setWatched({ key, isFirst: true });
    },
    async change(key: string) {
      const { holdForChange } = await import('./delivery.ts');
      openWaiting(await holdForChange(key));
    },
    leave() {
      wantedRegistration.forget();
      setWatched(null);
    },
  };
}

/** True when something has lasted for this time. */
function useElapsed(lasts: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => setOver(true), ms);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [lasts, ms]);
  return isOver;
}
