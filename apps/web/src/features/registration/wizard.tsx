import type { Posted } from '@institute/contract/page-bundle';
import { consentTexts } from '@institute/contract/registrations.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { fieldId } from '@institute/ui/field.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Progress } from '@institute/ui/progress.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { Trap } from '@institute/ui/trap.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useApi } from '../../api/context.ts';
import { applicants, asksGuardian, isChild } from './applicant.ts';
import { Faults } from './faults.tsx';
import {
  APPLICANT,
  type Field,
  fieldsOf,
  guardianFields,
  guardianStep,
  healthStep,
  lastStep,
  programStep,
  STEP,
  wizardSteps,
} from './fields.ts';
import { IntakeChoice, useIsClosed } from './intake-choice.tsx';
import { loadLateParts, useLateParts, WaitingRegistration } from './late-parts.ts';
import { Review } from './review.tsx';
import { useRegistration } from './use-registration.ts';
import { useSteps } from './use-steps.ts';
import { WizardField } from './wizard-field.tsx';
import type { WizardAction, WizardState } from './wizard-state.ts';

const SLOW = 'Slow connection. You may close this page.';
const HEALTH_LOST = 'We do not store health answers on this phone. Please write them again.';

/**
 * One form with a section for each step. Without scripts all sections are shown, and the server handles the
 * posted form.
 */
export function Wizard({ program, posted }: { program: string; posted: Posted | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const registration = useRegistration({ asked: program, posted, form });
  const { state, dispatch, submit, isSending, isSlow, note, isSent } = registration;
  const { isWaiting, waitsFor, change, beginAnother } = registration;
  const { values, applicant, consent, step, errors, lost } = state;
  const isGuardianAsked = asksGuardian(state);
  const go = (to: number) => dispatch({ type: 'go', to });
  const goBack = useSteps({ step, isReady: state.resumed && !isWaiting, go });
  useLateParts();
  useFreshPrograms(step === programStep);
  const answers = { applicant, values, errors, isClosed: useIsClosed(values), dispatch };

  if (isWaiting) {
    return (
      <Suspense>
        <WaitingRegistration isSent={isSent} waitsFor={waitsFor} onChange={change} onAnother={beginAnother} />
      </Suspense>
    );
  }
  return (
    <form
      ref={form}
      method="post"
      action="/registration"
      noValidate
      onSubmit={submit}
      onFocus={loadLateParts}
    >
      <Faults errors={errors} onChoose={(question) => dispatch({ type: 'demand', question })} />
      <Progression step={step} />
      {wizardSteps.map((title, at) => (
        <Step key={title} at={at} title={title} shown={at === step}>
          {at === 0 && (
            <Radios
              legend="Who are you registering?"
              name={APPLICANT}
              choices={applicants}
              value={applicant}
              onChoose={(chosen) => dispatch({ type: 'choose applicant', applicant: chosen })}
              className="needs-script mb-5"
            />
          )}
          {at === 0 && applicant === 'child' && (
            <p className="-mt-3 mb-5 text-sm text-muted">
              Write your child’s name and date of birth here. We ask for your own name in step{' '}
              {guardianStep + 1}.
            </p>
          )}
          {at === healthStep && lost.length > 0 && (
            <Alert tone="warning" className="mb-5">
              {HEALTH_LOST}
            </Alert>
          )}
          {at < lastStep && <StepFields fields={fieldsOf(at)} {...answers} />}
          {at === guardianStep && <GuardianFields isAsked={isGuardianAsked} {...answers} />}
          {at === lastStep && (
            <>
              {step === lastStep && (
                <Review
                  values={values}
                  applicant={applicant}
                  lost={lost}
                  withGuardian={isGuardianAsked}
                  onChange={go}
                />
              )}
              <Checkbox
                id={fieldId('registration', 'consent')}
                name="consent"
                value="true"
                required
                label={consentTexts.applicant}
                checked={consent}
                error={errors.consent}
                onChange={({ target }) => dispatch({ type: 'agree', consent: target.checked })}
                className="mt-4"
              />
              {/* opens in a new tab, because leaving the form loses the health answers, which no draft has */}
              <p className="pl-9 text-muted">
                Read the <NewTab to="/terms">terms</NewTab> and{' '}
                <NewTab to="/privacy">what we do with your data</NewTab>.
              </p>
            </>
          )}
        </Step>
      ))}
      <Trap />
      <div className="mt-8 flex flex-wrap justify-between gap-3">
        <Button variant="outline" disabled={step === 0} onClick={goBack} className="needs-script">
          Previous
        </Button>
        {/* Without scripts the Enter key presses the first submit button of the form. */}
        <div className={cx(step < lastStep && 'hidden unscripted:block')}>
          <Button type="submit" pending={isSending} disabled={isSent}>
            {isSending ? 'Submitting...' : 'Submit'}
          </Button>
        </div>
        {step < lastStep && (
          <Button type="submit" name={STEP} value={step + 1} className="needs-script">
            Next
          </Button>
        )}
      </div>
      <p role="status" className="needs-script mt-3 text-right font-semibold empty:hidden">
        {note || (isSlow && SLOW)}
      </p>
    </form>
  );
}

const NewTab = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener" className="text-green underline underline-offset-4">
    {children}
  </a>
);

