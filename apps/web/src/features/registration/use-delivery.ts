import { useQueryClient } from '@tanstack/react-query';
import { type HistoryState, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RegistrationBody } from '../../api/api.ts';
import { useApi } from '../../api/context.ts';
import { loadDelivery } from './late-parts.ts';
import type { SavedRegistration } from './waiting/saved-state.ts';

const REDIRECT_DELAY_MS = 2000;
/** After this time the form says that the connection is slow. */
const SLOW_AFTER_MS = 5000;
const SLOW_MESSAGE = 'Slow connection. You may close this page.';

type RegistrationToSend = Pick<SavedRegistration, 'key'> & {
  body: RegistrationBody;
  corrects: string | null;
};

type SuccessState = Pick<HistoryState, 'smsTo' | 'programId'>;

type DeliveryHandlers = {
  onStored: () => void;
  /** Called when the server refused the application, or when it waits on the device. */
  onUnsent: (faults: SavedRegistration['faults']) => void;
  /** Called in a browser that cannot store the application, or cannot load the code that stores it. */
  onUnstorable: () => void;
};

/** Stores the application on the device and sends it while the form is open. */
export function useDelivery() {
  const { send, queries } = useApi();
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  const [isSending, setSending] = useState(false);
  const [sentNow, setSentNow] = useState<string>();
  const successPageState = useRef<SuccessState>({});
  /** Aborted when the visitor leaves the form. */
  const currentDelivery = useRef<AbortController>(undefined);
  useEffect(() => () => currentDelivery.current?.abort(), []);

  const deliverApplication = async (
    { key, body, corrects }: RegistrationToSend,
    outcomes: DeliveryHandlers,
  ) => {
    // Another press came meanwhile
    if (currentDelivery.current) return;
    currentDelivery.current = new AbortController();
    const { signal } = currentDelivery.current;
    setSending(true);
    successPageState.current = { smsTo: findSmsRecipient(body), programId: String(body.programId) };
    const programs = queryClient.getQueryData(queries.registration.programs().queryKey);
    const programName = programs?.find(({ id }) => id === body.programId)?.name;
    try {
      const delivery = await awaitDelivery(setNote);
      await delivery.startDelivery(send.registration);
      await delivery.storeRegistration({ key, savedAt: Date.now(), body, program: programName }, corrects);
      outcomes.onStored();
      const slowTimer = setTimeout(setNote, SLOW_AFTER_MS, SLOW_MESSAGE);
      const deliveryOutcome = await delivery.deliverForForm(key, corrects !== null, signal);
      clearTimeout(slowTimer);
      if (signal.aborted) return;
      setSending(false);
      setNote('');
      if (deliveryOutcome && 'reference' in deliveryOutcome) return setSentNow(deliveryOutcome.reference);
      currentDelivery.current = undefined;
      outcomes.onUnsent(deliveryOutcome?.faults);
    } catch (error) {
      console.error(error);
      outcomes.onUnstorable();
    }
  };

  return {
    note,
    isSending,
    /** Reference of the application that was sent. */ sentNow,
    forSuccess: successPageState,
    deliverApplication,
  };
}

/** Opens the success page once the application was sent. */
export function useSuccessPage(reference: string | undefined, forSuccess: RefObject<SuccessState>) {
  const router = useRouter();
  useEffect(() => {
    if (!reference) return;
    const leaveForSuccess = () =>
      router.navigate({ to: '/registration-success', state: { ...forSuccess.current, reference } });
    const timer = setTimeout(leaveForSuccess, REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [reference, router, forSuccess]);
}

/** Applicants without an email address get an SMS. */
const findSmsRecipient = (body: RegistrationBody) =>
  String(body.email ?? '').trim() ? undefined : String(body.phone);

const CONNECTION_LOST_MESSAGE =
  'You are offline. Keep this page open: your application will be sent when you are online.';

/**
 * Loads the delivery code. While offline it shows a note and waits for a connection. Rejects when loading
 * fails online.
 */
async function awaitDelivery(tell: (note: string) => void) {
  for (;;) {
    try {
      return await loadDelivery();
    } catch (error) {
      if (navigator.onLine) throw error;
    }
    tell(CONNECTION_LOST_MESSAGE);
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    tell('');
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Reference of the sent registration. Not in the URL, which others may see. */
    reference?: string;
    /** Typed phone to which the reference is sent. */
    smsTo?: string | undefined;
    /** The success page says what it asks for. */
    programId?: string;
  }
}
