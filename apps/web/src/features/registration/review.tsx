import { ONE_NAME } from '@institute/contract/registration-fields.constants';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useApi } from '../../api/context.ts';
import {
  type Applicant,
  CHECKED_VALUE,
  type Field,
  type FieldName,
  guardianFields,
  guardianStep,
  isNeeded,
  labelField,
  listStepFields,
  type Values,
} from './fields.ts';

const reviewGroups = (applicant: Applicant) => [
  { step: 0, title: applicant === 'child' ? 'About your child' : 'About you' },
  { step: 1, title: applicant === 'child' ? 'The course' : 'Your course' },
  { step: 2, title: 'In an emergency' },
  { step: 3, title: applicant === 'child' ? 'Your child’s health' : 'Your health' },
];

export type ReviewProps = {
  values: Values;
  applicant: Applicant;
  lost: readonly FieldName[];
  withGuardian: boolean;
  onChange: (step: number) => void;
};

/** Translation services get our words, but not what the applicant wrote. */
export function Review({ values, applicant, lost, withGuardian, onChange }: ReviewProps) {
  useLayoutEffect(showRefusedField, []);
  return (
    <div translate="no" className="needs-script flex flex-col gap-5">
      {reviewGroups(applicant).map(({ step, title }) => (
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
              const isNone = field.mayBeEmpty && values[ONE_NAME] === CHECKED_VALUE;
              return (
                <Answer
                  key={field.name}
                  field={field}
                  label={labelField(field.name, applicant)}
                  required={isNeeded(field, values)}
                  value={values[field.name].trim()}
                  isNone={field.health || isNone}
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

/** The review is shown later than its step, and may push a field that was refused meanwhile out of view. */
function showRefusedField(): void {
  const field = document.activeElement;
  if (field?.getAttribute('aria-invalid') === 'true') field.scrollIntoView({ block: 'center' });
}

type AnswerProps = {
  field: Field;
  label: string;
  required: boolean;
  value: string;
  /** Without a value the answer is "None". */
  isNone: boolean | undefined;
  isLost: boolean;
};

function Answer({ field: { kind, health }, label, required, value, isNone, isLost }: AnswerProps) {
  const { queries } = useApi();
  const { data: programs } = useQuery({ ...queries.registration.programs(), enabled: kind === 'program' });
  const shown =
    kind === 'program' ? programs?.find(({ id }) => String(id) === value)?.name : formatValue(kind, value);
  return (
    <div className={health || kind === 'check' ? 'sm:col-span-2' : 'min-w-0'}>
      <dt translate="yes" className="inline text-muted">
        {label}:
      </dt>{' '}
      <dd className="inline font-semibold whitespace-pre-line">
        {shown ||
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
function formatValue(kind: Field['kind'], value: string): string {
  if (kind === 'check') return value === CHECKED_VALUE ? 'Yes' : '';
  return (kind === 'day' || kind === 'birthday') && dayPattern.test(value) ? formatDate(value) : value;
}
