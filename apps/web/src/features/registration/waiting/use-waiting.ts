import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { loadDelivery, startDeliveryIfSaved } from '../late-parts.ts';
import { openedRegistration, type SavedRegistration, savedState, useSavedState } from './saved-state.ts';

type Form = {
  /** Key under which the answers were sent, while no answer is known. */
  sent: string | null;
  corrects: string | null;
  /** True from Submit until the visitor may act again. */
  isBusy: boolean;
  reopen: (registration: SavedRegistration) => void;
  empty: () => void;
};

/** The saved registration that is shown in place of the form while it waits. */
export function useWaiting({ sent, corrects, isBusy, reopen, empty }: Form) {
  const { send } = useApi();
  const { history } = useRouter();
  const device = useSavedState();
  const [shown, setShown] = useState<string | null>(null);
  const refused = device?.saved.find(({ key, faults }) => key === shown && faults);

  const openAgain = (registration: SavedRegistration | undefined) => {
    if (!registration) return;
    setShown(null);
    reopen(registration);
  };
  const openRefused = useEffectEvent(openAgain);
  useEffect(() => openRefused(refused), [refused]);

  const showSaved = useEffectEvent(() => {
    if (isBusy) return;
    const saved = savedState.read()?.saved ?? [];
    const findSaved = (wanted: string | null) => saved.find(({ key }) => key === wanted);
    // The application was sent or removed elsewhere, with what the draft still has
    if ((corrects && !findSaved(corrects)) || (sent && !findSaved(sent))) empty();
    const registrationToShow =
      findSaved(openedRegistration.read(history.location.state.__TSR_key)) ?? findSaved(sent);
    // Without one the form has its correction already, or stays empty: others may use this computer
    if (!registrationToShow || (registrationToShow.key === corrects && registrationToShow.key !== sent))
      return;
    if (registrationToShow.faults) openAgain(registrationToShow);
    else setShown((now) => now ?? registrationToShow.key);
  });
  useEffect(() => {
    startDeliveryIfSaved(send)
      .then(() => showSaved())
      // A browser without storage has nothing to show
      .catch(() => undefined);
  }, [send]);

  return {
    waiting: shown,
    waitsFor: device?.waitsFor ?? 'connection',
    /** Reference of the registration that was shown until it was sent. */
    reference: device?.sent.find(({ key }) => key === shown)?.reference,
    hasSaved: device?.saved.some(({ key, faults }) => !faults && key !== corrects && key !== sent) ?? false,
    show: setShown,
    async change(key: string) {
      const { holdForChange } = await loadDelivery();
      openAgain(await holdForChange(key));
    },
    leave() {
      openedRegistration.forget();
      setShown(null);
    },
  };
}
