import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { loadDelivery, startDeliveryIfSaved } from '../late-parts.ts';
import { registrationOpenRequest, type SavedRegistration, savedState, useSavedState } from './saved-state.ts';

type WaitingFormOptions = {
  /** Key under which the answers were sent. Null once the outcome is known. */
  sent: string | null;
  corrects: string | null;
  /** True from Submit until the visitor may act again. */
  isBusy: boolean;
  reopen: (registration: SavedRegistration) => void;
  empty: () => void;
};

/** The saved registration that is shown in place of the form while it waits. */
export function useWaiting({ sent, corrects, isBusy, reopen, empty }: WaitingFormOptions) {
  const { send } = useApi();
  const { history } = useRouter();
  const stateOfSavedRegistrations = useSavedState();
  const [shown, setShown] = useState<string | null>(null);
  const refusedRegistration = stateOfSavedRegistrations?.saved.find(
    ({ key, faults }) => key === shown && faults,
  );

  const reopenRegistration = (registration: SavedRegistration | undefined) => {
    if (!registration) return;
    setShown(null);
    reopen(registration);
  };
  const reopenRefusedRegistration = useEffectEvent(reopenRegistration);
  useEffect(() => reopenRefusedRegistration(refusedRegistration), [refusedRegistration]);

  const showSavedRegistration = useEffectEvent(() => {
    if (isBusy) return;
    const savedRegistrations = savedState.read()?.saved ?? [];
    const findSavedRegistration = (wanted: string | null) =>
      savedRegistrations.find(({ key }) => key === wanted);
    // The application was sent or removed elsewhere, so the draft must not keep its answers
    if ((corrects && !findSavedRegistration(corrects)) || (sent && !findSavedRegistration(sent))) empty();
    const registrationToShow =
      findSavedRegistration(registrationOpenRequest.read(history.location.state.__TSR_key)) ??
      findSavedRegistration(sent);
    // Nothing to open: the form has the correction already, or stays empty because others may use this
    // computer
    if (!registrationToShow || (registrationToShow.key === corrects && registrationToShow.key !== sent))
      return;
    if (registrationToShow.faults) reopenRegistration(registrationToShow);
    else setShown((now) => now ?? registrationToShow.key);
  });
  useEffect(() => {
    startDeliveryIfSaved(send)
      .then(() => showSavedRegistration())
      // A browser without storage has nothing to show
      .catch(() => undefined);
  }, [send]);

  return {
    waiting: shown,
    waitsFor: stateOfSavedRegistrations?.waitsFor ?? 'connection',
    /** Reference of the registration that was shown until it was sent. */
    reference: stateOfSavedRegistrations?.sent.find(({ key }) => key === shown)?.reference,
    hasSaved:
      stateOfSavedRegistrations?.saved.some(
        ({ key, faults }) => !faults && key !== corrects && key !== sent,
      ) ?? false,
    show: setShown,
    async change(key: string) {
      const { holdForCorrection: holdForChange } = await loadDelivery();
      reopenRegistration(await holdForChange(key));
    },
    leave() {
      registrationOpenRequest.forget();
      setShown(null);
    },
  };
}
