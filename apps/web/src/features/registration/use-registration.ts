import type { Posted } from '@institute/contract/page-bundle';
import { makeRegistrationBody } from '@institute/contract/registration-fields.constants';
import { consentMissing } from '@institute/contract/registrations.constants';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { toast } from '@institute/ui/toast.ts';
import { isTrapped } from '@institute/ui/trap.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { RegistrationBody } from '../../api/api.ts';
import { useApi } from '../../api/context.ts';
import { draftStore, findChosenApplicant, isUnwritten, readTyped, reopenRegistration } from './draft.ts';
import { completeAnswers, lastStep } from './fields.ts';
import { loadDelivery, loadRules } from './late-parts.ts';
import type { SavedRegistration } from './waiting/saved-state.ts';
import type { SentRegistration } from './waiting/sent-registrations.ts';
import { useWaiting } from './waiting/use-waiting.ts';
import {
  beginAgain,
  beginWizard,
  CORRECTION_NEEDED,
  PROGRESS_ID,
  reduceWizard,
  toErrors,
  type WizardState,
} from './wizard-state.ts';

const REDIRECT_DELAY_MS = 2000;
/** After this time the form says that the connection is slow. */
const SLOW_MS = 5000;
const SLOW_MESSAGE = 'Slow connection. You may close this page.';

type Registration = {
  asked: string;
  posted: Posted | undefined;
  form: RefObject<HTMLFormElement | null>;
};