type AnswersProps = Pick<WizardState, 'applicant' | 'values' | 'errors'> & {
  /** The program no longer offers the chosen intake. */
  isClosed: boolean;
  dispatch: (action: WizardAction) => void;
};
type StepFieldsProps = AnswersProps & { fields: readonly Field[]; areRequired?: boolean };

function StepFields({ fields, areRequired, applicant, values, errors, isClosed, dispatch }: StepFieldsProps) {
  return (
    <>
      {fields.some(({ required }) => required) && (
        <p className="-mt-3 mb-5 text-sm text-muted">
          <span className="text-clay-deep">*</span> We need these; the rest may wait.
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map((field) => {
          const answer = { value: values[field.name], error: errors[field.name] };
          if (field.kind === 'intake') {
            const choose = (id: string, startsOn: string) =>
              dispatch({ type: 'choose intake', id, startsOn });
            return (
              <IntakeChoice
                key={field.name}
                programId={values.programId}
                isClosed={isClosed}
                {...answer}
                onChoose={choose}
              />
            );
          }
          if (field.name === 'startDate' && values.intakeId && !isClosed) return null;
          return (
            <WizardField
              key={field.name}
              field={field}
              applicant={applicant}
              {...answer}
              required={areRequired ?? field.required ?? false}
              onEdit={(value) => dispatch({ type: 'edit', name: field.name, value })}
            />
          );
        })}
      </div>
    </>
  );
}

/** Without scripts it is always shown, because the applicant is not known. */
function GuardianFields({ isAsked, ...answers }: AnswersProps & { isAsked: boolean }) {
  return (
    <fieldset className={cx('mt-8', !isAsked && 'hidden unscripted:block')}>
      <legend className="text-lg font-semibold">Parent or Guardian</legend>
      <p className="mt-1 mb-4 text-sm text-muted">
        Somebody younger than 18 needs a parent or guardian who agrees.
        <span className="hidden unscripted:inline"> For anybody else leave this empty.</span>
      </p>
      <StepFields fields={guardianFields} areRequired={isAsked && isChild(answers.values)} {...answers} />
    </fieldset>
  );
}

function Progression({ step }: { step: number }) {
  const place = `Step ${step + 1} of ${wizardSteps.length}`;
  return (
    <div className="needs-script mb-7 flex flex-col gap-2">
      <p className="text-sm font-semibold text-muted">{place}</p>
      <Progress label="Registration progress" value={step + 1} max={wizardSteps.length} text={place} />
    </div>
  );
}

type StepProps = { at: number; title: string; shown: boolean; children: ReactNode };

function Step({ at, title, shown, children }: StepProps) {
  return (
    <section
      aria-labelledby={`step-${at}`}
      className={cx('unscripted:not-first-of-type:mt-12', !shown && 'hidden unscripted:block')}
    >
      <Heading level={2} size="block" id={`step-${at}`} tabIndex={-1} className="mb-5">
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** The office may have opened or closed a program since the page was loaded. */
function useFreshPrograms(shown: boolean) {
  const { queries } = useApi();
  const { refetch } = useQuery(queries.registration.programs());
  const refresh = useEffectEvent(() => refetch());
  useEffect(() => {
    if (shown) void refresh();
  }, [shown]);
}
