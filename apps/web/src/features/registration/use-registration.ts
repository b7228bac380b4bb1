import type { Posted } from '@institute/contract/page-bundle';
import { makeRegistrationBody } from '@institute/contract/registration-fields.constants';
import { consentMissing } from '@institute/contract/registrations.constants';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { toast } from '@institute/ui/toast.ts';
import { isTrapped } from '@institute/ui/trap.tsx';
import { useRouter } from '@tanstack/react-router';
import {
  type Dispatch,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
} from 'react';
import type { RegistrationBody } from '../../api/api.ts';
import { continueDraft, draftStore, isFormUntouched, readTyped, reopenRegistration } from './draft.ts';
import { completeAnswers, lastStep } from './fields.ts';
import { loadRules } from './late-parts.ts';
import { useDelivery, useSuccessPage } from './use-delivery.ts';
import type { SavedRegistration } from './waiting/saved-state.ts';
import { useWaiting } from './waiting/use-waiting.ts';
import {
  beginAgain,
  beginWizard,
  CORRECTION_NEEDED,
  type Errors,
  PROGRESS_ID,
  reduceWizard,
  toErrors,
  type WizardAction,
  type WizardState,
} from './wizard-state.ts';

type Registration = {
  asked: string;
  posted: Posted | undefined;
  form: RefObject<HTMLFormElement | null>;
};

export function useRegistration({ asked, posted, form }: Registration) {
  const [state, dispatch] = useReducer(reduceWizard, { asked, posted }, beginAgain);
  const { step, sent, corrects } = state;
  const { keyFor, spent } = useSubmissionKey();
  const { note, isSending, sentNow, forSuccess, deliverApplication } = useDelivery();

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
  const isBusy = isSending || sentNow !== undefined;
  const saved = useWaiting({ sent, corrects, isBusy, reopen: reopenSaved, empty: emptyForm });
  const { waiting, show, leave } = saved;
  const reference = sentNow ?? saved.reference;

  const takeOver = useTakeOver({ asked, posted, form }, state, dispatch);

  useEffect(() => {
    if (!state.resumed) return;
    if (waiting === null && !reference) draftStore.save(state);
    else if (reference && (waiting ?? state.sent) === state.sent) draftStore.clear();
  }, [state, reference, waiting]);

  useSuccessPage(reference, forSuccess);
  useFocus(form, state);

  const submitStep = (event: FormEvent<HTMLFormElement>) => {
    if (step === lastStep && isTrapped(event.currentTarget)) return;
    event.preventDefault();
    const now = takeOver();
    if (step < lastStep) return dispatch({ type: 'go', to: step + 1 });
    return reference ? undefined : applyNow(now);
  };
  const applyNow = async (now: WizardState) => {
    const body = toRegistrationBody(now);
    const key = now.key ?? keyFor(body);
    const errors = toErrors(await findFaults(body, now.consent));
    if (Object.keys(errors).length > 0) return refuseFaulty(errors, now.consent);
    return deliverApplication(
      { key, body, corrects: now.corrects },
      {
        onStored: () => dispatch({ type: 'send', key }),
        onUnsent: (faults) => {
          if (faults) return dispatch({ type: 'refuse', errors: toErrors(faults) });
          draftStore.clear();
          show(key);
        },
        onUnstorable: () => {
          draftStore.clear();
          form.current?.submit();
        },
      },
    );
  };
  const refuseFaulty = (errors: Errors, consent: boolean) => {
    dispatch({ type: 'refuse', errors });
    if (consent)
      return toast.error('Registration Failed', {
        description: `Please try again later. ${CORRECTION_NEEDED}`,
      });
    dispatch({ type: 'demand', question: 'consent' });
    return toast.error(consentMissing.title, { description: consentMissing.text });
  };

  const beginAnother = () => {
    leave();
    // Otherwise the form holds another, half-written registration
    if (waiting === sent || isFormUntouched(state)) emptyForm();
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

const RULES_TIMEOUT_MS = 3000;

/** Undefined when the rules cannot be loaded: then only the server checks. */
const findRules = () =>
  Promise.race([
    loadRules().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, RULES_TIMEOUT_MS)),
  ]);

/** Continues the draft, and reads what was typed before the page could follow. */
function useTakeOver(
  { asked, posted, form }: Registration,
  state: WizardState,
  dispatch: Dispatch<WizardAction>,
) {
  const { history } = useRouter();
  const takeOver = (): WizardState => {
    const typed = form.current ? readTyped(form.current, completeAnswers(state)) : {};
    const action = { type: 'take over', values: typed } as const;
    dispatch(action);
    return reduceWizard(state, action);
  };
  const resume = useEffectEvent(() => {
    const draft = posted ? { values: {} } : draftStore.load(asked);
    dispatch({ type: 'resume', given: continueDraft(draft, history.location.state.step, form.current) });
    takeOver();
  });
  useLayoutEffect(() => resume(), []);
  return takeOver;
}

/** Moves the focus to the question or the heading that the form asks for. */
function useFocus(form: RefObject<HTMLFormElement | null>, { focus, step }: WizardState) {
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
}
