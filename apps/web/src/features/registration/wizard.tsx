import type { PostedValues } from '@institute/contract/page-bundle';
import { registrationSteps, STEP_FIELD } from '@institute/contract/registration-fields.constants';
import { consentMissingFault } from '@institute/contract/registrations.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Form } from '@institute/ui/form.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Progress } from '@institute/ui/progress.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { HiddenTrapField } from '@institute/ui/trap.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useApi } from '../../api/context.ts';
import { isFormUntouched } from './draft.ts';
import {
  APPLICANT_FIELD_NAME,
  applicantChoices,
  completeFormAnswers,
  guardianStep,
  healthStep,
  lastStep,
  listMissingFields,
  listStepFields,
  nameField,
  programStep,
  type SelfOrChild,
  shouldAskAboutGuardian,
} from './fields.ts';
import { LastStep } from './last-step.tsx';
import { loadLateParts, useLateParts, WaitingRegistration } from './late-parts.ts';
import { NoCourse } from './no-course.tsx';
import { GapsOfPassedSteps, QuestionLink } from './still-needed.tsx';
import { useRegistration } from './use-registration.ts';
import { useSteps } from './use-steps.ts';
import {
  type AnswersProps,
  GuardianFields,
  StepFields,
  useIsChosenIntakeClosed,
  useNextIntake,
} from './wizard-fields.tsx';
import {
  CORRECTION_NEEDED_MESSAGE,
  PROGRESS_ID,
  type Question,
  questionOrder,
  type WizardErrors,
  type WizardState,
} from './wizard-state.ts';

const stepReaderNotes: Partial<Record<number, string>> = {
  [guardianStep]: 'Optional. Only the office reads it, in an emergency.',
  [healthStep]: 'Optional. Only people of the office who may see health answers read it.',
};
const HEALTH_ANSWERS_GONE_MESSAGE = 'We do not store health answers on this phone. Please write them again.';

/**
 * One form with a section for each step. Without scripts all sections are shown, and the server handles the
 * posted form.
 */
