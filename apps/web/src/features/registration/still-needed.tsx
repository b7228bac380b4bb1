import { registrationSteps } from '@institute/contract/registration-fields.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { makeFieldId } from '@institute/ui/field.tsx';
import type { ReactNode } from 'react';
import { nameField, type SelfOrChild, type WizardFieldDefinition } from './fields.ts';
import type { Question } from './wizard-state.ts';

type QuestionChoiceProps = { onChoose: (question: Question) => void };

type QuestionLinkProps = QuestionChoiceProps & { question: Question; children: ReactNode };

export const QuestionLink = ({ question, onChoose, children }: QuestionLinkProps) => (
  <a
    href={`#${makeFieldId('registration', question)}`}
    onClick={(event) => {
      event.preventDefault();
      onChoose(question);
    }}
    className="inline-flex min-h-11 items-center underline underline-offset-4"
  >
    {children}
  </a>
);

type MissingProps = QuestionChoiceProps & {
  missing: readonly WizardFieldDefinition[];
  applicant: SelfOrChild;
};

/** A line for each step before this one that lacks an answer. */
export function GapsOfPassedSteps({ step, missing, applicant, onChoose }: MissingProps & { step: number }) {
  const missingFieldsByStep = registrationSteps
    .slice(0, step)
    .map((_, at) => missing.filter((field) => field.step === at));
  return (
    <ul className="text-sm text-clay-deep empty:hidden">
      {missingFieldsByStep.map((fields, at) =>
        fields.slice(0, 1).map(({ name }) => (
          <li key={name}>
            <QuestionLink question={name} onChoose={onChoose}>
              {`Still needed in step ${at + 1}: ${fields.map((field) => nameField(field.name, applicant)).join(', ')}`}
            </QuestionLink>
          </li>
        )),
      )}
    </ul>
  );
}

type StillNeededListProps = MissingProps & {
  /**
   * True when the list names the number of missing answers. False without scripts until the form was sent.
   */
  isCounted: boolean;
  className?: string | undefined;
};

export function StillNeededList({
  missing,
  applicant,
  isCounted,
  className,
  onChoose,
}: StillNeededListProps) {
  if (missing.length === 0) return null;
  const countText =
    missing.length === 1 ? '1 thing is still needed' : `${missing.length} things are still needed`;
  return (
    <div className={className}>
      <Alert tone="warning" title={isCounted ? countText : 'These are needed'}>
        <ul>
          {missing.map(({ name }) => (
            <li key={name}>
              <QuestionLink question={name} onChoose={onChoose}>
                {nameField(name, applicant)}
              </QuestionLink>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}
