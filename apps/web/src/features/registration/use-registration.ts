import type { PostedValues } from '@institute/contract/page-bundle';
import { makeRegistrationBody } from '@institute/contract/registration-fields.constants';
import { consentMissingFault } from '@institute/contract/registrations.constants';
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
import {
  continueDraft,
  draftStore,
  isFormUntouched,
  readTypedFormValues,
  reopenRegistration,
} from './draft.ts';
import { completeFormAnswers, lastStep } from './fields.ts';
import { loadFormRules } from './late-parts.ts';
import { useDelivery, useSuccessPage } from './use-delivery.ts';
import type { SavedRegistration } from './waiting/saved-state.ts';
import { useWaiting } from './waiting/use-waiting.ts';
import {
  CORRECTION_NEEDED_MESSAGE,
  makeFirstState,
  makeReturnedState,
  PROGRESS_ID,
  reduceWizard,
  toErrors,
  type WizardAction,
  type WizardErrors,
  type WizardState,
} from './wizard-state.ts';

type RegistrationOptions = {
  asked: string;
  posted: PostedValues | undefined;
  form: RefObject<HTMLFormElement | null>;
};

export function useRegistration({ asked, posted, form }: RegistrationOptions) {
  const [state, dispatch] = useReducer(reduceWizard, { asked, posted }, makeReturnedState);
  const { step, sent, corrects } = state;
  const { keyFor, spent } = useSubmissionKey();
  const { note, isSending, sentNow, forSuccess, deliverApplication } = useDelivery();

  const reopenSavedRegistration = (saved: SavedRegistration) => {
    spent();
    dispatch({ type: 'resume', given: reopenRegistration(saved) });
    if (saved.faults) dispatch({ type: 'refuse', errors: toErrors(saved.faults) });
  };
  const emptyForm = () => {
    spent();
    const { values, applicant, consent, step, key, sent, lost, corrects } = makeFirstState(asked);
    dispatch({ type: 'resume', given: { values, applicant, consent, step, key, sent, lost, corrects } });
  };
  const isBusy = isSending || sentNow !== undefined;
  const waitingRegistration = useWaiting({
    sent,
    corrects,
    isBusy,
    reopen: reopenSavedRegistration,
    empty: emptyForm,
  });
  const { waiting, show, leave } = waitingRegistration;
  const sentReference = sentNow ?? waitingRegistration.reference;

  const takeOverTypedAnswers = useTakeOverTypedValues({ asked, posted, form }, state, dispatch);

  useEffect(() => {
    if (!state.resumed) return;
    if (waiting === null && !sentReference) draftStore.save(state);
    else if (sentReference && (waiting ?? state.sent) === state.sent) draftStore.clear();
  }, [state, sentReference, waiting]);

  useSuccessPage(sentReference, forSuccess);
  useWizardFocus(form, state);

  const submitStep = (event: FormEvent<HTMLFormElement>) => {
    if (step === lastStep && isTrapped(event.currentTarget)) return;
    event.preventDefault();
    const currentState = takeOverTypedAnswers();
    if (step < lastStep) return dispatch({ type: 'go', to: step + 1 });
    return sentReference ? undefined : applyWithState(currentState);
  };
  const applyWithState = async (now: WizardState) => {
    const registrationBody = toRegistrationBody(now);
    const submissionKey = now.key ?? keyFor(registrationBody);
    const errors = toErrors(await findFaults(registrationBody, now.consent));
    if (Object.keys(errors).length > 0) return showErrors(errors, now.consent);
    return deliverApplication(
      { key: submissionKey, body: registrationBody, corrects: now.corrects },
      {
        onStored: () => dispatch({ type: 'send', key: submissionKey }),
        onUnsent: (faults) => {
          if (faults) return dispatch({ type: 'refuse', errors: toErrors(faults) });
          draftStore.clear();
          show(submissionKey);
        },
        onUnstorable: () => {
          draftStore.clear();
          form.current?.submit();
        },
      },
    );
  };
  const showErrors = (errors: WizardErrors, consent: boolean) => {
    dispatch({ type: 'refuse', errors });
    if (consent)
      return toast.error('Registration Failed', {
        description: `Please try again later. ${CORRECTION_NEEDED_MESSAGE}`,
      });
    dispatch({ type: 'demand', question: 'consent' });
    return toast.error(consentMissingFault.title, { description: consentMissingFault.text });
  };

  const beginAnotherRegistration = () => {
    leave();
    // Otherwise the form holds another registration, which is half-written
    if (waiting === sent || isFormUntouched(state)) emptyForm();
  };

  return {
    state,
    dispatch,
    takeOver: takeOverTypedAnswers,
    submit: submitStep,
    note,
    saved: waitingRegistration,
    isSending,
    reference: sentReference,
    beginAnother: beginAnotherRegistration,
  };
}

async function findFaults(body: RegistrationBody, consent: boolean) {
  const formRules = await findFormRules();
  if (formRules) return formRules.listRegistrationFaults({ ...body, consent });
  return consent ? [] : [{ path: 'consent', message: consentMissingFault.text }];
}

const toRegistrationBody = (state: WizardState) =>
  ({ ...makeRegistrationBody(completeFormAnswers(state)), consent: true }) as RegistrationBody;

const RULES_TIMEOUT_MS = 3000;

/** Undefined when the rules cannot be loaded: then only the server checks. */
const findFormRules = () =>
  Promise.race([
    loadFormRules().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, RULES_TIMEOUT_MS)),
  ]);

/** Continues the draft and reads what was typed before hydration. */
function useTakeOverTypedValues(
  { asked, posted, form }: RegistrationOptions,
  state: WizardState,
  dispatch: Dispatch<WizardAction>,
) {
  const { history } = useRouter();
  const takeOverTypedFormValues = (): WizardState => {
    const typedValues = form.current ? readTypedFormValues(form.current, completeFormAnswers(state)) : {};
    const takeOverAction = { type: 'take over', values: typedValues } as const;
    dispatch(takeOverAction);
    return reduceWizard(state, takeOverAction);
  };
  const resumeDraft = useEffectEvent(() => {
    const draft = posted ? { values: {} } : draftStore.load(asked);
    dispatch({ type: 'resume', given: continueDraft(draft, history.location.state.step, form.current) });
    takeOverTypedFormValues();
  });
  useLayoutEffect(() => resumeDraft(), []);
  return takeOverTypedFormValues;
}

/** Moves the focus to the question or the heading that the form asks for. */
function useWizardFocus(form: RefObject<HTMLFormElement | null>, { focus, step }: WizardState) {
  const moveFocusTo = useEffectEvent((on: string) => {
    const namedElement = on === 'heading' ? null : form.current?.elements.namedItem(on);
    const firstControl = namedElement instanceof RadioNodeList ? namedElement[0] : namedElement;
    const focusTarget = firstControl ?? form.current?.querySelector(`#step-${step}`);
    if (focusTarget instanceof HTMLElement) focusTarget.focus({ preventScroll: !firstControl });
    if (!firstControl) document.getElementById(PROGRESS_ID)?.scrollIntoView();
    // The list of faults may just have moved the field down
    if (firstControl instanceof HTMLElement) firstControl.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (focus) moveFocusTo(focus.on);
  }, [focus]);
}
