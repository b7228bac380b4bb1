import { isMinor } from '@institute/contract/age';
import {
  type FieldName,
  ONE_NAME,
  type RegistrationField,
  registrationFields,
  registrationSteps,
} from '@institute/contract/registration-fields.constants';
import { readToday } from '@institute/contract/time';

export type { FieldName };
export type Field = RegistrationField & { name: FieldName };
export type ValueName = FieldName | typeof ONE_NAME;
export type Values = Record<ValueName, string>;

/** The fields, and the box that is not sent. */
export const formValues: readonly (Pick<Field, 'kind' | 'health'> & { name: ValueName })[] = [
  ...registrationFields,
  { name: ONE_NAME, kind: 'check' },
];

export const lastStep = registrationSteps.length - 1;
export const programStep = 1;
export const guardianStep = 2;
export const healthStep = 3;

export const guardianFields = registrationFields.filter(({ contact }) => contact === 'guardian');
export const listStepFields = (step: number) =>
  registrationFields.filter((field) => field.step === step && field.contact !== 'guardian');

export const APPLICANT_VALUE = 'applicant';

export const CHECKED_VALUE = 'true';

export const emptyValues = Object.fromEntries(formValues.map(({ name }) => [name, ''])) as Values;

/** False for another date, and while nothing is chosen. */
export const isIntake = (id: string | undefined): boolean => Number(id) > 0;

export const labelField = (name: FieldName | 'consent', who: Applicant = 'self'): string => {
  const field = registrationFields.find((field) => field.name === name);
  return (who === 'child' && field?.labelForChild) || (field?.label ?? 'Consent');
};

/** The form does not send this choice: the date of birth decides who needs a guardian. */
export const applicantChoices = [
  { value: 'self', label: 'Myself' },
  { value: 'child', label: 'My child' },
] as const;
export type Applicant = (typeof applicantChoices)[number]['value'];

export const isChild = ({ dateOfBirth }: Pick<Values, 'dateOfBirth'>): boolean =>
  dateOfBirth !== '' && isMinor(dateOfBirth, readToday());

type GivenAnswers = {
  applicant: Applicant;
  values: Pick<Values, 'dateOfBirth'>;
  errors: Partial<Record<string, string>>;
};

/** True for a child, by choice or birth date, or when the server refused the guardian's fields. */
export const asksGuardian = ({ applicant, values, errors }: GivenAnswers): boolean =>
  applicant === 'child' || isChild(values) || guardianFields.some(({ name }) => errors[name]);

/** Answers about a guardian mean a child. */
export const findApplicant = (values: Partial<Values>): Applicant | undefined =>
  guardianFields.some(({ name }) => values[name]) ? 'child' : undefined;
