import { ONE_NAME_BOX } from '@institute/contract/registration-fields.constants';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useApi } from '../../api/context.ts';
import {
  CHECKED_BOX_VALUE,
  type FieldName,
  type FormValues,
  guardianFields,
  guardianStep,
  isFieldNeeded,
  labelField,
  listStepFields,
  type SelfOrChild,
  type WizardFieldDefinition,
} from './fields.ts';

const listReviewGroups = (applicant: SelfOrChild) => [
  { step: 0, title: applicant === 'child' ? 'About your child' : 'About you' },
  { step: 1, title: applicant === 'child' ? 'The course' : 'Your course' },
  { step: 2, title: 'In an emergency' },
  { step: 3, title: applicant === 'child' ? 'Your child’s health' : 'Your health' },
];

export type ReviewProps = {
  values: FormValues;
  applicant: SelfOrChild;
  lost: readonly FieldName[];
  withGuardian: boolean;
  onChange: (step: number) => void;
};

/** Lists the answers for review. Translation services get our words, but not what the applicant wrote. */
export function Review({ values, applicant, lost, withGuardian, onChange }: ReviewProps) {
  useLayoutEffect(scrollToFocusedRefusedField, []);
  return (
    <div translate="no" className="needs-script flex flex-col gap-5">
      {listReviewGroups(applicant).map(({ step, title }) => (
        <div key={step} className="rounded-control border border-line p-4 md:px-5">
          <div className="flex items-center justify-between gap-3">
            <h3 translate="yes" className="text-lg">
              {title}
            </h3>
            <Button
              variant="ghost"
              size="sm"
              className="-mr-2"
              translate="yes"
              aria-label={`Change: ${title}`}
              onClick={() => onChange(step)}
            >
              Change
            </Button>
          </div>
          <dl className="mt-1 grid gap-x-6 gap-y-2 text-base sm:grid-cols-2">
            {[
              ...listStepFields(step).filter(({ kind }) => kind !== 'intake'),
              ...(withGuardian && step === guardianStep ? guardianFields : []),
            ].map((field) => {
              const isNameAnsweredWithNone = field.mayBeEmpty && values[ONE_NAME_BOX] === CHECKED_BOX_VALUE;
              return (
                <ReviewAnswer
                  key={field.name}
                  field={field}
                  label={labelField(field.name, applicant)}
                  required={isFieldNeeded(field, values)}
                  value={values[field.name].trim()}
                  isNone={field.health || isNameAnsweredWithNone}
                  isLost={lost.includes(field.name)}
                />
              );
            })}
          </dl>
        </div>
      ))}
    </div>
  );
}

/**
 * Scrolls to the focused field. The review appears after the rest of its step, and may push a refused field
 * out of view.
 */
function scrollToFocusedRefusedField(): void {
  const focusedField = document.activeElement;
  if (focusedField?.getAttribute('aria-invalid') === 'true') focusedField.scrollIntoView({ block: 'center' });
}

type ReviewAnswerProps = {
  field: WizardFieldDefinition;
  label: string;
  required: boolean;
  value: string;
  /** True when the answer is "None" because the applicant has no such name. */
  isNone: boolean | undefined;
  isLost: boolean;
};

function ReviewAnswer({
  field: { kind, health },
  label,
  required,
  value,
  isNone,
  isLost,
}: ReviewAnswerProps) {
  const { queries } = useApi();
  const { data: programs } = useQuery({ ...queries.registration.programs(), enabled: kind === 'program' });
  const shownAnswer =
    kind === 'program' ? programs?.find(({ id }) => String(id) === value)?.name : formatValue(kind, value);
  return (
    <div className={health || kind === 'check' ? 'sm:col-span-2' : 'min-w-0'}>
      <dt translate="yes" className="inline text-muted">
        {label}:
      </dt>{' '}
      <dd className="inline font-semibold whitespace-pre-line">
        {shownAnswer ||
          (isNone ? (
            <span translate="yes">{isLost ? 'Not written again' : 'None'}</span>
          ) : (
            <span translate="yes" className={required ? 'text-clay-deep' : 'font-normal text-muted'}>
              {required ? 'Not given yet' : 'Not given'}
            </span>
          ))}
      </dd>
    </div>
  );
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
function formatValue(kind: WizardFieldDefinition['kind'], value: string): string {
  if (kind === 'check') return value === CHECKED_BOX_VALUE ? 'Yes' : '';
  return (kind === 'day' || kind === 'birthday') && dayPattern.test(value) ? formatDate(value) : value;
}