export function useRegistration({ asked, posted, form }: Registration) {
  const { send, queries } = useApi();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [state, dispatch] = useReducer(reduceWizard, { asked, posted }, beginAgain);
  const { step, sent, focus, corrects } = state;
  const { keyFor, spent } = useSubmissionKey();
  const [note, setNote] = useState('');
  const [isSending, setSending] = useState(false);
  const smsTo = useRef<string>(undefined);
  /** Ends when the form is left. */
  const underWay = useRef<AbortController>(undefined);

  const reopenSaved = (saved: SavedRegistration) => {
    spent();
    dispatch({ type: 'resume', given: reopenRegistration(saved) });
    if (saved.faults) dispatch({ type: 'refuse', errors: toErrors(saved.faults) });
  };
  const emptyForm = () => {
    spent();
    const { values, applicant, consent, step, key, sent, lost, corrects } = beginWizard(asked);
    dispatch({ type: 'resume', given: { values, applicant, consent, step, key, sent, lost, corrects } });
  };
  const [sentNow, setSentNow] = useState<string>();
  const isBusy = isSending || sentNow !== undefined;
  const saved = useWaiting({ sent, corrects, isBusy, reopen: reopenSaved, empty: emptyForm });
  const { waiting, show, leave } = saved;
  const reference = sentNow ?? saved.reference;

  const takeOver = (): WizardState => {
    const typed = form.current ? readTyped(form.current, completeAnswers(state)) : {};
    const action = { type: 'take over', values: typed } as const;
    dispatch(action);
    return reduceWizard(state, action);
  };

  const resume = useEffectEvent(() => {
    const draft = posted ? { values: {} } : draftStore.load(asked);
    const chosen = form.current && findChosenApplicant(form.current);
    // Back from another page leads to the step of that entry
    const entry = router.history.location.state.step;
    const isEarlier = entry !== undefined && 'step' in draft && draft.step > 0 && !draft.lost?.length;
    dispatch({
      type: 'resume',
      given: {
        ...draft,
        ...(isEarlier && { step: entry }),
        ...(chosen === 'child' && { applicant: chosen }),
      },
    });
    takeOver();
  });
  useLayoutEffect(() => resume(), []);

  useEffect(() => {
    if (!state.resumed) return;
    if (waiting === null && !reference) draftStore.save(state);
    else if (reference && (waiting ?? state.sent) === state.sent) draftStore.clear();
  }, [state, reference, waiting]);

  useEffect(() => {
    if (!reference) return;
    const leaveForSuccess = () =>
      router.navigate({ to: '/registration-success', state: { reference, smsTo: smsTo.current } });
    const timer = setTimeout(leaveForSuccess, REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [reference, router]);

  const moveFocus = useEffectEvent((on: string) => {
    const named = on === 'heading' ? null : form.current?.elements.namedItem(on);
    const control = named instanceof RadioNodeList ? named[0] : named;
    const target = control ?? form.current?.querySelector(`#step-${step}`);
    if (target instanceof HTMLElement) target.focus({ preventScroll: !control });
    if (!control) document.getElementById(PROGRESS_ID)?.scrollIntoView();
    // The list of faults may just have moved the field down
    if (control instanceof HTMLElement) control.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (focus) moveFocus(focus.on);
  }, [focus]);

  const submitStep = (event: FormEvent<HTMLFormElement>) => {
    if (step === lastStep && isTrapped(event.currentTarget)) return;
    event.preventDefault();
    const now = takeOver();
    if (step < lastStep) return dispatch({ type: 'go', to: step + 1 });
    return reference ? undefined : applyNow(now);
  };
  const applyNow = async (now: WizardState) => {
    const { key, consent, corrects } = now;
    const body = toRegistrationBody(now);
    const used = key ?? keyFor(body);
    const errors = toErrors(await findFaults(body, consent));
    if (Object.keys(errors).length > 0) {
      dispatch({ type: 'refuse', errors });
      if (consent)
        return toast.error('Registration Failed', {
          description: `Please try again later. ${CORRECTION_NEEDED}`,
        });
      dispatch({ type: 'demand', question: 'consent' });
      return toast.error(consentMissing.title, { description: consentMissing.text });
    }
    // Another press came meanwhile
    if (underWay.current) return;
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    setSending(true);
    smsTo.current = findSmsRecipient(body);
    const programs = queryClient.getQueryData(queries.registration.programs().queryKey);
    const program = programs?.find(({ id }) => id === body.programId)?.name;
    try {
      const delivery = await awaitDelivery(setNote);
      await delivery.startDelivery(send.registration);
      await delivery.storeRegistration({ key: used, savedAt: Date.now(), body, program }, corrects);
      dispatch({ type: 'send', key: used });
      const slow = setTimeout(setNote, SLOW_MS, SLOW_MESSAGE);
      const tried = await delivery.deliverForForm(used, corrects !== null, signal);
      clearTimeout(slow);
      if (!signal.aborted) showTried(used, tried);
    } catch (error) {
      // A browser without storage, or without the code that stores
      console.error(error);
      draftStore.clear();
      form.current?.submit();
    }
  };
  const showTried = (key: string, tried: SavedRegistration | SentRegistration | undefined) => {
    setSending(false);
    setNote('');
    if (tried && 'reference' in tried) return setSentNow(tried.reference);
    underWay.current = undefined;
    if (tried?.faults) return dispatch({ type: 'refuse', errors: toErrors(tried.faults) });
    draftStore.clear();
    show(key);
  };
  useEffect(() => () => underWay.current?.abort(), []);

  const beginAnother = () => {
    leave();
    // Otherwise the form holds another, half-written registration
    if (waiting === sent || isUnwritten(state)) emptyForm();
  };

  return {
    state,
    dispatch,
    takeOver,
    submit: submitStep,
    note,
    saved,
    isSending,
    reference,
    beginAnother,
  };
}

async function findFaults(body: RegistrationBody, consent: boolean) {
  const rules = await findRules();
  if (rules) return rules.listRegistrationFaults({ ...body, consent });
  return consent ? [] : [{ path: 'consent', message: consentMissing.text }];
}

const toRegistrationBody = (state: WizardState) =>
  ({ ...makeRegistrationBody(completeAnswers(state)), consent: true }) as RegistrationBody;

/** Applicants without an email address get an SMS. */
const findSmsRecipient = (body: RegistrationBody) =>
  String(body.email ?? '').trim() ? undefined : String(body.phone);

const RULES_TIMEOUT_MS = 3000;

/** Undefined when the rules cannot be loaded: then only the server checks. */
const findRules = () =>
  Promise.race([
    loadRules().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, RULES_TIMEOUT_MS)),
  ]);

const CONNECTION_LOST =
  'You are offline. Keep this page open: your application will be sent when you are online.';

/** Offline, it shows a note and waits for a connection. Rejects when loading fails online. */
async function awaitDelivery(tell: (note: string) => void) {
  for (;;) {
    try {
      return await loadDelivery();
    } catch (error) {
      if (navigator.onLine) throw error;
    }
    tell(CONNECTION_LOST);
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
  }
}
