import { isMinor } from '@institute/contract/age';
import {
  type FieldName,
  fillSameAnswers,
  ONE_NAME,
  type RegistrationField,
  registrationFields,
  registrationSteps,
  SAME_PERSON,
  SAME_PHONE,
  sameAnswers,
  type sameLabels,
} from '@institute/contract/registration-fields.constants';
import { readToday } from '@institute/contract/time';

export type { FieldName };
export type WizardFieldDefinition = RegistrationField & { name: FieldName };
export type BoxName = typeof ONE_NAME | keyof typeof sameLabels;
export type ValueName = FieldName | BoxName;
export type FormValues = Record<ValueName, string>;

const boxNames = [ONE_NAME, SAME_PHONE, SAME_PERSON] as const;

/** The values of the form: the fields, and the boxes, which are not sent. */
export const formValues: readonly (Pick<WizardFieldDefinition, 'kind' | 'health'> & { name: ValueName })[] = [
  ...registrationFields,
  ...boxNames.map((name) => ({ name, kind: 'check' }) as const),
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

/** For each box, the field above it, which also shows the faults of the box. */
const boxFields: Record<BoxName, FieldName> = {
  [ONE_NAME]: 'lastName',
  [SAME_PHONE]: 'guardianPhone',
  [SAME_PERSON]: 'emergencyName',
};
const isBoxName = (name: ValueName): name is BoxName => name in boxFields;
export const findBoxOfField = (name: FieldName): BoxName | undefined =>
  boxNames.find((box) => boxFields[box] === name);
export const findShownField = (name: ValueName): FieldName => (isBoxName(name) ? boxFields[name] : name);

/** True while a ticked box gives the answer. */
export const isAnsweredByBox = (name: FieldName, values: FormValues): boolean =>
  (name === boxFields[ONE_NAME] && values[ONE_NAME] === CHECKED_VALUE) ||
  sameAnswers.some(([box, to, from]) => to === name && values[box] === CHECKED_VALUE && values[from] !== '');

export const emptyValues = Object.fromEntries(formValues.map(({ name }) => [name, ''])) as FormValues;

/** False for another date, and while nothing is chosen. */
export const isIntakeId = (id: string | undefined): boolean => Number(id) > 0;

export const labelField = (name: FieldName | 'consent', who: Applicant = 'self'): string => {
  const field = registrationFields.find((field) => field.name === name);
  return (who === 'child' && field?.labelForChild) || (field?.label ?? 'Consent');
};

/** The name of a field in a list of faults. */
export const nameField = (name: FieldName | 'consent', who?: Applicant): string =>
  registrationFields.find((field) => field.name === name)?.shortLabel ?? labelField(name, who);

/** The form does not send this choice: the date of birth decides who needs a guardian. */
export const applicantChoices = [
  { value: 'self', label: 'Myself' },
  { value: 'child', label: 'My child' },
] as const;
export type Applicant = (typeof applicantChoices)[number]['value'];

export const isUnderAge = ({ dateOfBirth }: Pick<FormValues, 'dateOfBirth'>): boolean =>
  dateOfBirth !== '' && isMinor(dateOfBirth, readToday());

type GivenAnswers = {
  applicant: Applicant;
  values: Pick<FormValues, 'dateOfBirth'>;
  errors: Partial<Record<string, string>>;
};

/** True for a child, by choice or birth date, or when the server refused the guardian's fields. */
export const asksGuardian = ({ applicant, values, errors }: GivenAnswers): boolean =>
  applicant === 'child' || isUnderAge(values) || guardianFields.some(({ name }) => errors[name]);

/**
 * Completes the answers that are sent: fills in what the boxes say, and leaves out a guardian who is not
 * asked for.
 */
export function completeAnswers(state: GivenAnswers & { values: FormValues }): FormValues {
  const unaskedNames: ValueName[] = asksGuardian(state)
    ? []
    : [...guardianFields.map(({ name }) => name), SAME_PHONE, SAME_PERSON];
  // Only the copy that is sent loses the name, so that unticking the box brings the name back
  if (state.values[ONE_NAME]) unaskedNames.push('lastName');
  const askedValues = { ...state.values, ...Object.fromEntries(unaskedNames.map((name) => [name, ''])) };
  return fillSameAnswers(askedValues, askedValues);
}

export const isFieldNeeded = ({ required, contact }: WizardFieldDefinition, values: FormValues): boolean =>
  required === true || (contact === 'guardian' && isUnderAge(values));

export const listMissingFields = (values: FormValues): WizardFieldDefinition[] =>
  registrationFields.filter(
    (field) =>
      isFieldNeeded(field, values) && !values[field.name].trim() && !isAnsweredByBox(field.name, values),
  );

/** Somebody who has answered about a guardian registers a child. */
export const findApplicant = (values: Partial<FormValues>): Applicant | undefined =>
  guardianFields.some(({ name }) => values[name]) ? 'child' : undefined;
