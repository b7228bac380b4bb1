import type { Posted } from '@institute/contract/page-bundle';
import { ONE_NAME, registrationBody } from '@institute/contract/registration-fields.constants';
import { consentMissing } from '@institute/contract/registrations.constants';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { toast } from '@institute/ui/toast.ts';
import { isTrapped } from '@institute/ui/trap.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  type ComponentType,
  type FormEvent,
  lazy,
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
import { chosenBefore, draftStore, reopenRegistration, typedIn } from './draft.ts';
import { asksGuardian, guardianFields, lastStep, type Values } from './fields.ts';
import type { ReviewProps } from './review.tsx';
import type { SavedRegistration } from './saved-state.ts';
import { useWaiting } from './use-waiting.ts';
import {
  beginAgain,
  beginWizard,
  FAULTY,
  PROGRESS,
  reduceWizard,
  toErrors,
  type WizardState,
} from './wizard-state.ts';

const REDIRECT_MS = 2000;

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
  const { values, step, sent, focus, corrects } = state;
  const { keyFor, spent } = useSubmissionKey();
  const [note, setNote] = useState('');

  const smsTo = useRef<string>(undefined);

  const reopenSaved = (saved: SavedRegistration) => {
    spent();
    dispatch({ type: 'resume', given: reopenRegistration(saved) });
    if (saved.faults) dispatch({ type: 'refuse', errors: toErrors(saved.faults) });
  };
  /** It leaves the device, because the form still has the answers. A correction has replaced another one. */
  const takeRefusal = async ({ key, faults = [] }: SavedRegistration) => {
    dispatch({ type: 'refuse', errors: toErrors(faults) });
    const { removeFromQueue, readDevice } = await import('./delivery.ts');
    await (corrects ? readDevice() : removeFromQueue(key));
  };
  const emptyForm = () => {
    spent();
    const { values, applicant, consent, step, key, sent, lost, corrects } = beginWizard('');
    dispatch({ type: 'resume', given: { values, applicant, consent, step, key, sent, lost, corrects } });
  };
  const device = useWaiting({ sent, corrects, reopen: reopenSaved, refuse: takeRefusal, empty: emptyForm });
  const { waiting, watched, watch, reference, leave } = device;

  const takeOver = (): WizardState => {
    const typed = form.current ? typedIn(form.current, values) : {};
    const action = { type: 'take over', values: typed } as const;
    dispatch(action);
    return reduceWizard(state, action);
  };

  const resume = useEffectEvent(() => {
    const draft = posted ? { values: {} } : draftStore.load(asked);
    const chosen = form.current && chosenBefore(form.current);
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
    if (reference && watched === state.sent) draftStore.clear();
    else if (state.resumed && !reference && !waiting) draftStore.save(state);
  }, [state, reference, watched, waiting]);

  useEffect(() => {
    if (!reference) return;
    const leaveForSuccess = () =>
      router.navigate({ to: '/registration-success', state: { reference, smsTo: smsTo.current } });
    const timer = setTimeout(leaveForSuccess, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [reference, router]);

  const moveFocus = useEffectEvent((on: string) => {
    const named = on === 'heading' ? null : form.current?.elements.namedItem(on);
    const control = named instanceof RadioNodeList ? named[0] : named;
    const target = control ?? form.current?.querySelector(`#step-${step}`);
    if (target instanceof HTMLElement) target.focus({ preventScroll: !control });
    if (!control) document.getElementById(PROGRESS)?.scrollIntoView();
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
    // Before anything that takes time, so that another press of the same answers has the same key
    const used = key ?? keyFor(body);
    const errors = toErrors(await faultsIn(body, consent));
    if (Object.keys(errors).length > 0) {
      dispatch({ type: 'refuse', errors });
      if (consent)
        return toast.error('Registration Failed', { description: `Please try again later. ${FAULTY}` });
      dispatch({ type: 'demand', question: 'consent' });
      return toast.error(consentMissing.title, { description: consentMissing.text });
    }
    dispatch({ type: 'send', key: used });
    watch(used);
    smsTo.current = smsRecipient(body);
    const programs = queryClient.getQueryData(queries.registration.programs().queryKey);
    const program = programs?.find(({ id }) => id === body.programId)?.name;
    try {
      const delivery = await loadDelivery(setNote);
      await delivery.startDelivery(send.registration);
      await delivery.submitRegistration({ body, key: used, program }, corrects);
    } catch (error) {
      // A browser without storage, or without the code that stores
      console.error(error);
      form.current?.submit();
    }
  };

  const beginAnother = () => {
    leave();
    // Otherwise the form holds another, half-written registration
    if (waiting === sent || isBlank(values)) emptyForm();
  };

  return {
    state,
    dispatch,
    takeOver,
    submit: submitStep,
    note,
    device,
    beginAnother,
  };
}

async function faultsIn(body: RegistrationBody, consent: boolean) {
  const rules = await loadRules();
  if (rules) return rules.registrationFaults({ ...body, consent });
  return consent ? [] : [{ path: 'consent', message: consentMissing.text }];
}

function toRegistrationBody(state: WizardState): RegistrationBody {
  const none = Object.fromEntries(guardianFields.map(({ name }) => [name, '']));
  const { values } = state;
  const asked = {
    ...values,
    ...(!asksGuardian(state) && none),
    // A box that is unticked again brings it back
    ...(values[ONE_NAME] && { lastName: '' }),
  };
  return { ...registrationBody(asked), consent: true } as RegistrationBody;
}

/** Applicants without an email address get an SMS. */
const smsRecipient = (body: RegistrationBody) =>
  String(body.email ?? '').trim() ? undefined : String(body.phone);

/** Ignores the program, which may come from the URL. */
const isBlank = ({ programId: _, ...written }: Values) => Object.values(written).every((value) => !value);

const RULES_TIMEOUT_MS = 3000;
const LATER_MS = 2000;

/** Rules of the contract. Undefined when they cannot be loaded: then only the server checks. */
const loadRules = () =>
  Promise.race([
    import('@institute/contract/registration-form').catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, RULES_TIMEOUT_MS)),
  ]);

const CUT_OFF = 'You are offline. Keep this page open: your application will be sent when you are online.';

/** Offline, it shows a note and waits for a connection. Rejects when loading fails online. */
async function loadDelivery(tell: (note: string) => void) {
  for (;;) {
    try {
      return await import('./delivery.ts');
    } catch (error) {
      if (navigator.onLine) throw error;
    }
    tell(CUT_OFF);
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    tell('');
  }
}

export const WaitingRegistration = lazy(async () => ({
  default: (await import('./delivery.ts')).WaitingRegistration,
}));

/** Shows nothing when it cannot be loaded: the form is posted all the same. */
export const Review = lazy<ComponentType<ReviewProps>>(() =>
  import('./delivery.ts').then(
    ({ Review }) => ({ default: Review }),
    () => ({ default: () => null }),
  ),
);

let isLoaded = false;

export function loadLateParts(): void {
  if (isLoaded) return;
  isLoaded = true;
  void loadRules();
  import('./delivery.ts').catch(() => {
    isLoaded = false;
  });
}

export function useLateParts(): void {
  useEffect(() => {
    const timer = setTimeout(loadLateParts, LATER_MS);
    return () => clearTimeout(timer);
  }, []);
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Reference of the sent registration. Not in the URL, which others may see. */
    reference?: string;
    /** Typed phone to which the reference is sent. */
    smsTo?: string | undefined;
  }
}
