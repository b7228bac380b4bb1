import { consentMissing } from '@institute/contract/registrations.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { labelOf } from './fields.ts';
import { type Errors, type Question, questions } from './wizard-state.ts';

export const FAULTY = 'Some answers need a correction';

type FaultsProps = { errors: Errors; onChoose: (question: Question) => void };

export function Faults({ errors, onChoose }: FaultsProps) {
  const refused = questions.filter((question) => errors[question]);
  if (refused.length === 0) return null;
  return (
    <Alert tone="danger" title={errors.consent ? consentMissing.title : FAULTY} className="needs-script mb-6">
      <ul>
        {refused.map((question) => (
          <li key={question}>
            <a
              href={`#registration-${question}`}
              onClick={(event) => {
                event.preventDefault();
                onChoose(question);
              }}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {labelOf(question)}: {errors[question]}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
