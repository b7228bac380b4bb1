import { ApiFailure } from '@institute/client/failure';
import type { Posted } from '@institute/contract/page-bundle';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
} from 'react';
import { useApi } from '../../api/context.ts';
import type { RegistrationBody } from '../../api/registrations.ts';
import { newKey } from '../../api/submission-key.ts';
import { toast } from '../../ui/toast.ts';
import { isTrapped } from '../../ui/trap.tsx';
import { asksGuardian } from './applicant.ts';
import { chosenBefore, draftStore, readDraft, typedBefore } from './draft.ts';
import { allFields, CHECKED, emptyValues, guardianFields, lastStep, type Values } from './fields.ts';
import type { SavedRegistration } from './saved-registrations.ts';
import { useWaiting } from './use-waiting.ts';
import { beginAgain, errorsOf, type WizardState, wizard } from './wizard-state.ts';

/** The thank-you message shows for this time before the page changes. */
const REDIRECT_MS = 2000;

type Registration = {
  /** The program in the URL. */
  asked: string;
  /** A form that was posted without JavaScript and refused. */
  posted: Posted | undefined;
  form: RefObject<HTMLFormElement | null>;
};

/** Manages the answers and their draft, and sends them. */
export function useRegistration({ asked, posted, form }: Registration) {
  const { send } = useApi();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(wizard, { asked, posted }, beginAgain);
  const { values, consent, step, key, focus } = state;

  const { mutate, data, isPending } = useMutation({
    mutationFn: ({ body, key }: { body: RegistrationBody; key: string }) => send.registration(body, key),
    onSuccess: ({ reference }) => {
      draftStore.clear();
      toast.success('Registration Successful!', {
        description: `Thank you for registering. Your reference is ${reference}.`,
      });
    },
    onError: (error) => {
      toast.error('Registration Failed', { description: `Please try again later. ${error.message}` });
      if (error instanceof ApiFailure) dispatch({ type: 'refuse', errors: errorsOf(error.details) });
    },
  });
  const takeUp = ({ key: saved, body, faults }: SavedRegistration) => {
    // The form still has these answers, with the medical ones that a refused registration has lost.
    const given = saved === key ? {} : valuesOf(body);
    dispatch({
      type: 'resume',
      given: { values: given, consent: true, step: lastStep, key: faults ? null : saved },
    });
    if (faults) dispatch({ type: 'refuse', errors: errorsOf(faults) });
  };
  const { waiting, keep, takeBack, leave, ...sentLater } = useWaiting({ isBlank: isBlank(values), takeUp });
  const reference = data?.reference ?? sentLater.reference;

  const resume = useEffectEvent(() => {
    const draft = posted ? { values: {} } : readDraft(draftStore.load(), asked);
    const typed = form.current ? typedBefore(form.current, values) : {};
    const chosen = form.current && chosenBefore(form.current);
    dispatch({
      type: 'resume',
      given: {
        ...draft,
        ...(chosen === 'child' && { applicant: chosen }),
        values: { ...draft.values, ...typed },
      },
    });
  });
  useLayoutEffect(() => resume(), []);

  useEffect(() => {
    if (state.resumed && !reference && !waiting) draftStore.save(state);
  }, [state, reference, waiting]);

  useEffect(() => {
    if (!reference) return;
    const leave = () => navigate({ to: '/registration-success', state: { reference } });
    const timer = setTimeout(leave, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [reference, navigate]);

  const moveFocus = useEffectEvent((on: string) => {
    const control = on === 'heading' ? null : form.current?.elements.namedItem(on);
    const target = control ?? form.current?.querySelector(`#step-${step}`);
    if (target instanceof HTMLElement) target.focus();
  });
  useEffect(() => {
    if (focus) moveFocus(focus.on);
  }, [focus]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (step === lastStep && isTrapped(event.currentTarget)) return;
    event.preventDefault();
    if (step < lastStep) return dispatch({ type: 'go', to: step + 1 });
    if (isPending || reference) return;
    if (!consent) {
      dispatch({ type: 'demand', question: 'consent' });
      return toast.error('Please provide consent to continue', {
        description: 'You must agree to the terms and consent to data usage',
      });
    }
    const kept = key ?? newKey();
    dispatch({ type: 'send', key: kept });
    const registration = { body: bodyOf(state), key: kept };
    if (navigator.onLine) mutate(registration);
    else void keepForLater(registration);
  };

  const keepForLater = async (registration: SavedRegistration) => {
    if (await keep(registration)) draftStore.clear();
  };
  const beginAnother = () => {
    leave();
    dispatch({
      type: 'resume',
      given: { values: emptyValues, applicant: 'self', consent: false, step: 0, key: null },
    });
  };

  return {
    state,
    dispatch,
    submit,
    isSending: isPending,
    isSent: reference !== undefined,
    isWaiting: waiting !== null,
    change: () => waiting && takeBack(waiting),
    beginAnother,
  };
}

function bodyOf(state: WizardState): RegistrationBody {
  const { values } = state;
  const none = Object.fromEntries(guardianFields.map(({ name }) => [name, '']));
  const asked = asksGuardian(state) ? values : { ...values, ...none };
  return {
    ...asked,
    programId: Number(values.programId) || 0,
    intakeId: Number(values.intakeId) || null,
    guardianConsent: asked.guardianConsent === CHECKED,
    consent: true,
  };
}

const valuesOf = (body: RegistrationBody): Partial<Values> =>
  Object.fromEntries(allFields.map(({ name }) => [name, String(body[name] || '')]));

/** True when nothing was typed. Ignores the program, which may come from the URL. */
const isBlank = ({ programId: _, ...written }: Values) => Object.values(written).every((value) => !value);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Reference of the registration just sent. Not in the URL, which others may see. */
    reference?: string;
  }
}
