import { consentText } from '@institute/contract/registrations.constants';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { makeFieldId } from '@institute/ui/field.tsx';
import { type Dispatch, Suspense } from 'react';
import { completeFormAnswers, lastStep, type listMissingFields, shouldAskAboutGuardian } from './fields.ts';
import { Review } from './late-parts.ts';
import { StillNeededList } from './still-needed.tsx';
import type { WizardAction, WizardState } from './wizard-state.ts';

type LastStepProps = {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  missing: ReturnType<typeof listMissingFields>;
  isCounted: boolean;
};

/** The last step: what is still needed, the answers for review, and the consent. */
export function LastStep({ state, dispatch, missing, isCounted }: LastStepProps) {
  const { applicant, consent, step, errors, lost } = state;
  return (
    <>
      <StillNeededList
        missing={missing}
        applicant={applicant}
        isCounted={isCounted}
        // Hidden when the list of faults above names these fields too
        className={cx('mb-5', missing.some(({ name }) => errors[name]) && 'hidden unscripted:block')}
        onChoose={(question) => dispatch({ type: 'demand', question })}
      />
      {/* The consent appears after the answers above it, which would otherwise move it under the visitor's
        finger */}
      <Suspense>
        {step === lastStep && (
          <Review
            values={completeFormAnswers(state)}
            applicant={applicant}
            lost={lost}
            withGuardian={shouldAskAboutGuardian(state)}
            onChange={(to) => dispatch({ type: 'go', to })}
          />
        )}
        <Checkbox
          id={makeFieldId('registration', 'consent')}
          name="consent"
          value="true"
          aria-required
          label={consentText}
          checked={consent}
          error={errors.consent}
          onChange={({ target }) => dispatch({ type: 'agree', consent: target.checked })}
          className="mt-4"
        />
        {/* Opens in a new tab, because leaving the form loses the health answers, which no draft has */}
        <p className="pl-9 text-muted">
          Read the <NewTabLink to="/terms">terms</NewTabLink> and{' '}
          <NewTabLink to="/privacy">what we do with your data</NewTabLink>.
        </p>
      </Suspense>
    </>
  );
}

const NewTabLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener" className="text-green underline underline-offset-4">
    {children}
  </a>
);
