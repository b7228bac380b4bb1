import type { PostedValues } from '@institute/contract/page-bundle';
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
import { loadFormRules } from './late-parts.ts';
import { useDelivery, useSuccessPage } from './use-delivery.ts';
import type { SavedRegistration } from './waiting/saved-state.ts';
import { useWaiting } from './waiting/use-waiting.ts';
import {
  CORRECTION_NEEDED,
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
  const reference = sentNow ?? waitingRegistration.reference;

  const takeOverTyped = useTakeOverTyped({ asked, posted, form }, state, dispatch);

  useEffect(() => {
    if (!state.resumed) return;
    if (waiting === null && !reference) draftStore.save(state);
    else if (reference && (waiting ?? state.sent) === state.sent) draftStore.clear();
  }, [state, reference, waiting]);

  useSuccessPage(reference, forSuccess);
  useWizardFocus(form, state);

  const submitStep = (event: FormEvent<HTMLFormElement>) => {
    if (step === lastStep && isTrapped(event.currentTarget)) return;
    event.preventDefault();
    const currentState = takeOverTyped();
    if (step < lastStep) return dispatch({ type: 'go', to: step + 1 });
    return reference ? undefined : applyNow(currentState);
  };
  const applyNow = async (now: WizardState) => {
    const body = toRegistrationBody(now);
    const submissionKey = now.key ?? keyFor(body);
    const errors = toErrors(await findFaults(body, now.consent));
    if (Object.keys(errors).length > 0) return showErrors(errors, now.consent);
    return deliverApplication(
      { key: submissionKey, body, corrects: now.corrects },
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
        description: `Please try again later. ${CORRECTION_NEEDED}`,
      });
    dispatch({ type: 'demand', question: 'consent' });
    return toast.error(consentMissing.title, { description: consentMissing.text });
  };

  const beginAnotherRegistration = () => {
    leave();
    // Otherwise the form holds another registration, which is half-written
    if (waiting === sent || isFormUntouched(state)) emptyForm();
  };

  return {
    state,
    dispatch,
    takeOver: takeOverTyped,
    submit: submitStep,
    note,
    saved: waitingRegistration,
    isSending,
    reference,
    beginAnother: beginAnotherRegistration,
  };
}

async function findFaults(body: RegistrationBody, consent: boolean) {
  const formRules = await findFormRules();
  if (formRules) return formRules.listRegistrationFaults({ ...body, consent });
  return consent ? [] : [{ path: 'consent', message: consentMissing.text }];
}

const toRegistrationBody = (state: WizardState) =>
  ({ ...makeRegistrationBody(completeAnswers(state)), consent: true }) as RegistrationBody;

const RULES_TIMEOUT_MS = 3000;

/** Undefined when the rules cannot be loaded: then only the server checks. */
const findFormRules = () =>
  Promise.race([
    loadFormRules().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, RULES_TIMEOUT_MS)),
  ]);

/** Continues the draft and reads what was typed before hydration. */
function useTakeOverTyped(
  { asked, posted, form }: RegistrationOptions,
  state: WizardState,
  dispatch: Dispatch<WizardAction>,
) {
  const { history } = useRouter();
  const takeOver = (): WizardState => {
    const typedValues = form.current ? readTyped(form.current, completeAnswers(state)) : {};
    const action = { type: 'take over', values: typedValues } as const;
    dispatch(action);
    return reduceWizard(state, action);
  };
  const resumeDraft = useEffectEvent(() => {
    const draft = posted ? { values: {} } : draftStore.load(asked);
    dispatch({ type: 'resume', given: continueDraft(draft, history.location.state.step, form.current) });
    takeOver();
  });
  useLayoutEffect(() => resumeDraft(), []);
  return takeOver;
}

/** Moves the focus to the question or the heading that the form asks for. */
function useWizardFocus(form: RefObject<HTMLFormElement | null>, { focus, step }: WizardState) {
  const moveFocus = useEffectEvent((on: string) => {
    const namedElement = on === 'heading' ? null : form.current?.elements.namedItem(on);
    const firstControl = namedElement instanceof RadioNodeList ? namedElement[0] : namedElement;
    const focusTarget = firstControl ?? form.current?.querySelector(`#step-${step}`);
    if (focusTarget instanceof HTMLElement) focusTarget.focus({ preventScroll: !firstControl });
    if (!firstControl) document.getElementById(PROGRESS_ID)?.scrollIntoView();
    // The list of faults may just have moved the field down
    if (firstControl instanceof HTMLElement) firstControl.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (focus) moveFocus(focus.on);
  }, [focus]);
}