export function Wizard({ program, posted }: { program: string; posted: PostedValues | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const registration = useRegistration({ asked: program, posted, form });
  const { state, dispatch, takeOver, submit, note, saved, isSending, reference, beginAnother } = registration;
  const { waiting, waitsFor, hasSaved, change } = saved;
  const { applicant, step, errors, lost } = state;
  const isGuardianAsked = shouldAskAboutGuardian(state);
  const completedFormValues = completeFormAnswers(state);
  const isHydrated = useHydrated();
  const goToStep = (to: number) => dispatch({ type: 'go', to });
  const openQuestion = (question: Question) => dispatch({ type: 'demand', question });
  const missingFields = listMissingFields(completedFormValues);
  /** Opens the step of the field, because the field may belong to another step. */
  const demandQuestionOfField = ({ name }: HTMLInputElement) => {
    const faultyQuestion = questionOrder.find((one) => one === name);
    if (faultyQuestion) openQuestion(faultyQuestion);
  };
  const goBackOneStep = useSteps({ step, isReady: state.resumed && waiting === null, go: goToStep });
  useLateParts();
  const programs = useFreshProgramsWhenShown(step === programStep);
  useNextIntake({ values: completedFormValues, isAsked: state.resumed && step === programStep, dispatch });
  const answerProps = {
    applicant,
    values: completedFormValues,
    errors,
    isGuardianAsked,
    isClosed: useIsChosenIntakeClosed(completedFormValues),
    dispatch,
  };

  if (waiting !== null) {
    return (
      <Suspense>
        <WaitingRegistration
          isSent={reference !== undefined}
          waitsFor={waitsFor}
          onChange={() => change(waiting)}
          onAnother={beginAnother}
        />
      </Suspense>
    );
  }
  const savedApplicationsLink = hasSaved && <SavedLink />;
  const noCourseNotice = programs?.length === 0 && <NoCourse />;
  // A form in which something was written stays visible after the last program has closed
  if (noCourseNotice && !posted && isFormUntouched(state)) {
    return (
      <>
        {savedApplicationsLink}
        {noCourseNotice}
      </>
    );
  }
  return (
    <Form
      ref={form}
      method="post"
      action="/registration"
      // With scripts the form checks itself; without them only the browser can know of a half-typed date
      noValidate={isHydrated}
      takeOver={takeOver}
      showField={demandQuestionOfField}
      onSubmit={submit}
      onFocus={loadLateParts}
      data-step={step || undefined}
    >
      {savedApplicationsLink}
      {noCourseNotice}
      <FaultList errors={errors} applicant={applicant} onChoose={openQuestion} />
      <WizardProgress step={step}>
        {step < lastStep && (
          <GapsOfPassedSteps
            step={step}
            missing={missingFields.filter(({ name }) => !errors[name])}
            applicant={applicant}
            onChoose={openQuestion}
          />
        )}
      </WizardProgress>
      {registrationSteps.map((title, at) => (
        <StepHeading key={title} at={at} title={title} shown={at === step}>
          {at < lastStep && <StepQuestions at={at} lost={lost} answers={answerProps} />}
          {at === lastStep && (
            <LastStep
              state={state}
              dispatch={dispatch}
              missing={missingFields}
              isCounted={isHydrated || posted !== undefined}
            />
          )}
        </StepHeading>
      ))}
      <HiddenTrapField />
      <StepButtons
        step={step}
        isSending={isSending}
        isSent={reference !== undefined}
        onBack={goBackOneStep}
      />
      <p role="status" className="needs-script mt-3 text-right font-semibold empty:hidden">
        {note}
      </p>
    </Form>
  );
}

function SavedLink() {
  return (
    <p className="mb-6">
      An application was saved on this phone.{' '}
      <Link to="/registration/mine" className="text-green underline underline-offset-4">
        My applications on this phone
      </Link>
    </p>
  );
}

type StepQuestionsProps = Pick<WizardState, 'lost'> & { at: number; answers: AnswersProps };

function StepQuestions({ at, lost, answers }: StepQuestionsProps) {
  return (
    <>
      {at === 0 && <ApplicantChoice {...answers} />}
      {at === healthStep && lost.length > 0 && (
        <Alert tone="warning" className="mb-5">
          {HEALTH_ANSWERS_GONE_MESSAGE}
        </Alert>
      )}
      {stepReaderNotes[at] && <p className="-mt-3 mb-5 text-sm text-muted">{stepReaderNotes[at]}</p>}
      {at === guardianStep && <GuardianFields {...answers} />}
      <StepFields fields={listStepFields(at)} {...answers} />
    </>
  );
}

function ApplicantChoice({ applicant, dispatch }: Pick<AnswersProps, 'applicant' | 'dispatch'>) {
  return (
    <>
      <Radios
        legend="Who are you registering?"
        name={APPLICANT_FIELD_NAME}
        choices={applicantChoices}
        value={applicant}
        onChoose={(chosen) => dispatch({ type: 'choose applicant', applicant: chosen })}
        className="unscripted:hidden mb-5"
      />
      {applicant === 'child' && (
        <p className="-mt-3 mb-5 text-sm text-muted">
          Write your child’s name and date of birth here. We ask for your own name in step {guardianStep + 1}.
        </p>
      )}
    </>
  );
}

type StepButtonsProps = { step: number; isSending: boolean; isSent: boolean; onBack: () => void };

function StepButtons({ step, isSending, isSent, onBack }: StepButtonsProps) {
  return (
    <div className="mt-8 flex flex-wrap justify-between gap-3">
      <Button variant="outline" disabled={step === 0} onClick={onBack} className="needs-script">
        Previous
      </Button>
      {/* Without scripts the Enter key presses the first submit button of the form. */}
      <div className={cx(step < lastStep && 'hidden unscripted:block')}>
        <Button type="submit" pending={isSending} disabled={isSent}>
          {isSending ? 'Submitting...' : 'Submit'}
        </Button>
      </div>
      <Button
        type="submit"
        name={STEP_FIELD}
        value={programStep}
        // The answer opens at the program, below which the list is
        formAction={`/registration#${makeStepId(programStep)}`}
        variant="outline"
        className="without-script print:hidden"
      >
        See what you will need
      </Button>
      {step < lastStep && (
        <Button type="submit" name={STEP_FIELD} value={step + 1} className="unscripted:hidden print:hidden">
          Next
        </Button>
      )}
    </div>
  );
}

type FaultListProps = {
  errors: WizardErrors;
  applicant: SelfOrChild;
  onChoose: (question: Question) => void;
};

function FaultList({ errors, applicant, onChoose }: FaultListProps) {
  const refusedQuestions = questionOrder.filter((question) => errors[question]);
  if (refusedQuestions.length === 0 && !errors.form) return null;
  return (
    <Alert
      tone="danger"
      title={errors.consent ? consentMissingFault.title : CORRECTION_NEEDED_MESSAGE}
      className="unscripted:hidden mb-6 print:hidden"
    >
      <ul>
        {refusedQuestions.map((question) => (
          <li key={question}>
            <QuestionLink question={question} onChoose={onChoose}>
              {nameField(question, applicant)}: {errors[question]}
            </QuestionLink>
          </li>
        ))}
      </ul>
      {errors.form && <p>{errors.form}</p>}
    </Alert>
  );
}

function WizardProgress({ step, children }: { step: number; children: ReactNode }) {
  const stepText = `Step ${step + 1} of ${registrationSteps.length}`;
  return (
    <div id={PROGRESS_ID} className="unscripted:hidden mb-5 print:hidden flex flex-col gap-2 md:mb-7">
      <p className="text-sm font-semibold text-muted">{stepText}</p>
      <Progress
        label="Registration progress"
        value={step + 1}
        max={registrationSteps.length}
        text={stepText}
      />
      {children}
    </div>
  );
}

const makeStepId = (at: number) => `step-${at}`;

type StepHeadingProps = { at: number; title: string; shown: boolean; children: ReactNode };

function StepHeading({ at, title, shown, children }: StepHeadingProps) {
  return (
    <section
      aria-labelledby={makeStepId(at)}
      className={cx('unscripted:not-first-of-type:mt-12', !shown && 'hidden unscripted:block')}
    >
      <Heading level={2} size="block" id={makeStepId(at)} tabIndex={-1} className="mb-5">
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** The office may have opened or closed a program since the page was loaded. */
function useFreshProgramsWhenShown(shown: boolean) {
  const { queries } = useApi();
  const { data, refetch } = useQuery(queries.registration.programs());
  const refetchPrograms = useEffectEvent(() => refetch());
  useEffect(() => {
    if (shown) void refetchPrograms();
  }, [shown]);
  return data;
}
